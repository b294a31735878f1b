//! All lessons as cards, to look at and to start: what `cargo run` opens.

mod cards;
mod gallery;
mod start;

use course::{About, LessonInfo, Toml};

fn main() -> std::process::ExitCode {
    let about = About {
        title: "Skeletal animation".to_owned(),
        summary: "All lessons: arrows or the mouse choose one, Enter or a double click starts it, F1 opens its text."
            .to_owned(),
        ..About::default()
    };
    let about = Toml { data: about, ..Toml::default() };
    stage::run_as::<gallery::Gallery>("00-gallery", Ok(LessonInfo { about, ..LessonInfo::default() }))
}
