//! `cargo workbook list`: the lessons by part.

use crate::lessons::Lesson;
use crate::style::{DIM, HEADING};
use anstream::println;
use anyhow::Result;
use std::path::Path;

/// Prints the lessons.
pub fn list(root: &Path) -> Result<()> {
    let lessons = Lesson::all(root)?;
    let widest = lessons.iter().map(|lesson| lesson.about.data.title.chars().count()).max().unwrap_or(0);
    let mut part = "";
    for lesson in &lessons {
        let about = &lesson.about.data;
        if about.part != part {
            part = &about.part;
            println!("{HEADING}{part}{HEADING:#}");
        }
        let (title, minutes) = (&about.title, about.minutes);
        let exercises = match about.exercises.len() {
            1 => "1 exercise".to_owned(),
            n => format!("{n} exercises"),
        };
        println!("  {:02}  {title:widest$}  {DIM}{minutes:>3} min, {exercises}{DIM:#}", lesson.number);
    }
    Ok(())
}
