//! `<source>`: a list of numbers or names, and its division into records.

use super::error::{Error, Notes, quote, refusal};
use super::numbers::{at_word, floats};
use super::scenes::MAX_NODES;
use super::xml::{self, Element, Xml};

/// Most words of a name. People call joints "Bip01 L Finger0 Nub".
const MAX_WORDS: usize = 16;

/// The records into which an accessor divides a list.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Records {
    offset: usize,
    stride: usize,
    count: usize,
}

#[derive(Debug)]
pub(super) struct Source<'a> {
    array: Element<'a>,
    numbers: Vec<f32>,
    records: Records,
    /// True if an accessor says how to divide the list.
    is_cut: bool,
}

impl Source<'_> {
    /// The numbers of all records, one record after the other.
    pub fn numbers(&self) -> &[f32] {
        let Records { offset, stride, count } = self.records;
        &self.numbers[offset..][..count * stride]
    }

    /// Numbers in a record, if an accessor says so.
    pub fn stride(&self) -> Option<usize> {
        self.is_cut.then_some(self.records.stride)
    }

    /// Count of the numbers that were read for it: its whole list, which may be more than its records.
    pub fn size(&self) -> usize {
        self.numbers.len()
    }

    /// The first `N` numbers of every record. Without an accessor that divides the list, `N` numbers are a record.
    pub fn records<const N: usize>(&self) -> Result<Vec<[f32; N]>, Error> {
        let stride = self.stride().unwrap_or(N);
        let records = self.numbers().chunks(stride);
        let whole: Option<Vec<_>> = records.map(|record| record.first_chunk().copied()).collect();
        whole.ok_or_else(|| {
            let what = format!("Only {stride} of these numbers belong together, and {N} are needed.");
            refusal(self.array, what, "Export the file again.")
        })
    }

    /// An error at the first number of a record.
    pub fn refuse(&self, record: usize, what: String, advice: &str) -> Error {
        at_word(self.array, self.records.offset + record * self.records.stride, what, advice)
    }
}

/// Reads a source of numbers.
pub(super) fn numbers<'a>(xml: &Xml<'a>, source: Element<'a>) -> Result<Source<'a>, Error> {
    let (array, accessor) = array_and_accessor(xml, source, &["float_array", "int_array"])?;
    let numbers = floats(array)?;
    note_wrong_count(array, numbers.len(), &xml.notes);
    let records = records(source, accessor, numbers.len(), &xml.notes)?;
    Ok(Source { array, numbers, records, is_cut: accessor.is_some() })
}

/// Reads a source of names without spaces, and returns the first of each record.
pub(super) fn names<'a>(xml: &Xml<'a>, source: Element<'a>) -> Result<Vec<String>, Error> {
    let (array, accessor) = array_and_accessor(xml, source, &["Name_array", "IDREF_array"])?;
    let text = xml::text(array);
    let words = || text.split_ascii_whitespace();
    let Records { offset, stride, count } = records(source, accessor, words().count(), &xml.notes)?;
    Ok(words().skip(offset).step_by(stride).take(count).map(str::to_owned).collect())
}

/// Returns the names of a source, and their list. Names may have spaces: if the list's count is less than the number of
/// words, words are joined to the longest known names. The accessor's count is the number of names in use.
pub(super) fn known_names<'a>(
    xml: &Xml<'a>,
    source: Element<'a>,
    is_known: impl Fn(&str) -> bool,
) -> Result<(Vec<String>, Element<'a>), Error> {
    let (array, accessor) = array_and_accessor(xml, source, &["Name_array", "IDREF_array"])?;
    let text = xml::text(array);
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    if words.len() > MAX_NODES {
        let what = format!("This list has {} names, and a scene has {MAX_NODES} nodes at most.", words.len());
        return Err(refusal(array, what, "Export the file again."));
    }
    let claim = |element: Element| element.attribute("count")?.trim().parse::<usize>().ok();
    let used = accessor.and_then(claim).unwrap_or(usize::MAX);
    let there = claim(array).or_else(|| accessor.and_then(claim)).unwrap_or(words.len());
    if words.len() <= there {
        return Ok((words.into_iter().take(used).map(str::to_owned).collect(), array));
    }
    let mut names = Vec::new();
    let mut rest = &words[..];
    while !rest.is_empty() {
        let ends = (2..=rest.len().min(MAX_WORDS)).rev();
        let name = ends.map(|end| rest[..end].join(" ")).find(|name| is_known(name));
        let name = name.unwrap_or_else(|| rest[0].to_owned());
        rest = &rest[name.split(' ').count()..];
        names.push(name);
    }
    names.truncate(used);
    Ok((names, array))
}

