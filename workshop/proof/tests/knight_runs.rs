//! Plays lesson 18's game: the same keys give the same run, to the last bit, at any frame rate, and random keys lose nobody.
//!
//! `WORKBOOK_BLESS=1 cargo test -p proof knight_runs::` records the run anew. `KNIGHT_SECONDS=3600` plays by chance for longer.

#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use crate::support::{Folder, PATIENCE, played, run};
use anyhow::{Context, Result, ensure};
use check::Draw;
use course::root;
use glam::DVec2;
use ground::{Buttons, TICK};
use play::{
    Arena, Attempt, CharacterAsset, CharacterAssets, Game, StateTable, button, read_spheres, seconds,
};
use side_scroller::best::Best;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// Returns the game as the lesson opens it, with its level, spheres and tables.
fn game() -> Game {
    let text = |name: &str| std::fs::read_to_string(root().join("assets").join(name)).unwrap();
    let table = |name: &str, character: &CharacterAsset| {
        Arc::new(StateTable::read(&text(name), name, &character.names()).unwrap())
    };
    let character =
        |name: &str| CharacterAsset::read(&root().join("assets").join(name)).map(Arc::new).unwrap();
    let (knight, dummy) = (character("knight/knight.dae"), character("play/dummy.dae"));
    let characters = CharacterAssets { knight, dummy };
    let arena = Arena {
        spheres: read_spheres("spheres.toml", &text("play/spheres.toml")).unwrap(),
        tables: [table("play/knight.toml", &characters.knight), table("play/dummy.toml", &characters.dummy)],
        ..Arena::from_toml(&text("levels/lesson_18.toml"), "lesson_18.toml").unwrap()
    };
    Game::new(&characters, arena)
}

/// The letters for buttons, and the names of their actions.
const LETTERS: [(char, Buttons, &str); 10] = [
    ('L', button::LEFT, "Left"),
    ('R', button::RIGHT, "Right"),
    ('U', button::UP, "Up"),
    ('D', button::DOWN, "Down"),
    ('J', button::JUMP, "Jump"),
    ('w', button::WALK, "Walk"),
    ('p', button::PUNCH, "Punch"),
    ('s', button::SWING, "Swing"),
    ('x', button::EXCHANGE, "Exchange"),
    ('A', 0, "Again"),
];

/// Returns the buttons that are pressed, from a letter for each: see [`Pressed`].
fn buttons(pressed: &str) -> Buttons {
    LETTERS.iter().filter(|(letter, ..)| pressed.contains(*letter)).map(|(_, button, _)| button).sum()
}

/// Draws buttons, each with its own likelihood.
fn drawn(draw: &mut Draw) -> Buttons {
    let likely = [('R', 2), ('L', 4), ('U', 4), ('D', 6), ('J', 3), ('w', 6), ('p', 8), ('s', 8), ('x', 30)];
    let pressed = likely.into_iter().filter(|(_, one_in)| draw.whole(0..*one_in) == 0);
    buttons(&pressed.map(|(letter, _)| letter).collect::<String>())
}

/// Returns the name of the present state.
fn state_of(game: &Game) -> &str {
    game.hero.actor.state().map_or("", |state| &state.name)
}

/// Buttons, each with the sixths of a second that they are pressed, as in `RJ:3`: `R` and `L` run, `U` and `D` climb and duck,
/// `J` jumps, `w` walks, `p` punches, `s` swings, `x` exchanges hands, and `A` begins again. A `.` presses nothing.
///
/// At the end of each sixth a frame begins, at 30, 60 and 144 frames a second.
type Pressed = &'static str;

/// The ticks in a sixth of a second.
const SIXTH: usize = 20;

/// The whole way: on his knees under the block, over two dummies that fall, up two walls in jumps off them, through the plank
/// and down between the walls; then under the guard's blow, three for it, and over it to the gate, where he raises his sword whatever is
/// pressed. Then he begins again, strikes with his fist, exchanges hands, swings and walks back.
const COURSE: Pressed = "R:19 RJ:1 R:5 RJ:1 R:6 RD:3 R:8 s:1 .:1 RJ:1 R:1 RJ:1 R:5 s:1 .:1 RJ:1 R:1 RJ:5 R:1 RJ:5 R:1 RJ:8 R:1 \
    RJ:4 R:1 RJ:5 R:1 RJ:5 R:1 RJ:1 R:9 D:1 DJ:1 R:29 D:3 s:1 .:5 s:1 .:5 s:1 .:3 R:2 RJ:4 R:9 \
    .:6 A:1 .:3 p:1 .:5 x:1 .:3 s:1 .:6 Lw:3 .:3";

fn parts(pressed: Pressed) -> impl Iterator<Item = (&'static str, usize)> {
    let part =
        |part: &'static str| part.split_once(':').map(|(keys, sixths)| (keys, sixths.parse().unwrap()));
    pressed.split(' ').filter_map(part)
}

/// Returns the buttons of each tick, and whether the game begins again before it.
fn ticks(pressed: Pressed) -> impl Iterator<Item = (Buttons, bool)> {
    parts(pressed).flat_map(|(keys, sixths)| {
        (0..SIXTH * sixths).map(move |tick| (buttons(keys), tick == 0 && keys.contains('A')))
    })
}

