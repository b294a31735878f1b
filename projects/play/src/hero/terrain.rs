//! The ground near somebody: a profile that feet are put on.

use glam::{DVec2, Vec2, dvec2};
use ground::{Player, World};

/// Reach of the profile to each side, and the distance between its places, in metres.
const REACH: f64 = 1.1;
const APART: f64 = 0.05;

/// Greatest difference in height to the next place: that of the steepest ground, and a small kerb.
const STEP: f64 = 1.002 * APART + 0.02;

/// Greatest distance below or above the feet of ground that carries a body.
const CARRIES: f64 = 0.02;

/// Half the widths of the ground under the hips and under all of a lying body, in metres, and the parts of the first one.
const UNDER_HIPS: f32 = 0.3;
const UNDER_BODY: f32 = 0.6;
const LOOKS: u8 = 8;

/// The places of a profile.
const COUNT: usize = 2 * (REACH / APART) as usize + 3;

/// The height of the ground for places to the left and to the right of somebody, from where its feet are.
///
/// It begins where the ground carries it, and goes on from there as one can walk. Beyond the end of the ground it keeps
/// its height: a foot beyond an edge is as high as one on it.
#[derive(Clone, Debug)]
pub(super) struct Terrain {
    /// The first place, and the heights of all of them.
    first: f64,
    heights: [f64; COUNT],
    /// The mean height below the hips, and the angle by which it rises to the right below all of a lying body.
    pub under: Vec2,
}

impl Terrain {
    /// The ground around a player who stands.
    pub fn around(world: &World, player: &Player) -> Self {
        let half = 0.5 * player.stance.size().x;
        let edges = near(world, player, half);
        let [x, y] = carried_at(&edges, half);
        // Places stay where they are while one moves over them.
        let origin = player.frame - player.at;
        let first = ((-REACH - origin.x) / APART).floor() * APART + origin.x;
        let place = |index: usize| first + APART * index as f64;
        let from = ((x - first) / APART).clamp(0.0, (COUNT - 2) as f64) as usize;
        let mut heights = [y; COUNT];
        let mut follow = |indices: &mut dyn Iterator<Item = usize>| {
            let mut last = dvec2(x, y);
            for index in indices {
                last = dvec2(place(index), next(&edges, last, place(index)).unwrap_or(last.y));
                heights[index] = last.y;
            }
        };
        follow(&mut (from + 1..COUNT));
        follow(&mut (0..=from).rev());
        let terrain = Self { first, heights, under: Vec2::ZERO };
        let look = |look: u8| terrain.height(UNDER_HIPS * (f32::from(look) / f32::from(LOOKS) * 2.0 - 1.0));
        let inner: f32 = (1..LOOKS).map(look).sum();
        let mean = (inner + 0.5 * (look(0) + look(LOOKS))) / f32::from(LOOKS);
        let rise = (terrain.height(UNDER_BODY) - terrain.height(-UNDER_BODY)) / (2.0 * UNDER_BODY);
        Self { under: Vec2::new(mean, rise.atan()), ..terrain }
    }

    /// The height at a place to the right of somebody's feet, or to the left.
    pub fn height(&self, x: f32) -> f32 {
        let places = ((f64::from(x) - self.first) / APART).clamp(0.0, (COUNT - 1) as f64);
        let index = (places as usize).min(COUNT - 2);
        let [from, to] = [self.heights[index], self.heights[index + 1]];
        (from + (places - index as f64) * (to - from)) as f32
    }
}

/// The height of an edge at a place, if it reaches there.
fn height([left, right]: [DVec2; 2], x: f64) -> Option<f64> {
    let part = (x - left.x) / (right.x - left.x);
    (0.0..=1.0).contains(&part).then_some(left.y + part * (right.y - left.y))
}

/// Returns the place at which the ground carries a body: under its middle if it can be, or else under one of its sides.
fn carried_at(edges: &[[DVec2; 2]], half: f64) -> [f64; 2] {
    let carries = |&[left, right]: &[DVec2; 2]| {
        let [from, to] = [left.x.max(-half), right.x.min(half)];
        let nearest = 0.0f64.clamp(from.min(to), to.max(from));
        let found = [nearest, from, to].into_iter().filter_map(|x| Some([x, height([left, right], x)?]));
        found.filter(|[_, y]| y.abs() <= CARRIES).min_by(|[a, _], [b, _]| a.abs().total_cmp(&b.abs()))
    };
    let nearest = edges.iter().filter_map(carries).min_by(|[a, _], [b, _]| a.abs().total_cmp(&b.abs()));
    nearest.unwrap_or([0.0, 0.0])
}

/// Returns the height of the ground at the next place, if one can walk there.
fn next(edges: &[[DVec2; 2]], last: DVec2, x: f64) -> Option<f64> {
    let most = STEP.min(1.002 * (x - last.x).abs() + STEP - APART);
    let heights = edges.iter().filter_map(|&edge| height(edge, x));
    heights.filter(|y| (y - last.y).abs() <= most).reduce(f64::max)
}

/// All that one can stand on near a player of half a width, from where its feet are.
fn near(world: &World, player: &Player, half: f64) -> Vec<[DVec2; 2]> {
    let at = player.at;
    let is_near = |[left, right]: &[DVec2; 2]| {
        let (low, high) = (left.y.min(right.y), left.y.max(right.y));
        left.x <= REACH && right.x >= -REACH && low <= REACH && high >= -REACH - half
    };
    world.floors(player.tick).map(|ends| ends.map(|end| end - at)).filter(is_near).collect()
}
