//! Lesson 17's game: runs that stay as they are, whatever is pressed, and places from which one comes away.
//!
//! `WORKBOOK_BLESS=1 cargo test --test knight_plays` writes the runs anew, `KNIGHT_SECONDS=3600` plays by chance for longer.

#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

mod support;

use anyhow::{Context, Result, ensure};
use common::course::root;
use common::ground::{Keys, Recording, State, TICK};
use common::play::{Buttons, Fact, Game, Hand, Hold, SWORD, Stocks, Table};
use lessons::arena::yard;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use support::{Folder, PATIENCE, lesson_command, run};

/// What is pressed, and for how many seconds: `R` and `L` run, `U` and `D` climb and duck, `J` jumps, `w` walks, `p` punches,
/// `s` swings, `t` takes or drops, `x` exchanges hands. A `.` presses nothing.
type Pressed = &'static [(&'static str, f64)];

/// Over the slope, the steps and the gap, through the passage, up the ladder and back above all.
const LEVEL: Pressed = &[
    (".", 0.3),
    ("Rw", 1.0),
    ("R", 2.55),
    ("RJ", 0.2),
    ("R", 0.35),
    ("RJ", 0.2),
    ("R", 0.35),
    ("RJ", 0.5),
    ("R", 0.4),
    ("RD", 6.8),
    ("R", 2.7),
    (".", 0.3),
    ("U", 4.2),
    (".", 0.3),
    ("R", 0.6),
    ("L", 0.5),
    (".", 1.0),
];

/// He strikes with fist and sword, drops the sword, takes it up with the other hand free, and stands where a dummy rises.
const FIGHT: Pressed = &[
    ("R", 0.25),
    (".", 0.4),
    ("p", 0.1),
    (".", 1.0),
    ("p", 0.1),
    (".", 1.0),
    ("s", 0.1),
    (".", 1.2),
    ("R", 0.3),
    (".", 4.0),
    ("t", 0.1),
    (".", 0.5),
    ("s", 0.1),
    (".", 0.5),
    ("t", 0.1),
    ("x", 0.1),
    (".", 0.3),
    ("x", 0.1),
    ("L", 0.6),
    ("R", 0.1),
    ("s", 0.1),
    (".", 3.0),
];

/// He runs into the gap, begins again, and does so once more.
const FALL: Pressed = &[("R", 2.9), ("RJ", 0.2), ("R", 0.4), ("RJ", 0.2), ("R", 3.0), ("R", 4.0), (".", 1.0)];

fn game() -> Game {
    let assets = root().join("assets");
    let text = |name: &str| std::fs::read_to_string(assets.join("play").join(name)).unwrap();
    let mut arena = yard();
    arena.tables = [text("knight.toml"), text("dummy.toml")];
    Game::new(&Stocks::read(&assets).unwrap(), arena).unwrap()
}

/// A game in which the knight begins somewhere else.
fn game_at(x: f64, y: f64) -> Game {
    let mut game = game();
    game.begin_at(Some(glam::dvec2(x, y)));
    game
}

fn buttons(pressed: &str) -> Buttons {
    let has = |letter: char| pressed.contains(letter);
    let keys = Keys { left: has('L'), right: has('R'), up: has('U'), down: has('D'), jump: has('J') };
    let (walk, punch, swing) = (has('w'), has('p'), has('s'));
    Buttons { keys, walk, punch, swing, take: has('t'), exchange: has('x') }
}

/// What is pressed, tick by tick.
fn ticks(pressed: Pressed) -> impl Iterator<Item = Buttons> {
    let ticks = |seconds: f64| (seconds / TICK).round() as usize;
    pressed.iter().flat_map(move |&(keys, seconds)| std::iter::repeat_n(buttons(keys), ticks(seconds)))
}

fn state_of(game: &Game) -> &str {
    game.hero().state().map_or("", |state| &state.name)
}

