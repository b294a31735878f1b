//! Tests that the same keys give the same run of lesson 18's game, to the last bit, at any frame rate.
//!
//! `WORKBOOK_BLESS=1 cargo test -p proof knight_runs::` records the runs anew.

#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use crate::support::knight::{buttons, game, game_at, state_of};
use crate::support::{Folder, PATIENCE, played, run};
use anyhow::{Context, Result, bail, ensure};
use course::root;
use play::{Arena, Buttons, Game, seconds};
use side_scroller::best::Best;
use std::fmt::Write as _;

/// Buttons, each with the sixths of a second that they are pressed, as in `RJ:3`: `R` and `L` run, `U` and `D` climb and duck,
/// `J` jumps, `w` walks, `p` punches, `s` swings, `x` exchanges hands. A `.` presses nothing.
///
/// At the end of each sixth a frame begins, at 30, 60 and 144 frames a second.
type Pressed = &'static str;

/// The ticks in a sixth of a second.
const SIXTH: usize = 20;

/// A run over slope, steps and gap, through the passage, over both dummies, up the ladder and back above.
const LEVEL: Pressed =
    ".:2 Rw:6 R:15 RJ:1 R:2 RJ:1 R:2 RJ:3 R:3 RD:41 R:2 RJ:4 R:5 RJ:4 R:12 .:2 U:25 .:2 R:4 L:3 .:6";

/// The place where the fight starts.
const AT_FIGHT: [f64; 2] = [17.4, 0.0];

/// A fight: he strikes with fist and sword, is stopped by the dummy that lies, and runs to where it rises, so
/// that it strikes him down. He exchanges hands, swings in vain, and exchanges them back.
const FIGHT: Pressed =
    ".:1 R:1 Rw:1 .:2 p:1 .:6 p:1 .:6 s:1 .:7 R:2 .:5 R:4 .:15 x:1 .:3 s:1 .:3 x:1 L:4 R:1 s:1 .:18";

/// Two falls into the gap, after each of which a key that is still held means nothing.
const FALL: Pressed = ".:1 R:17 RJ:1 R:3 RJ:1 R:24 .:1 R:12 .:6";

/// The whole way: on his knees under the block, over two dummies that fall, up two walls in jumps off them, through the plank
/// and down between the walls; then under the guard's blow, three for it, and over it to the gate.
const COURSE: Pressed = "R:19 RJ:1 R:5 RJ:1 R:6 RD:3 R:8 s:1 .:1 RJ:1 R:1 RJ:1 R:5 s:1 .:1 RJ:1 R:1 RJ:5 R:1 RJ:5 R:1 RJ:8 R:1 \
    RJ:4 R:1 RJ:5 R:1 RJ:5 R:1 RJ:1 R:9 D:1 DJ:1 R:29 D:3 s:1 .:5 s:1 .:5 s:1 .:3 R:2 RJ:4 R:9";

fn parts(pressed: Pressed) -> impl Iterator<Item = (&'static str, usize)> {
    let part =
        |part: &'static str| part.split_once(':').map(|(keys, sixths)| (keys, sixths.parse().unwrap()));
    pressed.split(' ').filter_map(part)
}

fn ticks(pressed: Pressed) -> impl Iterator<Item = Buttons> {
    parts(pressed).flat_map(|(keys, sixths)| std::iter::repeat_n(buttons(keys), SIXTH * sixths))
}

/// Returns the story of a run: each state with the place where it begins, to the last bit, and each hit.
fn story(game: &mut Game, pressed: Pressed) -> String {
    let (mut story, mut state, mut begun) = (String::new(), String::new(), game.respawn.begun);
    for buttons in ticks(pressed) {
        game.step(buttons);
        let (tick, at) = (game.tick, game.hero.player().at(game.world()));
        if game.respawn.begun != begun {
            begun = game.respawn.begun;
            writeln!(story, "{tick} begins again").unwrap();
        }
        for hit in game.hits().filter(|hit| hit.tick == tick) {
            let hard = if hit.hard { ", hard" } else { "" };
            writeln!(story, "{tick} hit: {} on {} of {}{hard}", hit.by, hit.on, hit.bodies[1]).unwrap();
        }
        if state_of(game) != state {
            state = state_of(game).to_owned();
            let [x, y] = at.to_array();
            writeln!(story, "{tick} {state} at {x:.3} {y:.3} {:016x} {:016x}", x.to_bits(), y.to_bits())
                .unwrap();
        }
    }
    story
}

/// Compares a run's story with the recorded one.
fn as_kept(name: &str, story: &str) -> Result<()> {
    let path = root().join(format!("lessons/18_the_knight_plays/runs/{name}.txt"));
    if std::env::var_os("WORKBOOK_BLESS").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().context("a folder")?)?;
        std::fs::write(&path, story)?;
    }
    let kept = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let first = kept.lines().zip(story.lines()).find(|(kept, now)| kept != now);
    ensure!(first.is_none(), "{name}: kept and now: {first:?}\nWORKBOOK_BLESS=1 keeps the new run.\n{story}");
    ensure!(kept == story, "{name} is longer or shorter than the kept one:\n{story}");
    Ok(())
}

#[test]
fn a_run_over_the_level_stays_as_it_is() -> Result<()> {
    let story = story(&mut game(), LEVEL);
    for state in ["stride", "jump", "fall", "crawl", "climb", "idle"] {
        ensure!(story.contains(&format!(" {state} at ")), "no {state}:\n{story}");
    }
    ensure!(!story.contains("begins again"), "he is lost:\n{story}");
    as_kept("level", &story)
}

