//! XML for Collada: elements by name, and by `id`.

use super::budget::MAX_NUMBERS;
pub(super) use super::error::{Element, refusal, refusal_at};
use super::error::{Error, Notes, START, place_of, quote};
use crate::words::not_read;
pub(super) use crate::words::unescaped;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

/// Limits the memory: every tag, text and comment is a node, and takes about 100 bytes.
const MAX_XML_NODES: u32 = 4_000_000;

/// Parses a text as XML.
pub(super) fn parse(text: &str) -> Result<roxmltree::Document<'_>, Error> {
    // Document types stay off: Collada doesn't need them, and they can make a short text very long.
    let options =
        roxmltree::ParsingOptions { allow_dtd: false, nodes_limit: MAX_XML_NODES, ..Default::default() };
    if text.trim().is_empty() {
        return Err(refusal_at(START, "The file is empty.", "Export it again."));
    }
    roxmltree::Document::parse_with_options(text, options).map_err(|error| not_xml(&error, text))
}

fn not_xml(error: &roxmltree::Error, text: &str) -> Error {
    use roxmltree::Error as Xml;
    let pos = error.pos();
    let here = (pos.row as usize, pos.col as usize);
    let end = || place_of(text, text.len());
    let again = "Was it cut off? Export or copy it again.";
    match error {
        Xml::UnclosedRootNode | Xml::UnexpectedEndOfStream => {
            refusal_at(end(), "The file ends before its last element does.", again)
        }
        Xml::NoRootNode => refusal_at(START, "There is no element in this file.", again),
        Xml::DtdDetected if starts_with(text, "<!doctype html") => {
            let what = "This is a web page, not a Collada file.";
            refusal_at(START, what, "The download went wrong: try it again.")
        }
        Xml::DtdDetected => {
            let what = "The file has a document type declaration, which is not read.";
            refusal_at(START, what, "Remove <!DOCTYPE …> and the entities that it declares.")
        }
        Xml::NodesLimitReached => {
            let what = format!("The file has more than {MAX_XML_NODES} elements.");
            refusal_at(START, what, "Export a part of the scene only.")
        }
        Xml::DuplicatedAttribute(name, _) => {
            let what = format!(
                "The attribute '{name}' stands twice on this element, and nothing says which is meant."
            );
            refusal_at(here, what, "Remove one of the two.")
        }
        Xml::UnexpectedCloseTag(expected, actual, _) => {
            let what = format!("</{actual}> stands here, where </{expected}> should.");
            refusal_at(here, what, "Close elements in the reverse order of their opening.")
        }
        error => {
            // The parser's message ends with the place, which comes before ours.
            let text = error.to_string();
            let text = text.split(" at ").next().unwrap_or_default();
            refusal_at(here, format!("This is not well-formed XML: {text}."), "Export the file again.")
        }
    }
}

fn starts_with(text: &str, start: &str) -> bool {
    text.trim_start().get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start))
}

/// A parsed file, with its elements by id.
pub(super) struct Xml<'a> {
    root: Element<'a>,
    ids: HashMap<&'a str, Element<'a>>,
    /// By id and name, in the file's order, the elements of ids that several elements have.
    repeated: HashMap<(&'a str, &'a str), Vec<Element<'a>>>,
    /// What is odd about the file.
    pub notes: Notes,
    /// The parts of it that are not read.
    pub left_out: RefCell<BTreeSet<&'static str>>,
    /// The numbers that its surfaces may still have.
    pub numbers_left: Cell<usize>,
}

/// Elements whose ids real files repeat in every controller. The reader uses the nearest one.
const LOCAL: [&str; 4] = ["source", "float_array", "Name_array", "IDREF_array"];