/// What happens in a run: each state with where it begins, to the last bit, and each blow.
fn story(mut game: Game, pressed: Pressed) -> String {
    let (mut story, mut state, mut begun) = (String::new(), String::new(), game.begun());
    for buttons in ticks(pressed) {
        game.step(buttons);
        let (tick, at) = (game.tick(), game.hero().player().at(game.world()));
        if game.begun() != begun {
            begun = game.begun();
            writeln!(story, "{tick} begins again").unwrap();
        }
        for blow in game.blows().filter(|blow| blow.tick == tick) {
            let hard = if blow.hard { ", hard" } else { "" };
            writeln!(story, "{tick} blow: {} on {} of {}{hard}", blow.by, blow.on, blow.bodies[1]).unwrap();
        }
        if state_of(&game) != state {
            state = state_of(&game).to_owned();
            let [x, y] = at.to_array();
            writeln!(story, "{tick} {state} at {x:.3} {y:.3} {:016x} {:016x}", x.to_bits(), y.to_bits())
                .unwrap();
        }
    }
    story
}

/// Holds a run against the one that is kept.
fn as_kept(name: &str, story: &str) -> Result<()> {
    let path = root().join(format!("lessons/17_the_knight_plays/runs/{name}.txt"));
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
    let story = story(game(), LEVEL);
    for state in ["stride", "jump", "fall", "crawl", "climb", "idle"] {
        ensure!(story.contains(&format!(" {state} at ")), "no {state}:\n{story}");
    }
    ensure!(!story.contains("begins again"), "he is lost:\n{story}");
    as_kept("level", &story)
}

#[test]
fn a_fight_stays_as_it_is() -> Result<()> {
    let story = story(game_at(17.2, 0.0), FIGHT);
    for part in ["fist on", "hard", "shoulders on", " punch at ", " swing at "] {
        ensure!(story.contains(part), "no '{part}':\n{story}");
    }
    ensure!(story.contains(" hit at ") || story.contains(" down at "), "nothing strikes him:\n{story}");
    as_kept("fight", &story)
}

#[test]
fn whoever_falls_out_of_the_level_begins_again() -> Result<()> {
    let story = story(game(), FALL);
    ensure!(story.contains("begins again"), "he does not fall:\n{story}");
    as_kept("fall", &story)
}

#[test]
fn what_is_recorded_comes_to_the_same_bytes_when_it_is_played_again() {
    let (mut game, mut recording) = (game_at(17.2, 0.0), None);
    for (tick, buttons) in ticks(FIGHT).enumerate() {
        if tick == 200 {
            recording = Some(Recording::new(game.clone()));
        }
        recording.iter_mut().for_each(|recording| recording.press(buttons));
        game.step(buttons);
    }
    let recording = recording.unwrap();
    let mut again = recording.start().clone();
    (0..recording.ticks()).for_each(|tick| again.step(recording.keys(tick).unwrap()));
    assert_eq!(again.to_bytes(), game.to_bytes());
    again.step(buttons("s"));
    game.step(buttons("."));
    assert_ne!(again.to_bytes(), game.to_bytes(), "what is pressed is a part of the game");
}

/// Numbers that look like chance, and are the same every time.
struct Chance(u64);

impl Chance {
    /// A number below another one.
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    /// Some buttons, of which each is held with some likelihood.
    fn buttons(&mut self) -> Buttons {
        let mut pressed = String::new();
        for (letter, one_in) in [
            ('R', 2),
            ('L', 4),
            ('U', 4),
            ('D', 6),
            ('J', 3),
            ('w', 6),
            ('p', 8),
            ('s', 8),
            ('t', 20),
            ('x', 30),
        ] {
            if self.below(one_in) == 0 {
                pressed.push(letter);
            }
        }
        buttons(&pressed)
    }
}

/// So long no state may last under what is pressed by chance, in seconds.
const LONGEST: f32 = 30.0;

