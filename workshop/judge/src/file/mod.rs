//! A reader of Collada files, judged by files whose numbers are known, since they're made here.
//!
//! The first three are shown and never change; the others come from a seed. Nodes are compared by their ids.

mod answer;
mod made;
mod sentences;
mod slips;
#[cfg(test)]
mod tests;
mod written;

use crate::program::Answers;
use crate::{Named, Report};
use answer::Answer;
use anyhow::{Result, anyhow};
use made::{Made, Trait};
use sentences::Facts;
use slips::Slip;

/// Seeds whose files betray each mistake that's known.
pub const SEEDS: [u64; 50] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49,
];

/// The number of sentences.
pub const COUNT: usize = 8;

/// The names in docs/engine of the files that are shown.
const SHOWN: [&str; 3] = ["plain", "skin", "scene"];

const CENTIMETRES: f64 = 0.01;
const INCHES: f64 = 0.0254;

/// A file, and how a report calls it.
struct File {
    called: String,
    made: Made,
    text: String,
    /// The answer of a right reader.
    right: Answer,
}

/// A reader, the files that it gets, and what it has answered about the first of them.
struct Reader<'a> {
    program: &'a mut dyn Answers,
    files: &'a [File],
    answers: Vec<Answer>,
}

/// Judges a reader by the files that are shown and by three that a seed makes.
pub fn judge(program: &mut dyn Answers, seed: u64) -> Report {
    report(program, &files(seed))
}

fn report(program: &mut dyn Answers, files: &[File]) -> Report {
    Report::of(&sentences::all(), &mut Reader { program, files, answers: Vec::new() })
}

/// Returns the files that are shown, and then those of a seed.
fn files(seed: u64) -> Vec<File> {
    use Trait::*;
    let shown = [
        Made::new(1, 4, 1.0, &[Round]),
        Made::new(2, 5, CENTIMETRES, &[Round, Around, Shape, Shuffled, ZUp]),
        Made::new(3, 6, 1.0, &[Round, Around, Mixed, Shape, Shuffled, Roots, Plain, Extra, Nested]),
    ];
    // Neighbouring seeds share no file.
    let [a, b, c] = [0, 1, 2].map(|i| seed.wrapping_mul(3).wrapping_add(i));
    let made = [
        Made::new(a, 7, CENTIMETRES, &[Around, Mixed, Roots, Shape, Shuffled, Extra, Nested, Loose, ZUp]),
        Made::new(b, 7, INCHES, &[Mixed, Plain, Shuffled, ById, Swapped, Offset, Exponents]),
        Made::new(
            c,
            7,
            INCHES,
            &[Around, Mixed, Roots, Plain, Shape, Shuffled, Swapped, Offset, Extra, Exponents, Loose, ZUp],
        ),
    ];
    let called = |i: usize| match SHOWN.get(i) {
        Some(name) => format!("docs/engine/{name}.dae"),
        // Tasks count from 1.
        None => format!("Made file {} ({:02}.task in the folder of --keep)", i + 1 - SHOWN.len(), i + 1),
    };
    let file = |(i, made): (usize, Made)| {
        let (text, right) = (written::written(&made), made.answer(Slip::None));
        File { called: called(i), made, text, right }
    };
    shown.into_iter().chain(made).enumerate().map(file).collect()
}

impl Reader<'_> {
    /// Asks about one file after the other, each of which the program reads once.
    fn each(&mut self, facts: Facts) -> Result<()> {
        for (i, file) in self.files.iter().enumerate() {
            let told = |why: anyhow::Error| format!("{}: {why:#}", file.called);
            if self.answers.len() == i {
                let printed = self.program.answer(&file.text);
                let answer = printed.and_then(|printed| Answer::read(&printed));
                let all = self.files.len();
                let before = if i == 0 { String::new() } else { format!("{i} of {all} files went well. ") };
                // A question about files would lead away from a crash, or from what isn't JSON.
                self.answers.push(answer.map_err(|why| Named(before + &told(why)))?);
            }
            sentences::compare(file, &self.answers[i], facts).map_err(|why| anyhow!(told(why)))?;
        }
        Ok(())
    }
}