impl<'a> Xml<'a> {
    /// Indexes a parsed file.
    pub fn new(tree: &'a roxmltree::Document<'a>) -> Result<Self, Error> {
        let root = tree.root_element();
        let tag = root.tag_name().name();
        if tag != "COLLADA" {
            let what = format!("This is no Collada file: it begins with <{tag}>, not with <COLLADA>.");
            return Err(refusal(root, what, "Export the scene as Collada (.dae)."));
        }
        let (mut ids, notes) = (HashMap::new(), Notes::default());
        let mut repeated: HashMap<_, Vec<Element>> = HashMap::new();
        let mut left_out = BTreeSet::new();
        for element in tree.descendants().filter(Element::is_element) {
            left_out.extend(not_read(element.tag_name().name()));
            let Some(id) = element.attribute("id") else { continue };
            match ids.entry(id) {
                Entry::Vacant(entry) => _ = entry.insert(element),
                Entry::Occupied(first) => {
                    let (first, name) = (*first.get(), element.tag_name().name());
                    repeated.entry((id, first.tag_name().name())).or_insert_with(|| vec![first]);
                    let alike = repeated.entry((id, name)).or_default();
                    if !alike.is_empty() && !LOCAL.contains(&name) {
                        notes.add(element, || repeats(id));
                    }
                    alike.push(element);
                }
            }
        }
        let (left_out, numbers_left) = (RefCell::new(left_out), Cell::new(MAX_NUMBERS));
        Ok(Self { root, ids, repeated, notes, left_out, numbers_left })
    }

    /// Notes what is odd about an element.
    pub fn note(&self, element: Element, text: impl FnOnce() -> String) {
        self.notes.add(element, text);
    }

    /// The element `<COLLADA>`.
    pub fn root(&self) -> Element<'a> {
        self.root
    }

    /// The elements of a kind in all libraries of a kind.
    pub fn library(&self, library: &'static str, kind: &'static str) -> impl Iterator<Item = Element<'a>> {
        children(self.root, library).flat_map(move |library| children(library, kind))
    }

    /// The first element of one of these kinds with this id, or else any with it.
    pub fn by_id(&self, id: &str, kinds: &[&str]) -> Option<Element<'a>> {
        self.nearest(self.root, id, kinds)
    }

    /// The element with this id; if there are several of one of these kinds, the one nearest to `asker`.
    fn nearest(&self, asker: Element, id: &str, kinds: &[&str]) -> Option<Element<'a>> {
        let first = self.ids.get(id).copied()?;
        let repeated = kinds.iter().find_map(|&kind| self.repeated.get(&(id, kind)));
        let Some(repeated) = repeated else { return Some(first) };
        let inside = |around: Element| {
            let range = around.range();
            let at = repeated.partition_point(|element| element.range().start < range.start);
            repeated.get(at).filter(|element| element.range().start < range.end).copied()
        };
        asker.ancestors().find_map(inside)
    }

    /// The element of one of these kinds that an attribute of `asker` refers to as `#id`.
    pub fn referred(
        &self,
        asker: Element<'a>,
        attribute: &str,
        kinds: &[&str],
    ) -> Result<Element<'a>, Error> {
        self.find(asker, attribute, kinds).map_err(|(what, advice)| refusal(asker, what, advice))
    }

    /// Like [`Xml::referred`] for elements that may be missing. Its error has advice, but no place.
    pub fn find(
        &self,
        asker: Element<'a>,
        attribute: &str,
        kinds: &[&str],
    ) -> Result<Element<'a>, (String, &'static str)> {
        let Some(url) = asker.attribute(attribute).map(str::trim) else {
            return Err((lacks(asker, attribute), ADD_IT));
        };
        let Some(id) = url.strip_prefix('#') else {
            let what =
                format!("{} has {attribute}={}, which is not of the form '#id'.", tag(asker), quote(url));
            let advice = match url.contains(['#', '.', '/']) {
                true => "Other files are not read: export everything into one file.",
                false => "Write the id of an element of this file after a '#'.",
            };
            return Err((what, advice));
        };
        let asks = || format!("{} asks for the {} {}", tag(asker), kinds.join(" or "), quote(id));
        let find = |id: &str| self.nearest(asker, id, kinds);
        let Some(found) = find(id).or_else(|| find(&unescaped(id))) else {
            let advice = "Export the file again, with everything that belongs to it.";
            return Err((format!("{}, and no element has that id.", asks()), advice));
        };
        let name = found.tag_name().name();
        if !kinds.contains(&name) {
            return Err((format!("{}, but that is a <{name}>.", asks()), "Name the element that is meant."));
        }
        Ok(found)
    }
}

fn repeats(id: &str) -> String {
    format!("The id {} stands on an element before this one too; that one is meant.", quote(id))
}

pub(super) fn elements<'a>(parent: Element<'a>) -> impl Iterator<Item = Element<'a>> {
    parent.children().filter(Element::is_element)
}

