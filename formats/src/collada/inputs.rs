//! `<input>`s that share a list of whole numbers: each record of the list has a number for each of them.

use super::error::{Error, quote, refusal};
use super::xml::{self, Element};

/// An input, and its place in a record.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    pub element: Element<'a>,
    /// Index of its number in a record. Inputs may share one.
    pub offset: usize,
    /// Its set, among inputs of the same kind.
    pub set: u32,
}

/// All inputs of an element.
pub(super) struct Inputs<'a> {
    inputs: Vec<(&'a str, Input<'a>)>,
    /// Numbers in a record.
    pub stride: usize,
}

impl<'a> Inputs<'a> {
    /// Reads the inputs among the children of an element.
    pub fn of(parent: Element<'a>) -> Result<Self, Error> {
        let mut inputs = Vec::new();
        for element in xml::children(parent, "input") {
            let semantic = xml::required(element, "semantic")?;
            let set = element.attribute("set").and_then(|set| set.trim().parse().ok()).unwrap_or(0);
            inputs.push((semantic, Input { element, offset: offset(element)?, set }));
        }
        // Inputs of unknown kinds count too.
        let last = inputs.iter().map(|(_, input)| input.offset).max().unwrap_or(0);
        Ok(Self { inputs, stride: last + 1 })
    }

    /// The first input of a kind.
    pub fn find(&self, semantic: &str) -> Option<Input<'a>> {
        self.all(semantic).next()
    }

    /// The texture coordinates: those of this set, or else those of the lowest one.
    pub fn texture_coordinates(&self, set: Option<u32>) -> Option<Input<'a>> {
        let wanted = self.all("TEXCOORD").find(|input| Some(input.set) == set);
        wanted.or_else(|| self.all("TEXCOORD").min_by_key(|input| input.set))
    }

    /// All inputs of a kind.
    pub fn all(&self, semantic: &str) -> impl Iterator<Item = Input<'a>> {
        let of_kind = self.inputs.iter().filter(move |(kind, _)| *kind == semantic);
        of_kind.map(|(_, input)| *input)
    }
}

fn offset(input: Element) -> Result<usize, Error> {
    let text = xml::required(input, "offset")?;
    // No record of a file is longer than this.
    text.trim().parse::<u16>().map(usize::from).map_err(|_| {
        let what = format!("The offset is {}.", quote(text));
        refusal(input, what, "It must be a whole number: 0 for the first number of a record.")
    })
}
