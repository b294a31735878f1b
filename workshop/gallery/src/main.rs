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
    let gallery = [stage::Scene::of::<gallery::Gallery>("")];
    stage::run_as("00-gallery", Ok(LessonInfo { about, ..LessonInfo::default() }), &gallery)
}