#[test]
fn whatever_is_pressed_nobody_is_lost_and_no_state_lasts_for_ever() {
    let seconds = std::env::var("KNIGHT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let (mut game, mut chance) = (game(), Chance(17));
    let (mut states, mut furthest, mut held) = (BTreeMap::new(), f64::MIN, buttons("."));
    let lowest = game
        .arena()
        .level
        .obstacles
        .iter()
        .flat_map(|o| o.polygon.corners())
        .map(|c| c.y)
        .fold(0.0, f64::min);
    for tick in 0..(seconds / TICK) as u64 {
        if tick % 24 == 0 {
            held = chance.buttons();
        }
        game.step(held);
        let at = game.hero().player().at(game.world());
        assert!(at.is_finite() && at.y > lowest, "tick {tick}: {at}");
        assert!(game.hero().now().iter().all(|joint| joint.is_finite()), "tick {tick}");
        assert!(game.hero().machine().seconds() < LONGEST, "{} for ever", state_of(&game));
        furthest = furthest.max(at.x);
        *states.entry(state_of(&game).to_owned()).or_insert(0u64) += 1;
    }
    println!("{seconds} s, begun again {} times, as far as {furthest:.1}: {states:?}", game.begun());
    assert!(states.len() >= 8, "{states:?}");
}

#[test]
fn from_every_place_that_chance_comes_to_one_comes_away() {
    let (mut game, mut chance) = (game(), Chance(5));
    for place in 0..30 {
        let ladder_or_less = if place % 2 == 0 { 13.0 } else { 0.0 };
        let held = chance.buttons();
        (0..240).for_each(|tick| game.step(if tick % 40 < 20 { held } else { chance.buttons() }));
        let world = game.world();
        let mut player = game.hero().player().clone();
        let from = player.at(world);
        // To the left of the slope is where he began; who falls out begins there too.
        let is_away = |at: glam::DVec2| at.x < -3.0 || at.y < -3.0 || from.x < ladder_or_less - 13.0;
        let mut keys = Keys::default();
        for tick in 0..40_000 {
            if tick % 30 == 0 {
                keys = Keys { left: chance.below(3) > 0, ..chance.buttons().keys };
            }
            player = world.step(&player, keys);
            if is_away(player.at(world)) {
                break;
            }
        }
        assert!(is_away(player.at(world)), "from {from} he came to {}", player.at(world));
        assert_ne!(player.state(), State::Crushed);
    }
}

#[test]
fn what_he_holds_is_dropped_taken_up_and_exchanged() {
    let mut game = game();
    let step = |game: &mut Game, keys: &str, ticks: usize| (0..ticks).for_each(|_| game.step(buttons(keys)));
    assert_eq!(game.in_hand(Hand::Right), Some(SWORD));
    step(&mut game, "t", 30);
    assert_eq!(game.in_hand(Hand::Right), None, "a key that is held drops it once");
    step(&mut game, ".", 240);
    let sword = &game.things()[0];
    assert_eq!(sword.hold(), Hold::Lies);
    assert!(sword.middle().y.abs() < 0.2, "{}", sword.middle());
    step(&mut game, "s", 10);
    assert_ne!(state_of(&game), "swing", "there is nothing to swing");
    step(&mut game, "t", 2);
    assert_eq!(game.in_hand(Hand::Right), Some(SWORD));
    step(&mut game, "x", 2);
    assert_eq!(game.in_hand(Hand::Left), Some(SWORD));
}

#[test]
fn a_sword_that_falls_out_of_the_level_comes_down_on_him_again() {
    let mut game = game_at(7.6, 1.0);
    (0..70).for_each(|_| game.step(buttons("R")));
    // In the air over the gap.
    game.step(buttons("t"));
    (0..600).for_each(|_| game.step(buttons(".")));
    let sword = &game.things()[0];
    assert!(sword.middle().y > -4.0, "{}", sword.middle());
}

#[test]
fn a_table_that_cannot_be_read_changes_nothing() {
    let mut game = game();
    (0..50).for_each(|_| game.step(buttons("R")));
    let before = game.to_bytes();
    let mut arena = game.arena().clone();
    arena.tables[0].push_str("\n[[state]]\nname = \"dance\"\n");
    let error = game.change(arena).unwrap_err().to_string();
    assert!(error.contains("knight.toml"), "{error}");
    assert_eq!(game.to_bytes(), before);
}

#[test]
fn every_state_of_both_tables_can_be_left() {
    let game = game();
    let all: Vec<Vec<Fact>> = (0..1u32 << 10)
        .map(|bits| {
            Fact::ALL
                .iter()
                .enumerate()
                .filter(|(i, _)| bits >> (i % 10) & 1 == 1)
                .map(|(_, f)| f.0)
                .collect()
        })
        .collect();
    let can_leave = |table: &Table, state: usize| {
        all.iter().any(|facts| table.next(state, 100.0, facts.iter().copied().collect()).is_some())
    };
    for table in [game.hero().table(), game.dummies()[0].table()] {
        for (state, row) in table.states.iter().enumerate() {
            assert!(can_leave(table, state), "{}", row.name);
        }
    }
}

/// Runs, jumps, swings and drops the sword, and plays it again.
const SCRIPT: &str = "click \"begin at=fight\"
wait 0.1
click \"record\"
hold Right
wait 0.2
release Right
tap Swing
wait 0.6
hold Right
tap Jump
wait 0.4
release Right
tap Take
wait 0.5
click \"stop\"
wait 0.1
click \"play again\"
wait 2.0
";

/// How the point is called at which the knight ends: with all that the game is, in short.
const ENDS: &str = "again the same: ";

fn played(folder: &Folder, script: &str, args: &[&str]) -> Result<std::process::Command> {
    let path = folder.join("a.txt");
    std::fs::write(&path, script)?;
    let mut command = lesson_command("17-the-knight-plays")?;
    command.env("WORKBOOK_SAVES", folder.join("saves")).current_dir(folder.path());
    command.args(["--script", &path.to_string_lossy()]).args(args);
    Ok(command)
}

/// What the game has come to, without a window.
fn end_of(script: &str) -> Result<String> {
    let folder = Folder::new()?;
    // There is no such point, so all that are there are named.
    let script = format!("{script}move \"nowhere\"\n");
    let ended = run(&mut played(&folder, &script, &["--headless", "--size", "640x640"])?, 8 * PATIENCE)?;
    let (_, rest) = ended.stderr.split_once(ENDS).with_context(|| format!("it says {}", ended.stderr))?;
    Ok(rest.chars().take_while(char::is_ascii_hexdigit).collect())
}

#[test]
fn a_recording_comes_to_the_same_bytes_in_the_lesson_every_time() -> Result<()> {
    let first = end_of(SCRIPT)?;
    ensure!(first.len() == 16 && first == end_of(SCRIPT)?, "the second time it is not {first}");
    ensure!(first != end_of(&SCRIPT.replace("wait 0.4", "wait 0.5"))?, "a longer run comes to the same");
    Ok(())
}

#[test]
#[cfg(target_os = "linux")]
fn a_recording_comes_to_the_same_bytes_in_a_window() -> Result<()> {
    let (screen, folder) = (support::screen::Screen::open(1280, 800)?, Folder::new()?);
    let sum = end_of(SCRIPT)?;
    let picture = folder.join("end.png");
    // The script fails where there is no such point.
    let script = format!("{SCRIPT}move \"{ENDS}{sum}\"\npicture {}\ntap Esc\n", picture.display());
    let ended = run(played(&folder, &script, &[])?.env("DISPLAY", screen.name()), 8 * PATIENCE)?;
    ensure!(ended.status.success() && picture.exists(), "{}", ended.stderr);
    Ok(())
}
