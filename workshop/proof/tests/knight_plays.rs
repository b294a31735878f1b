//! Lesson 17's game: what comes of keys that are pressed by chance, what he holds and strikes, and a table that is none.
//!
//! `KNIGHT_SECONDS=3600 cargo test -p proof --test knight_plays` plays by chance for longer.

mod support;

use glam::{DVec2, dvec3};
use ground::{Controls, MovementMode, TICK};
use play::{Buttons, Dummy, Game, SWORD, Touches};
use std::collections::BTreeMap;
use support::knight::{Chance, buttons, game, game_at, state_of};

/// Returns buttons of a player who looks for trouble, by chance. He goes to a dummy and strikes it. If it is down, he
/// goes to the place where it rises, or jumps there: a man whom it hits on the head goes down.
fn towards_a_dummy(game: &Game, chance: &mut Chance, ducks: bool) -> Buttons {
    let at = game.hero().player().at(game.world()).x;
    let way = |dummy: &Dummy| dummy.at().x - at;
    let nearest = game.dummies().iter().min_by(|a, b| way(a).abs().total_cmp(&way(b).abs()));
    let Some((dummy, [_, head])) = nearest.and_then(|dummy| Some((dummy, dummy.world_from("head")?))) else {
        return Buttons::default();
    };
    let lies = head.w_axis.y < 1.0;
    let beyond = if lies { 0.65 * (f64::from(head.w_axis.x) - dummy.at().x).signum() } else { 0.0 };
    let way = way(dummy) + beyond;
    let goes = way.abs() > 0.2 && (lies || chance.below(4) > 0);
    let keys = Controls {
        left: goes && way < 0.0,
        right: goes && way > 0.0,
        down: ducks && lies && !goes,
        jump: lies && chance.below(5) == 0,
        ..Controls::default()
    };
    let (swing, punch) = (!lies && chance.below(3) == 0, !lies && chance.below(6) == 0);
    Buttons { keys, swing, punch, ..Buttons::default() }
}

/// The place where he begins, or none for the level's own; and true if there is somebody to fight with.
const PLACES: [(Option<[f64; 2]>, bool); 4] =
    [(None, false), (Some([7.3, 1.0]), false), (Some([17.4, 0.0]), true), (Some([24.3, 0.0]), false)];

/// Longest time that a state may last while buttons are pressed by chance, in seconds.
const LONGEST: f32 = 30.0;

/// Ticks that he may be at a dummy's place: it rises there, and puts him aside.
const AMONG: u64 = 60;

/// Returns true if he is nearer to a dummy on its feet than he may be.
fn is_inside_a_dummy(game: &Game) -> bool {
    let at = game.hero().player().at(game.world());
    let stands = game.hero().player().state() == MovementMode::Ground;
    let near = |dummy: &Dummy| dummy.stands() && (dummy.at().x - at.x).abs() < STOPPED - 1e-6;
    stands && at.y.abs() < 0.5 && game.dummies().iter().any(near)
}

/// After so many ticks he begins somewhere else: who presses by chance hardly comes to where the dummies are, or the ladder.
const ELSEWHERE: u64 = 1200;

