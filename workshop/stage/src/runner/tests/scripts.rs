//! Tests scripts that are played.

use super::*;
use crate::script::{Next, Player, Script};
use std::path::Path;

/// Plays a script, and returns the picture at its end.
fn play(runner: &mut Open<Witness<true>>, text: &str) -> Result<Vec<u8>> {
    let mut player = Player::new(Script::parse(Path::new("a.txt"), text, Witness::<true>::actions())?, 60);
    loop {
        match player.play(runner)? {
            Next::Time => drop(pictures(runner, 1)),
            Next::Size(size) => runner.resize(size, 1.0)?,
            Next::Picture(_) => {}
            Next::End(_) => return runner.screen.canvas.pixels(),
        }
    }
}

#[test]
fn a_script_does_what_hands_do() {
    let mut runner = open::<Witness<true>>();
    play(
        &mut runner,
        "click \"light\"\nwait 0.1\nclick \"way=middle\"\nwait 0.1\ntap Ctrl+Z\ntap Jump\nwait 0.1",
    )
    .unwrap();
    let state = see(&mut runner, |lesson| (lesson.on, lesson.chosen, lesson.undone));
    assert_eq!(state, (true, 1, 1));
    assert_eq!(see(&mut runner, |lesson| lesson.jumps.iter().filter(|jump| **jump).count()), 1);
    play(&mut runner, "drag \"number\" to 335,100 over 0.2\nwait 0.1").unwrap();
    assert_eq!(see(&mut runner, |lesson| lesson.number), 1.0);
    play(&mut runner, "drag 500,300 to 520,300 over 0.05").unwrap();
    let phases =
        see(&mut runner, |lesson| lesson.pointed.iter().map(|(phase, ..)| *phase).collect::<Vec<_>>());
    assert_eq!(phases, [Phase::Press, Phase::Drag, Phase::Drag, Phase::Drag, Phase::Release]);
}

#[test]
fn a_chord_of_the_lessons_ends_a_text_and_one_of_the_texts_does_not() {
    let mut runner = open::<Witness<true>>();
    // Nothing waits between the last letter and the chord.
    let new = |text| format!("click \"name/new\"\nwait 0.2\ntype \"{text}\"\ntap Ctrl+S\nwait 0.2\n");
    let chords = "wave\"\ntap Ctrl+Z\ntap Ctrl+B\ntap Ctrl+A\nwait 0.2\ntype \"bow";
    play(&mut runner, &[new(chords), new("nod")].concat()).unwrap();
    // A lesson that reads keys itself has it too.
    see(&mut runner, |lesson| lesson.reads = true);
    play(&mut runner, &new("bend")).unwrap();
    let done = see(&mut runner, |lesson| (lesson.names.concat(), lesson.undone, lesson.read.len()));
    assert_eq!(done, ("bow*nod*bend".to_owned(), 0, 1));
}

#[test]
fn what_is_not_there_is_named_with_its_line() {
    let mut runner = open::<Witness<true>>();
    let error = format!("{:#}", play(&mut runner, "wait 0.1\nclick \"dark\"").unwrap_err());
    assert!(
        error.starts_with(
            "a.txt, line 2: nothing called \"dark\" is to be seen; there are: Edit, File, keys, light, "
        ),
        "{error}"
    );
}