/// The list of a source, and its accessor, if it has one.
fn array_and_accessor<'a>(
    xml: &Xml<'a>,
    source: Element<'a>,
    kinds: &[&str],
) -> Result<(Element<'a>, Option<Element<'a>>), Error> {
    let common = xml::child(source, "technique_common");
    let accessor = common.and_then(|common| xml::child(common, "accessor"));
    let array = match accessor.filter(|accessor| accessor.has_attribute("source")) {
        Some(accessor) => Some(xml.referred(accessor, "source", kinds)?),
        None => xml::elements(source).find(|element| kinds.contains(&element.tag_name().name())),
    };
    let array = array.ok_or_else(|| {
        let what = format!("The source {} has no <{}>.", xml::id_of(source), kinds[0]);
        refusal(source, what, "Export the file again.")
    })?;
    Ok((array, accessor))
}

fn note_wrong_count(array: Element, there: usize, notes: &Notes) {
    let claim = array.attribute("count").map(str::trim);
    if let Some(claim) = claim.filter(|&claim| claim.parse() != Ok(there)) {
        notes.add(array, || format!("This list says that it has {} numbers, and has {there}.", quote(claim)));
    }
}

/// The records of a list of `there` entries.
fn records(
    source: Element,
    accessor: Option<Element>,
    there: usize,
    notes: &Notes,
) -> Result<Records, Error> {
    let Some(accessor) = accessor else {
        notes.add(source, || "This source has no <accessor>: all of its list is taken.".to_owned());
        return Ok(Records { offset: 0, stride: 1, count: there });
    };
    let offset = whole_number(accessor, "offset")?.unwrap_or(0);
    let stride = whole_number(accessor, "stride")?.unwrap_or(1);
    if stride == 0 && there == 0 {
        return Ok(Records { offset: 0, stride: 1, count: 0 });
    }
    if stride == 0 {
        return Err(refusal(accessor, "The stride is 0.", "It must be how many numbers belong together."));
    }
    let most = there.saturating_sub(offset) / stride;
    let count = whole_number(accessor, "count")?.unwrap_or(most);
    let end = count.checked_mul(stride).and_then(|all| all.checked_add(offset));
    match end {
        Some(end) if end <= there || count == 0 => Ok(Records { offset: offset.min(there), stride, count }),
        _ => {
            let what = format!(
                "The accessor promises {count} times {stride} entries from entry {offset} on, and its list has {there}."
            );
            Err(refusal(accessor, what, "Export the file again: it is not whole."))
        }
    }
}

fn whole_number(accessor: Element, attribute: &str) -> Result<Option<usize>, Error> {
    let Some(text) = accessor.attribute(attribute) else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|_| {
        let what = format!("The {attribute} is {}.", quote(text));
        refusal(accessor, what, "It must be a whole number, zero or more.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(accessor: &str) -> Result<(usize, Vec<f32>), String> {
        let text = format!(
            r##"<COLLADA><source><float_array id="a" count="99">0 1 2 3 4 5</float_array>
               <technique_common>{accessor}</technique_common></source></COLLADA>"##
        );
        let tree = xml::parse(&text).unwrap();
        let xml = Xml::new(&tree).unwrap();
        let source = xml::child(xml.root(), "source").unwrap();
        let source = numbers(&xml, source).map_err(|error| error.what)?;
        Ok((source.records.count, source.numbers().to_vec()))
    }

    #[test]
    fn an_accessor_has_defaults() {
        let all = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].to_vec();
        assert_eq!(read(r##"<accessor source="#a"/>"##), Ok((6, all.clone())));
        assert_eq!(read(r##"<accessor source="#a" stride="3"/>"##), Ok((2, all.clone())));
        assert_eq!(read(r##"<accessor source="#a" stride="4"/>"##), Ok((1, all[..4].to_vec())));
        assert_eq!(read(""), Ok((6, all)));
    }

    #[test]
    fn an_accessor_may_take_a_part() {
        assert_eq!(read(r##"<accessor source="#a" count="2"/>"##), Ok((2, vec![0.0, 1.0])));
        assert_eq!(read(r##"<accessor source="#a" count="0" offset="7"/>"##), Ok((0, vec![])));
    }

    #[test]
    fn a_promise_is_not_believed() {
        let promise = |count: &str| read(&format!(r##"<accessor source="#a" count="{count}" stride="2"/>"##));
        let what = "The accessor promises 4 times 2 entries from entry 0 on, and its list has 6.";
        assert_eq!(promise("4"), Err(what.to_owned()));
        assert!(promise("4294967295").is_err());
        assert!(promise("18446744073709551615").is_err());
        assert_eq!(promise("-1"), Err("The count is '-1'.".to_owned()));
    }
}