/// The child elements of a name, in any namespace.
pub(super) fn children<'a>(parent: Element<'a>, name: &'static str) -> impl Iterator<Item = Element<'a>> {
    elements(parent).filter(move |child| child.tag_name().name() == name)
}

/// The first child element of a name.
pub(super) fn child<'a>(parent: Element<'a>, name: &'static str) -> Option<Element<'a>> {
    children(parent, name).next()
}

/// The child `<input>` that has a semantic.
pub(super) fn input<'a>(parent: Element<'a>, semantic: &str) -> Option<Element<'a>> {
    children(parent, "input").find(|input| input.attribute("semantic") == Some(semantic))
}

/// Returns the name of an element, or else its id.
pub(super) fn name_of<'a>(element: Element<'a>) -> &'a str {
    let name = element.attribute("name").filter(|name| !name.is_empty());
    name.or_else(|| element.attribute("id")).unwrap_or("without a name")
}

/// Names an element for an error.
pub(super) fn tag(element: Element) -> String {
    let name = element.tag_name().name();
    match element.attribute("semantic") {
        Some(semantic) => format!("<{name} semantic={}>", quote(semantic)),
        None => format!("<{name}>"),
    }
}

/// Names the object of an element, for an error.
pub(super) fn id_of(element: Element) -> String {
    element.attribute("id").map_or_else(|| "without an id".to_owned(), quote)
}

/// An attribute that must be there.
pub(super) fn required<'a>(element: Element<'a>, attribute: &str) -> Result<&'a str, Error> {
    element.attribute(attribute).ok_or_else(|| refusal(element, lacks(element, attribute), ADD_IT))
}

const ADD_IT: &str = "Add it, or export the file again.";

fn lacks(element: Element, attribute: &str) -> String {
    format!("{} has no attribute '{attribute}'.", tag(element))
}

/// All text in an element. Comments and the like divide it into pieces.
pub(super) fn text<'a>(element: Element<'a>) -> Cow<'a, str> {
    let mut pieces = element.children().filter(Element::is_text).filter_map(|piece| piece.text());
    match (pieces.next(), pieces.next()) {
        (None, _) => Cow::Borrowed(""),
        (Some(only), None) => Cow::Borrowed(only),
        (Some(first), Some(second)) => Cow::Owned([first, second].into_iter().chain(pieces).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referred(asker: &str) -> Result<String, String> {
        let text = format!(r#"<COLLADA>{asker}<node id="a b" name="found"/><geometry id="g"/></COLLADA>"#);
        let tree = parse(&text).unwrap();
        let xml = Xml::new(&tree).unwrap();
        let asker = elements(xml.root()).next().unwrap();
        let found = xml.referred(asker, "url", &["node"]).map_err(|error| error.what)?;
        Ok(found.attribute("name").unwrap().to_owned())
    }

    #[test]
    fn a_reference_finds_its_element() {
        assert_eq!(referred(r##"<i url="#a b"/>"##), Ok("found".to_owned()));
        assert_eq!(referred(r##"<i url=" #a%20b "/>"##), Ok("found".to_owned()));
    }

    #[test]
    fn a_reference_that_finds_nothing_says_so() {
        let error = |asker| referred(asker).unwrap_err();
        assert_eq!(error("<i/>"), "<i> has no attribute 'url'.");
        assert_eq!(error(r##"<i url="#b"/>"##), "<i> asks for the node 'b', and no element has that id.");
        assert_eq!(error(r##"<i url="#g"/>"##), "<i> asks for the node 'g', but that is a <geometry>.");
        assert_eq!(
            error(r##"<i url="o.dae#a"/>"##),
            "<i> has url='o.dae#a', which is not of the form '#id'."
        );
        assert_eq!(error(r##"<i url=""/>"##), "<i> has url='', which is not of the form '#id'.");
    }

    #[test]
    fn names_count_and_not_their_prefixes() {
        let tree = parse(r#"<c:a xmlns:c="x"><c:b/><b/>text</c:a>"#).unwrap();
        assert_eq!(children(tree.root_element(), "b").count(), 2);
    }

    #[test]
    fn comments_split_no_text() {
        let tree = parse("<a>1 2<!-- three -->3 <?four?>4<![CDATA[ 5]]></a>").unwrap();
        assert_eq!(text(tree.root_element()), "1 23 4 5");
    }
}