/// Returns the story of a run, each state with the place where it begins, to the last bit, and each hit; and how the way had
/// gone when he began again.
fn story(game: &mut Game, pressed: Pressed) -> (String, Attempt) {
    let (mut story, mut state, mut begun) = (String::new(), String::new(), game.respawn.begun);
    let mut attempt = Attempt::default();
    for (buttons, again) in ticks(pressed) {
        if again {
            attempt = game.attempt.take().unwrap();
            game.restart();
        }
        game.step(buttons);
        let (tick, at) = (game.tick, game.hero.player.at);
        if game.respawn.begun != begun {
            begun = game.respawn.begun;
            writeln!(story, "{tick} begins again").unwrap();
        }
        for hit in game.hits.iter().filter(|hit| hit.tick == tick) {
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
    (story, attempt)
}

/// Returns a run as a script, which pauses the game at the end.
fn script(pressed: Pressed) -> String {
    let (mut script, mut held) = (String::new(), "");
    for (keys, sixths) in parts(pressed).chain([(".", 0)]) {
        for (letter, _, action) in LETTERS {
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

/// Compares the story of the whole way with the recorded one, then plays it in the lesson.
#[test]
fn the_whole_way_comes_to_the_same_bits_and_has_a_time_which_is_kept() -> Result<()> {
    let mut game = game();
    let (story, attempt) = story(&mut game, COURSE);
    let path = root().join("lessons/18_the_knight_plays/runs/course.txt");
    if std::env::var_os("WORKBOOK_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &story)?;
    }
    let kept = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    ensure!(kept == story, "WORKBOOK_BLESS=1 keeps the new run.\n{story}");
    let time = attempt.ticks;
    ensure!(attempt.ended.is_some() && attempt.fallen == [true; 3], "who still stands: {attempt:?}");
    ensure!((20.0..40.0).contains(&seconds(time)), "{} s", seconds(time));

    let hero = &game.hero;
    ensure!(hero.actor.world_from("foot.L").is_some(), "he has no foot");
    let machines: Vec<_> = game.dummies.iter().map(|dummy| &dummy.actor.machine).collect();
    // As the lesson names it.
    let bits = (&hero.player, &hero.actor.machine, hero.actor.world_from("foot.L"), machines, &game.hits);
    let wanted = format!("paused: {bits:?}");
    // There is no such point, so all that are there are named.
    let script = format!("{}move \"nowhere\"\n", script(COURSE));
    for rate in ["30", "60", "144"] {
        let folder = Folder::new()?;
        let mut command = played("18-the-knight-plays", &folder, &script)?;
        command.args(["--headless", "--size", "160x120", "--rate", rate]);
        let end = run(&mut command, 60 * PATIENCE)?.stderr;
        ensure!(end.contains(&wanted), "at {rate} frames a second: {end} and not {wanted}");
        let kept = std::fs::read_dir(folder.join("saves/levels"))?.collect::<Result<Vec<_>, _>>()?;
        let kept =
            kept.iter().map(|kept| std::fs::read_to_string(kept.path())).collect::<Result<String, _>>()?;
        ensure!(kept.trim().parse() == Ok(time), "{kept} is kept, and not {time}");
    }
    Ok(())
}

/// Tests the ladder, which the whole way leads past.
#[test]
fn up_the_ladder_and_down_he_climbs_and_a_key_to_the_side_takes_him_over_its_top() {
    let mut game = game();
    game.begin_at(Some(DVec2::new(24.3, 0.0)));
    for (pressed, state, heights) in [
        ("U:9", "climb", 1.7..1.9),
        ("L:3", "climb", 1.7..1.9),
        ("D:9", "idle", 0.0..0.1),
        ("U:18", "climb", 3.5..3.7),
        ("L:5", "fall", 3.9..4.3),
    ] {
        ticks(pressed).for_each(|(buttons, _)| game.step(buttons));
        let at = game.hero.player.at;
        assert!(
            state_of(&game) == state && heights.contains(&at.y),
            "{pressed}: {} at {at}",
            state_of(&game)
        );
    }
}

#[test]
fn a_better_time_counts_at_the_next_start() -> Result<()> {
    let (arena, saves) = (Arena::default(), Folder::new()?);
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

/// The places where he starts, none for the level's own.
const PLACES: [Option<[f64; 2]>; 4] = [None, Some([7.3, 1.0]), Some([17.4, 0.0]), Some([24.3, 0.0])];

/// The ticks after which he starts at the next place, as random keys hardly lead to dummies or ladder.
const ELSEWHERE: u64 = 1200;

/// The longest time, in seconds, that a state may last while buttons are pressed at random.
const LONGEST: f32 = 30.0;

#[test]
fn whatever_is_pressed_nobody_is_lost_and_no_state_lasts_for_ever() {
    let seconds = std::env::var("KNIGHT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let (mut game, mut draw, mut held) = (game(), Draw::of_seed(6), 0);
    let mut states = BTreeSet::new();
    let bounds = game.arena.level.obstacles.iter().map(|obstacle| obstacle.polygon.bounds()[0].y);
    let lowest = bounds.fold(0.0, f64::min);
    for tick in 0..(seconds / TICK) as u64 {
        if tick % ELSEWHERE == 0 {
            game.begin_at(PLACES[(tick / ELSEWHERE) as usize % PLACES.len()].map(DVec2::from));
        }
        if tick % 24 == 0 {
            held = drawn(&mut draw);
        }
        game.step(held);
        let at = game.hero.player.at;
        assert!(at.is_finite() && at.y > lowest, "tick {tick}: {at}");
        assert!(game.hero.actor.now().iter().all(|joint| joint.is_finite()), "tick {tick}");
        assert!(game.hero.actor.machine.seconds() < LONGEST, "{} for ever", state_of(&game));
        states.insert(state_of(&game).to_owned());
    }
    // By chance he hardly meets the guard's blow, and who is put somewhere else has no clock to win against.
    let rare = |name: &str| ["hit", "win"].contains(&name);
    let all = game.hero.actor.table.states.iter().map(|state| &state.name);
    let missing: Vec<_> = all.filter(|name| !rare(name) && !states.contains(*name)).collect();
    assert!(missing.is_empty(), "never came: {missing:?}");
}
