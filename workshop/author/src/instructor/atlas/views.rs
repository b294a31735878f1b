//! Lists the views that may show a mistake.

use course::{LessonInfo, Mistake};

/// The sizes of pictures without the panel, and with the panel, which needs room.
const SIZE: &str = "480x300";
const SIZE_WITH_PANEL: &str = "960x600";

/// A lesson's arguments, without those that ask for a picture.
pub type View = Vec<String>;

/// The command lines that may show a mistake, small and without the panel first, then with it: its own, or else
/// those of the lesson's pictures. Its own may ask for the panel in any case, or say with a size what part is to be seen.
pub fn views(lesson: &LessonInfo, mistake: &Mistake) -> Vec<View> {
    if mistake.picture.iter().any(|arg| arg == "--crop") {
        return vec![mistake.picture.clone()];
    }
    let mut plain: Vec<View> = Vec::new();
    for picture in lesson.about.data.pictures.iter().filter(|_| mistake.picture.is_empty()) {
        let mut args = without_size(&picture.args);
        if !args.iter().any(|arg| arg == "--at") && !picture.file.get_ref().ends_with(".png") {
            args.extend(["--at", "0.4"].map(str::to_owned));
        }
        if !plain.contains(&args) {
            plain.push(args);
        }
    }
    if plain.is_empty() {
        plain.push(without_size(&mistake.picture));
    }
    let with = |args: &View, more: &[&str]| -> View {
        args.iter().cloned().chain(more.iter().map(|arg| arg.to_string())).collect()
    };
    let with_panel = plain.iter().map(|args| with(args, &["--size", SIZE_WITH_PANEL, "--panel"]));
    if mistake.picture.iter().any(|arg| arg == "--panel") {
        return with_panel.collect();
    }
    plain.iter().map(|args| with(args, &["--size", SIZE])).chain(with_panel).collect()
}

/// Returns a command line without the options for the picture's size and a film's length.
fn without_size(args: &[String]) -> View {
    let mut kept = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--panel" => {}
            "--size" | "--scale" | "--crop" | "--fps" | "--seconds" => drop(args.next()),
            _ => kept.push(arg.clone()),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_keeps_what_the_lesson_shows_but_not_how_large() {
        let args = ["--size", "800x600", "--crop", "0,0,9,9", "--set", "a=1", "--panel", "--at", "2"];
        let args = args.map(str::to_owned);
        assert_eq!(without_size(&args), ["--set", "a=1", "--at", "2"]);
    }
}