#[test]
fn whatever_is_pressed_nobody_is_lost_and_no_state_lasts_for_ever() {
    let seconds = std::env::var("KNIGHT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let (mut game, mut chance) = (game(), Chance(17));
    let (mut states, mut furthest, mut held) = (BTreeMap::new(), f64::MIN, buttons("."));
    let mut inside = 0;
    let lowest = game
        .arena()
        .level
        .obstacles
        .iter()
        .flat_map(|o| o.polygon.corners())
        .map(|c| c.y)
        .fold(0.0, f64::min);
    for tick in 0..(seconds / TICK) as u64 {
        // Every other time to the dummies.
        let (times, fights) = (tick / ELSEWHERE / 2, (tick / ELSEWHERE).is_multiple_of(2));
        if tick % ELSEWHERE == 0 {
            let others = PLACES.iter().filter(|(_, is_fight)| *is_fight == fights);
            game.begin_at(others.cycle().nth(times as usize % PLACES.len()).unwrap().0.map(DVec2::from));
        }
        if tick % 24 == 0 {
            let ducks = times % 3 > 0;
            held = if fights { towards_a_dummy(&game, &mut chance, ducks) } else { chance.buttons() };
        }
        game.step(held);
        let at = game.hero().player().at(game.world());
        assert!(at.is_finite() && at.y > lowest, "tick {tick}: {at}");
        assert!(game.hero().now().iter().all(|joint| joint.is_finite()), "tick {tick}");
        assert!(game.hero().machine().seconds() < LONGEST, "{} for ever", state_of(&game));
        inside = if is_inside_a_dummy(&game) { inside + 1 } else { 0 };
        assert!(inside < AMONG, "tick {tick}: in a dummy at {at}");
        furthest = furthest.max(at.x);
        *states.entry(state_of(&game).to_owned()).or_insert(0u64) += 1;
    }
    println!("{seconds} s, begun again {} times, as far as {furthest:.1}: {states:?}", game.begun());
    let never = |state: &&play::State| !states.contains_key(&state.name);
    let missing: Vec<_> = game.hero().table().states.iter().filter(never).map(|state| &state.name).collect();
    assert!(missing.is_empty(), "never came: {missing:?}");
}

/// Distance at which a dummy on its feet stops him, in metres.
const STOPPED: f64 = 0.6;

/// Returns the depth of a thing that he holds in a dummy: below the spheres that can be struck, at any place of the
/// lamp, or of the blade above the hilt.
fn depth_in_dummies(game: &Game, prop: usize) -> f64 {
    let form = game.props()[prop].form();
    let from_grip = (game.props()[prop].world_from_prop(1.0) * form.prop_from_grip).as_dmat4();
    let from = if form.name == SWORD { dvec3(0.0, 0.17, 0.0) } else { form.ends[0] };
    let along =
        (0..=24u8).map(|part| from_grip.transform_point3(from.lerp(form.ends[1], f64::from(part) / 24.0)));
    let places: Vec<_> = along.collect();
    let bodies = (1..=game.dummies().len()).flat_map(|body| game.spheres(body));
    let hurts = bodies.filter(|placed| placed.sphere.touches == Touches::Hurts);
    hurts
        .flat_map(|placed| {
            places.iter().map(move |place| placed.moving.radius - place.distance(placed.moving.to))
        })
        .fold(f64::MIN, f64::max)
}

#[test]
fn neither_blade_nor_lamp_goes_through_a_dummy_that_he_strikes() {
    let ends = |game: &Game| {
        [0, 1].map(|prop: usize| {
            let form = game.props()[prop].form();
            (game.props()[prop].world_from_prop(1.0) * form.prop_from_grip)
                .as_dmat4()
                .transform_point3(form.ends[1])
        })
    };
    for (from, towards) in [(17.4, "R"), (20.6, "L")] {
        // The nearer he stands, and the less he has come to rest, the more is in the way.
        for (ahead, rests) in [(40, 60), (50, 60), (60, 60), (120, 60), (40, 0), (60, 0), (120, 0)] {
            let mut game = game_at([from, 0.0]);
            (0..ahead).for_each(|_| game.step(buttons(towards)));
            (0..rests).for_each(|_| game.step(buttons(".")));
            let told = format!("{ahead} ticks to {towards}, {rests} of rest");
            game.step(buttons("s"));
            let (mut before, mut touches) = (ends(&game), 0);
            for tick in 0..240 {
                game.step(buttons("."));
                let deep = [0, 1].map(|prop| depth_in_dummies(&game, prop));
                let thick = [0, 1].map(|prop: usize| game.props()[prop].form().thick);
                // A few millimetres are left where two balls press on it from two sides.
                let out = [0, 1].map(|prop| deep[prop] < 0.005 - thick[prop]);
                let swings = state_of(&game) == "swing";
                assert!(out == [true; 2] || !swings, "{told}: {deep:?} in tick {tick}");
                if swings && game.stood() {
                    touches += 1;
                    assert!(deep[0] > -0.08, "{told}: it stops {deep:?} before the dummy");
                }
                let now = ends(&game);
                let moved = [0, 1].map(|prop: usize| now[prop].distance(before[prop]));
                assert!(moved[0] < 0.3 && moved[1] < 0.2, "{told}: by {moved:?} m in tick {tick}");
                before = now;
            }
            assert!(touches == 3 && game.hits().len() == 1, "{told}: {touches}, {}", game.hits().len());
            assert!(game.hits().all(|hit| hit.bodies == [0, 1] && hit.hard), "{told}");
        }
    }
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
