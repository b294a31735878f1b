//! Shows how his way through the yard goes: how to play, the time, what a fall costs, and the end.

use crate::impact;
use gl::colour::{ERROR, INK};
use glam::{DVec2, Vec3, dvec2, vec2};
use ground::{MovementMode, ObstacleKind, Player, Stance, TICK, World};
use play::{Attempt, BEHIND, Dummy, FALL_COSTS, Game, STANDING_COSTS, seconds};
use side_scroller::best::Best;
use stage::{Corner, Frame};

/// How to play, until he is so far from the start, in metres: some three seconds' run.
const KEYS: &str = "D or → runs, Space jumps, K strikes";
const BEGINS: f64 = 12.0;

/// How to begin where the yard has changed under the knight's feet.
const AGAIN: &str = "R: against the clock";

/// How to go on up a wall or under it, from a plank, and below something low or past a guard that are this near, in metres.
const WALL: &str = "Push on, and Space takes you up the wall";
const UNDER: &str = "Let go: the way leads under this wall";
const PLANK: &str = "Down and Space: through the plank";
const LOW: &str = "Down: duck, or slide at a run";
const NEAR: f64 = 1.5;
const GUARD: &str = "Down: duck its blow, then strike";
const NEAR_GUARD: DVec2 = dvec2(3.0, 1.0);

/// How far beside him a wall is looked for, in metres, and how often below him, in halves of his height.
const BESIDE: f64 = 0.15;
const DEPTHS: u8 = 20;

/// The height of the first row below the upper edge, and of a row, in pixels at scale 1.
const TOP: f32 = 26.0;
const ROW: f32 = 34.0;

/// The seconds for which a fall shows, and how far its sign rises above his head in a second, in metres.
const SHOWN: f32 = 1.6;
const RISES: f32 = 0.4;

/// Draws the time if it counts, and below it how to play or how it went.
pub fn draw(frame: &mut Frame<'_>, game: &Game, attempt: Option<(&Attempt, &Best)>, between: f64) {
    let mut rows = Vec::new();
    if let Some((attempt, best)) = attempt {
        rows.push(clock(attempt, best));
        if attempt.ended.is_some() {
            rows.push(ended(attempt, best));
            rows.extend(best.refusal.clone());
        } else if let Some(hint) = hint(game) {
            rows.push(hint.to_owned());
        } else if game.at(1.0).distance(game.arena.level.start) < BEGINS {
            rows.extend([aim(attempt.fallen.len()), KEYS.to_owned()]);
        }
    } else if game.respawn.start.is_none() && game.arena.finish.is_some() {
        rows.push(AGAIN.to_owned());
    }
    let mut view = frame.overlay(Corner::UpperLeft);
    let middle = 0.5 * view.size().x;
    for (row, text) in (0u8..).zip(rows) {
        view.tag(vec2(middle, TOP + ROW * f32::from(row)), text, INK);
    }
    if let Some((tick, at)) = game.respawn.back.filter(|_| attempt.is_some()) {
        let age = ((game.tick - tick) as f64 - 1.0 + between) as f32 * TICK as f32;
        if age < SHOWN {
            impact::draw_dust(frame, tick, at, age / SHOWN);
            let up = (1.9 + RISES * age) * Vec3::Y;
            let cost = format!("+{:.0} s", seconds(FALL_COSTS));
            frame.label(at.as_vec2().extend(BEHIND) + up, [-16.0, 0.0], cost, ERROR);
        }
    }
}

/// Returns what to do in a yard with so many dummies.
fn aim(dummies: usize) -> String {
    match dummies {
        0 => "Run to the far arch".to_owned(),
        1 => "Fell the straw man, then run to the far arch".to_owned(),
        _ => format!("Fell {dummies} straw men, then run to the far arch"),
    }
}

/// Returns what to press where the keys for running and jumping lead no farther, or to a guard.
fn hint(game: &Game) -> Option<&'static str> {
    let (player, world) = (&game.hero.player, &game.world);
    let at = player.at;
    if player.state == MovementMode::Wall {
        return Some(if leads_under(world, player) { UNDER } else { WALL });
    }
    let is_thin = |&obstacle: &usize| game.arena.level.obstacles[obstacle].kind == ObstacleKind::Thin;
    if player.stands_on(world).iter().any(is_thin) {
        return Some(PLANK);
    }
    let is_near = |dummy: &Dummy| (dummy.actor.at() - at).abs().cmple(NEAR_GUARD).all();
    if game.dummies.iter().any(|dummy| dummy.guards && !dummy.is_down() && is_near(dummy)) {
        return Some(GUARD);
    }
    let stands = player.state == MovementMode::Ground && player.stance == Stance::Standing;
    let is_low = |side: f64| {
        let fits = |stance| world.put(at + side * DVec2::X, stance, player.tick).is_some();
        fits(Stance::Ducking) && !fits(Stance::Standing)
    };
    (stands && [-NEAR, NEAR].into_iter().any(is_low)).then_some(LOW)
}

/// Returns true if there's ground below him, and the wall at his side doesn't reach down to it.
fn leads_under(world: &World, player: &Player) -> bool {
    let (at, half) = (player.at, 0.5 * player.stance.size());
    let is_solid = |at: DVec2| world.is_solid(at, player.tick);
    let down = || (0..DEPTHS).map(|depth| at - f64::from(depth) * half.y * DVec2::Y);
    let sides = [-half.x - BESIDE, half.x + BESIDE].map(|aside| aside * DVec2::X);
    let wall = sides.into_iter().find(|&side| is_solid(at + side + half.y * DVec2::Y));
    let ground = down().position(is_solid);
    wall.zip(ground).is_some_and(|(side, ground)| down().take(ground).any(|at| !is_solid(at + side)))
}

/// The time so far, the dummies that have fallen, and the time to beat.
fn clock(attempt: &Attempt, best: &Best) -> String {
    let now =
        format!("{:.1} s    {} of {} down", seconds(attempt.ticks), attempt.count(), attempt.fallen.len());
    best.ticks.map_or(now.clone(), |best| format!("{now}    best {:.1} s", seconds(best)))
}

fn ended(attempt: &Attempt, best: &Best) -> String {
    let stood = (attempt.fallen.len() - attempt.count()) as u32;
    let cost = match stood {
        0 => String::new(),
        _ => format!(", {:.0} of them for those who still stand", seconds(STANDING_COSTS * stood)),
    };
    let beaten = if best.ticks == Some(attempt.ticks) { "your best" } else { "not your best" };
    format!("{:.1} seconds{cost}: {beaten}. R: again", seconds(attempt.ticks))
}
