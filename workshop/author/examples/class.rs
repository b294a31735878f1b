//! Makes a class of thirty from the course's mistakes, to try `grade` and `class` with known results.
//!
//! `cargo run --package author --example class -- FOLDER 1,2,7` writes what they hand in, and prints how many make each
//! mistake.

use anyhow::{Context, Result};
use author::markers::State;
use author::projection::Course;
use author::tree;
use course::{Id, LessonInfo};
use std::collections::BTreeMap;
use std::path::Path;

/// The names of the students, and of five more who try to break pages and tables.
const NAMES: &str = "Ada Bela Chidi Dilek Emil Fatima Goran Hanna Ivo Jana Kofi Lea Mina Nils Olga Pia Quentin Rosa Samir \
                     Tove Uli Vera Wanja Xenia Yusuf";
const HOSTILE: [&str; 4] = ["<img src=x onerror=alert(1)> & \"Zoë\"", "=1+1", "\u{202e}drawkcab", "محمد"];

/// The exercises whose commonest mistake is frequent, each by its place among all, and how many make it.
const COMMON: [(usize, usize); 3] = [(0, 12), (8, 10), (4, 8)];

/// An answer to an exercise.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    Right,
    Open,
    /// The mistake with this number, of those of the exercise.
    Mistake(usize),
    /// An answer that the checks know no belief for.
    Wrong,
    Broken,
    Reaching,
}

/// Returns the answer of student `who` to exercise `which`: nobody chose it, and it is the same every time.
fn written(who: usize, which: usize) -> Written {
    if let Some((_, many)) = COMMON.iter().find(|(common, _)| *common == which) {
        // Others make it than made the one before.
        let place = (who + 30 - 11 * which % 30) % 30;
        return if place < *many { Written::Mistake(0) } else { Written::Right };
    }
    match (who * 37 + which * 59 + who * which * 11) % 100 {
        0..15 => Written::Mistake(who % 5),
        15..18 => Written::Wrong,
        18 => Written::Broken,
        19 => Written::Reaching,
        20..32 => Written::Open,
        _ => Written::Right,
    }
}

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().context("a folder is missing")?;
    let numbers = args.next().unwrap_or_else(|| "1,2,7".to_owned());
    let numbers: Vec<u8> = numbers.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let root = course::root();
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let chosen: Vec<&LessonInfo> = lessons.iter().filter(|lesson| numbers.contains(&lesson.number)).collect();
    let exercises: Vec<Id> =
        chosen.iter().flat_map(|lesson| lesson.exercises()).map(course::Exercise::id).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // The longest name that a folder can have.
    let long = "L".repeat(250);
    let names = NAMES.split(' ').chain(HOSTILE).chain([long.as_str()]);
    for (who, name) in names.enumerate() {
        let mut codes = BTreeMap::new();
        for (which, id) in exercises.iter().enumerate() {
            let lesson = chosen.iter().find(|lesson| lesson.number == id.lesson).context("a lesson")?;
            let mistakes: Vec<_> = lesson.mistakes.data.of(*id).collect();
            let wrong = lesson.answers.data.wrong.iter();
            let wrong = wrong.filter(|one| one.exercise.get_ref() == id && one.named.is_empty());
            let code = match written(who, which) {
                Written::Right => continue,
                Written::Open => None,
                Written::Mistake(at) => {
                    let mistake = mistakes[at % mistakes.len()];
                    *counts.entry(format!("{id} {}", mistake.name.get_ref())).or_default() += 1;
                    Some(mistake.code())
                }
                Written::Wrong => wrong.map(|wrong| wrong.code.as_str()).next(),
                Written::Broken => Some("no_such_thing()"),
                Written::Reaching => Some("std::process::exit(0)"),
            };
            codes.insert(*id, code);
        }
        let state = |id| match codes.get(&id) {
            None => State::Solved,
            Some(None) => State::Open,
            Some(Some(code)) => State::Code(code),
        };
        tree::write(&Path::new(&folder).join(name), &course.for_students(state))?;
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(mistake, count)| (count, mistake)).collect();
    counts.sort_by(|a, b| b.cmp(a));
    println!("{folder}: the commonest mistakes, and how many make them");
    counts.iter().take(5).for_each(|(count, mistake)| println!("  {count:2}  {mistake}"));
    Ok(())
}
