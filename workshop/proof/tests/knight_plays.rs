//! Plays lesson 18's game with random keys.
//!
//! `KNIGHT_SECONDS=3600 cargo test -p proof knight_plays::` plays by chance for longer.

use crate::support::knight::{buttons, drawn, game, state_of};
use check::Draw;
use glam::DVec2;
use ground::{Controls, MovementMode, TICK};
use play::{Buttons, Dummy, Game};
use std::collections::BTreeMap;

/// Returns random buttons of a player who looks for trouble. He goes to a dummy and strikes it. If it is
/// down, he goes to where it rises, or jumps there, since a man whom it hits on the head goes down.
fn towards_a_dummy(game: &Game, draw: &mut Draw, ducks: bool) -> Buttons {
    let at = game.hero.player().at(game.world()).x;
    let way = |dummy: &Dummy| dummy.at().x - at;
    let nearest = game.dummies.iter().min_by(|a, b| way(a).abs().total_cmp(&way(b).abs()));
    let Some((dummy, [_, head])) = nearest.and_then(|dummy| Some((dummy, dummy.world_from("head")?))) else {
        return Buttons::default();
    };
    let lies = head.w_axis.y < 1.0;
    let beyond = if lies { 0.65 * (f64::from(head.w_axis.x) - dummy.at().x).signum() } else { 0.0 };
    let way = way(dummy) + beyond;
    let goes = way.abs() > 0.2 && (lies || draw.whole(0..4) > 0);
    let keys = Controls {
        left: goes && way < 0.0,
        right: goes && way > 0.0,
        down: ducks && lies && !goes,
        jump: lies && draw.whole(0..5) == 0,
        ..Controls::default()
    };
    let (swing, punch) = (!lies && draw.whole(0..3) == 0, !lies && draw.whole(0..6) == 0);
    Buttons { keys, swing, punch, ..Buttons::default() }
}

/// The places where he starts, none for the level's own, each with whether there is a dummy to fight.
const PLACES: [(Option<[f64; 2]>, bool); 4] =
    [(None, false), (Some([7.3, 1.0]), false), (Some([17.4, 0.0]), true), (Some([24.3, 0.0]), false)];

/// The longest time, in seconds, that a state may last while buttons are pressed at random.
const LONGEST: f32 = 30.0;

/// The ticks that he may overlap a dummy, which rises where he stands and pushes him aside.
const AMONG: u64 = 60;

/// Returns true if he is nearer to a dummy on its feet than he may be.
fn is_inside_a_dummy(game: &Game) -> bool {
    let at = game.hero.player().at(game.world());
    let stands = game.hero.player().state() == MovementMode::Ground;
    let near = |dummy: &Dummy| dummy.stands() && (dummy.at().x - at.x).abs() < STOPPED - 1e-6;
    stands && at.y.abs() < 0.5 && game.dummies.iter().any(near)
}

/// The ticks after which he starts at the next place, as random keys hardly lead to dummies or ladder.
const ELSEWHERE: u64 = 1200;

#[test]
fn whatever_is_pressed_nobody_is_lost_and_no_state_lasts_for_ever() {
    let seconds = std::env::var("KNIGHT_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    // By this seed he comes into every state within a minute; few come to where they're hit.
    let (mut game, mut draw) = (game(), Draw::of_seed(6));
    let (mut states, mut furthest, mut held) = (BTreeMap::new(), f64::MIN, buttons("."));
    let mut inside = 0;
    let lowest =
        game.arena.level.obstacles.iter().flat_map(|o| o.polygon.corners()).map(|c| c.y).fold(0.0, f64::min);
    for tick in 0..(seconds / TICK) as u64 {
        // Every other time to the dummies.
        let (times, fights) = (tick / ELSEWHERE / 2, (tick / ELSEWHERE).is_multiple_of(2));
        if tick % ELSEWHERE == 0 {
            let others = PLACES.iter().filter(|(_, is_fight)| *is_fight == fights);
            game.begin_at(others.cycle().nth(times as usize % PLACES.len()).unwrap().0.map(DVec2::from));
        }
        if tick % 24 == 0 {
            let ducks = times % 3 > 0;
            held = if fights { towards_a_dummy(&game, &mut draw, ducks) } else { drawn(&mut draw) };
        }
        game.step(held);
        let at = game.hero.player().at(game.world());
        assert!(at.is_finite() && at.y > lowest, "tick {tick}: {at}");
        assert!(game.hero.now().iter().all(|joint| joint.is_finite()), "tick {tick}");
        assert!(game.hero.machine.seconds() < LONGEST, "{} for ever", state_of(&game));
        inside = if is_inside_a_dummy(&game) { inside + 1 } else { 0 };
        assert!(inside < AMONG, "tick {tick}: in a dummy at {at}");
        furthest = furthest.max(at.x);
        *states.entry(state_of(&game).to_owned()).or_insert(0u64) += 1;
    }
    println!("{seconds} s, begun again {} times, as far as {furthest:.1}: {states:?}", game.respawn.begun);
    let never = |state: &&play::State| !states.contains_key(&state.name);
    let missing: Vec<_> = game.hero.table.states.iter().filter(never).map(|state| &state.name).collect();
    assert!(missing.is_empty(), "never came: {missing:?}");
}

/// The distance at which a dummy on its feet stops him, in metres.
const STOPPED: f64 = 0.6;
