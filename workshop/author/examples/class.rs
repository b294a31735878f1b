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

const NAMES: &str = "Ada Bela Chidi Dilek Emil Fatima Goran Hanna Ivo Jana Kofi Lea Mina Nils Olga Pia Quentin Rosa Samir \
                     Tove Uli Vera Wanja Xenia Yusuf Zoë Arda Björn Cem Đorđe";

/// The exercises whose first mistake is frequent, each by its place among all, and how many make it.
const COMMON: [(usize, usize); 3] = [(0, 12), (8, 10), (4, 8)];

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().context("a folder is missing")?;
    let numbers = args.next().unwrap_or_else(|| "1,2,7".to_owned());
    let numbers: Vec<u8> = numbers.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let root = course::root();
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let chosen = lessons.iter().filter(|lesson| numbers.contains(&lesson.number));
    let exercises: Vec<(&LessonInfo, Id)> =
        chosen.flat_map(|lesson| lesson.exercises().iter().map(move |one| (lesson, one.id()))).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (who, name) in NAMES.split(' ').enumerate() {
        let mut states = BTreeMap::new();
        for (which, (lesson, id)) in exercises.iter().enumerate() {
            let mistakes: Vec<_> = lesson.mistakes.data.of(*id).collect();
            // Nobody chose it, and it is the same every time.
            let drawn = (who * 37 + which * 59 + who * which * 11) % 100;
            let mistake = match COMMON.iter().find(|(common, _)| *common == which) {
                // Others make it than made the one before.
                Some((_, many)) => ((who + 30 - 11 * which % 30) % 30 < *many).then_some(0),
                None => (drawn < 15).then_some(who % 5),
            };
            let state = match mistake.map(|at| mistakes[at % mistakes.len()]) {
                Some(mistake) => {
                    *counts.entry(format!("{id} {}", mistake.name.get_ref())).or_default() += 1;
                    State::Code(mistake.code())
                }
                None if drawn == 18 => State::Code("no_such_thing()"),
                None if (20..32).contains(&drawn) => State::Open,
                None => State::Solved,
            };
            states.insert(*id, state);
        }
        let files = course.for_students(|id| states.get(&id).copied().unwrap_or(State::Solved));
        tree::write(&Path::new(&folder).join(name), &files)?;
    }
    let mut counts: Vec<_> = counts.into_iter().map(|(mistake, count)| (count, mistake)).collect();
    counts.sort_by(|a, b| b.cmp(a));
    println!("{folder}: the commonest mistakes, and how many make them");
    counts.iter().take(5).for_each(|(count, mistake)| println!("  {count:2}  {mistake}"));
    Ok(())
}
