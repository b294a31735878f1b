//! Players in a mesh, who are thrown about.

use super::Seen;
use super::random::Random;
use glam::{DVec2, dvec2};
use ground::{Body, Judge, MeshPosition, NavMesh, Obstacle, Rules, Shape};
use std::time::Instant;

const RULES: Rules = Rules { gravity: dvec2(0.0, -20.0), steepest: 1.0, takeoff: 2.0 };
const TIME: f64 = 1.0 / 60.0;

fn start(mesh: &NavMesh, random: &mut Random) -> Option<Body> {
    let at = 18.0 * random.vector();
    // Whole numbers are where corners are.
    let at = if random.below(4) == 0 { at.round() } else { at };
    let triangle = mesh.locate(at)?;
    Some(Body::Airborne { place: MeshPosition { at, triangle }, velocity: DVec2::ZERO })
}

/// What the player's keys make of a player.
fn with_keys(mesh: &NavMesh, body: Body, random: &mut Random) -> Body {
    let far = [1.0, 10.0, 100.0, 12_000.0][random.below(4)];
    match (random.below(40), body) {
        (0, body) => mesh.jump(body, far * random.vector()),
        (1, body) => mesh.jump(body, far * random.vector().round()),
        (2, body) => mesh.drop_through(body),
        (3..12, Body::Supported { support, .. }) => {
            Body::Supported { support, speed: far * random.vector().x }
        }
        (_, body) => body,
    }
}

/// Plays so many steps.
pub fn play(obstacles: &[Obstacle], shape: &Shape, steps: usize, random: &mut Random, seen: &mut Seen) {
    let (mesh, judge) = (NavMesh::new(obstacles, shape), Judge::new(obstacles, shape));
    let mut body = None;
    for step in 0..steps {
        if step % 1000 == 0 {
            body = (0..100).find_map(|_| start(&mesh, random));
        }
        let Some(last) = body else { continue };
        let pressed = with_keys(&mesh, last, random);
        let before = Instant::now();
        let stepped = mesh.step(pressed, &RULES, TIME);
        seen.time += before.elapsed();
        body = Some(stepped.body);
        let place = mesh.place(stepped.body);
        seen.steps += 1;
        seen.supported += usize::from(matches!(stepped.body, Body::Supported { .. }));
        seen.not_ended += usize::from(stepped.left > 0.0);
        seen.in_solid += usize::from(!mesh.is_free(place.triangle));
        seen.deep(judge.depth(place.at));
    }
}