#[test]
fn a_fight_stays_as_it_is() -> Result<()> {
    let story = story(&mut game_at(AT_FIGHT), FIGHT);
    for part in ["fist on", "hard", "helmet on", " punch at ", " swing at "] {
        ensure!(story.contains(part), "no '{part}':\n{story}");
    }
    ensure!(story.contains(" hit at ") || story.contains(" down at "), "nothing strikes him:\n{story}");
    as_kept("fight", &story)
}

#[test]
fn whoever_falls_out_of_the_level_comes_back() -> Result<()> {
    let story = story(&mut game(), FALL);
    ensure!(story.matches("begins again").count() == 2, "he does not fall twice:\n{story}");
    as_kept("fall", &story)
}

/// Returns the names of all points at the end of a script, played without a window.
fn end_of(script: &str, args: &[&str]) -> Result<String> {
    let folder = Folder::new()?;
    // There is no such point, so all that are there are named.
    let script = format!("{script}move \"nowhere\"\n");
    let mut command = played("18-the-knight-plays", &folder, &script)?;
    command.args(["--headless", "--size", "360x640"]).args(args);
    Ok(run(&mut command, 60 * PATIENCE)?.stderr)
}

/// The actions that letters stand for.
const ACTIONS: [(char, &str); 9] = [
    ('L', "Left"),
    ('R', "Right"),
    ('U', "Up"),
    ('D', "Down"),
    ('J', "Jump"),
    ('w', "Walk"),
    ('p', "Punch"),
    ('s', "Swing"),
    ('x', "Exchange"),
];

/// Returns a run as a script, which pauses the game at the end.
fn script(pressed: Pressed) -> String {
    let (mut script, mut held) = (String::new(), "");
    for (keys, sixths) in parts(pressed).chain([(".", 0)]) {
        for (letter, action) in ACTIONS {
            match (held.contains(letter), keys.contains(letter)) {
                (true, false) => writeln!(script, "release {action}").unwrap(),
                (false, true) => writeln!(script, "hold {action}").unwrap(),
                _ => {}
            }
        }
        writeln!(script, "wait {:.6}", sixths as f64 / 6.0).unwrap();
        held = keys;
    }
    script + "tap Pause\nwait 0.166667\n"
}

/// The part of the fight that there is time for, up to the first hit.
const FIRST: Pressed = ".:1 R:1 Rw:1 .:2 p:1 .:6";

#[test]
fn at_30_60_and_144_pictures_a_second_a_run_comes_to_the_same_bits() -> Result<()> {
    let (mut game, pressed) = (game_at(AT_FIGHT), FIRST);
    ticks(pressed).for_each(|buttons| game.step(buttons));
    let hits: Vec<_> = game.hits().collect();
    ensure!(!hits.is_empty(), "nobody is hit");
    let hero = &game.hero;
    ensure!(hero.world_from("foot.L").is_some(), "he has no foot");
    let machines: Vec<_> = game.dummies.iter().map(|dummy| &dummy.machine).collect();
    // As the lesson names it.
    let bits = (hero.player(), &hero.machine, hero.world_from("foot.L"), machines, hits);
    let wanted = format!("paused: {bits:?}");
    for rate in ["30", "60", "144"] {
        let args = ["--rate", rate, "--set", "begin at=fight"];
        let end = end_of(&script(pressed), &args)?;
        ensure!(end.contains(&wanted), "at {rate} frames a second: {end} and not {wanted}");
    }
    Ok(())
}

#[test]
fn the_whole_way_has_a_time_which_is_kept() -> Result<()> {
    let (mut game, folder) = (game(), Folder::new()?);
    ticks(COURSE).for_each(|buttons| game.step(buttons));
    let attempt = game.attempt.as_ref().context("no attempt")?;
    let time = attempt.ticks;
    ensure!(attempt.has_ended && attempt.fallen == [true; 3], "who still stands: {attempt:?}");
    ensure!((20.0..40.0).contains(&seconds(time)), "{} s", seconds(time));
    // Played in the lesson, and once more without a key after that: the first time remains the best.
    let script = format!("{}tap Pause\ntap Again\nwait 0.1\n", script(COURSE));
    let mut command = played("18-the-knight-plays", &folder, &script)?;
    run(command.args(["--headless", "--size", "160x120", "--rate", "30"]), 60 * PATIENCE)?;
    let kept = std::fs::read_dir(folder.join("saves/levels"))?.collect::<Result<Vec<_>, _>>()?;
    let [kept] = &kept[..] else { bail!("not one time is kept: {kept:?}") };
    let text = std::fs::read_to_string(kept.path())?;
    ensure!(text.trim().parse() == Ok(time), "{text} is kept, and not {time}");
    // A better one is a file beside it, and counts at the next start.
    let (arena, saves) = (Arena::default(), folder.join("saves"));
    let mut best = Best::of(&arena, Some(&saves));
    [90, 70, 80].into_iter().for_each(|ticks| best.count(ticks));
    ensure!(Best::of(&arena, Some(&saves)).ticks == Some(70));
    // Under another name, all times so far would be lost: this is FNV-1a of "start = [0.0, 0.0]\n".
    let names = std::fs::read_dir(saves.join("levels"))?.map(|file| file.map(|file| file.file_name()));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    let is_kept = |name: &std::ffi::OsString| name.to_string_lossy().starts_with("best 3f777246e6a224a6");
    ensure!(names.iter().any(is_kept), "{names:?}");
    Ok(())
}
