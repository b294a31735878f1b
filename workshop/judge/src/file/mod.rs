//! A reader of Collada files, judged by files whose numbers are known, since they're made here.
//!
//! The first three are shown and never change; the others come from a seed. Nodes are compared by their ids.

mod answer;
mod made;
mod sentences;
#[cfg(test)]
mod tests;
mod written;

use crate::Report;
use crate::program::Answers;
use answer::Answer;
use anyhow::{Result, anyhow};
use made::{Made, Trait};

/// The times in seconds at which the skin's positions are asked.
const ASKED: [f64; 4] = [0.0, 0.5, 1.234, 9.0];

/// Seeds whose files betray each mistake that's known.
pub const SEEDS: [u64; 50] = [0; 50];

/// A file, and how a report calls it.
struct File {
    called: String,
    made: Made,
    text: String,
}

/// A reader, the files that it gets, and what it has answered about the first of them.
struct Reader<'a> {
    program: &'a mut dyn Answers,
    files: Vec<File>,
    answers: Vec<Answer>,
}

/// Judges a reader by the files that are shown and by three that a seed makes.
pub fn judge(program: &mut dyn Answers, seed: u64) -> Report {
    let mut reader = Reader { program, files: files(seed), answers: Vec::new() };
    Report::of(&sentences::all(), &mut reader)
}

/// Returns the files that are shown, each with its place in the workbook, and then those of a seed.
fn files(seed: u64) -> Vec<File> {
    use Trait::*;
    const CENTIMETRES: f64 = 0.01;
    const INCHES: f64 = 0.0254;
    let file = |called: String, made: Made| File { called, text: written::written(&made), made };
    let shown = [
        ("plain", Made::new(1, 4, 1.0, &[Round])),
        ("skin", Made::new(2, 5, CENTIMETRES, &[Round, Around, Stem, Shape, Shuffled, ZUp])),
        (
            "scene",
            Made::new(3, 6, 1.0, &[Round, Around, Mixed, Shape, Shuffled, Roots, Plain, Extra, Nested]),
        ),
    ];
    let made = [
        (CENTIMETRES, &[Around, Mixed, Roots, Shape, Shuffled, Extra, Nested, Ordered, Lines, ZUp][..]),
        (INCHES, &[Stem, Plain, Shuffled, ById, Swapped, Offset, Exponents]),
        (
            INCHES,
            &[Around, Mixed, Roots, Plain, Shape, Shuffled, Swapped, Offset, Extra, Exponents, Lines, ZUp],
        ),
    ];
    let mut files = Vec::from(shown.map(|(name, made)| file(format!("docs/engine/{name}.dae"), made)));
    for (i, (unit, traits)) in made.into_iter().enumerate() {
        let called = format!("Made file {} ({:02}.task in --keep's folder)", i + 1, files.len() + 1);
        // Neighbouring seeds share no file.
        let seed = seed.wrapping_mul(made.len() as u64).wrapping_add(i as u64);
        files.push(file(called, Made::new(seed, 7, unit, traits)));
    }
    files
}

impl Reader<'_> {
    /// Asks about one file after the other, each of which the program reads once, and tells in which of them something is
    /// wrong.
    fn each(&mut self, ask: fn(&Made, &Answer) -> Result<()>) -> Result<()> {
        for (i, File { called, made, text }) in self.files.iter().enumerate() {
            let mut asked = || {
                if self.answers.len() == i {
                    self.answers.push(Answer::read(&self.program.answer(text)?)?);
                }
                ask(made, &self.answers[i])
            };
            asked().map_err(|why| anyhow!("{called}: {why:#}"))?;
        }
        Ok(())
    }
}
