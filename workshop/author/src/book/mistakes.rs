//! The atlas: the look of each mistake beside the right one, the belief behind it, and a question to ask oneself.

use crate::instructor::atlas::pairs;
use course::{LessonInfo, Mistake};

/// Returns the chapter of a lesson in Markdown, with links as in the lesson's folder.
pub fn chapter(lesson: &LessonInfo, text: &str) -> String {
    let about = &lesson.about.data;
    let mut page = format!(
        "# Mistakes of {:02} · {}\n\nWhat people really write in [lesson {:02}](README.md), what their screen then shows, and the belief that is behind it. None of these is silly: each is right somewhere else.\n\n",
        lesson.number, about.title, lesson.number
    );
    for exercise in lesson.exercises() {
        page.push_str(&format!("## {} {}\n\n", exercise.id(), exercise.title));
        for mistake in lesson.mistakes.data.of(exercise.id()) {
            page.push_str(&entry(mistake, text));
        }
    }
    page
}

fn entry(mistake: &Mistake, text: &str) -> String {
    let id = anchor(mistake);
    let mut entry = format!("<a id=\"{id}\"></a>\n\n### {}\n\n", mistake.title);
    if let Some([wrong, right]) = pairs::of(text, mistake.name.get_ref()) {
        entry.push_str(&format!("| Wrong | Right |\n|---|---|\n| {wrong} | {right} |\n\n"));
    }
    entry.push_str(&format!("*The belief:* {}\n\n{}\n\n", mistake.belief, mistake.say.trim()));
    entry
}

/// Returns the anchor of a mistake in its chapter.
fn anchor(mistake: &Mistake) -> String {
    format!("{}-{}", mistake.exercise.get_ref().to_string().replace('.', "-"), mistake.name.get_ref())
}
