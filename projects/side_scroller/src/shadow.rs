//! Draws the shadow below a player, or below what stands about.

use super::floors::Edge;
use super::solid::deep;
use anyhow::Result;
use glam::{DVec2, Vec3, vec2};
use stage::Frame;

/// The greatest depth below the player at which a shadow is seen, in metres.
const DEEPEST: f64 = 9.0;

/// The greatest height of ground above the feet that still gets a shadow, in metres.
const RISE: f64 = 0.6;

/// Draws the shadow of something at a depth `z`, on floors that go from left to right, on the highest of several.
pub fn draw(
    frame: &mut Frame<'_>,
    floors: impl Iterator<Item = Edge>,
    (at, z): (DVec2, f32),
    half: f32,
) -> Result<()> {
    let reach = 1.25 * f64::from(half);
    let mut parts: Vec<Edge> = floors
        .filter_map(|floor| cut(floor, at.x - reach, at.x + reach))
        .filter(|[left, right]| (at.y - DEEPEST..at.y + RISE).contains(&(0.5 * (left.y + right.y))))
        .collect();
    parts.sort_by(|a, b| (b[0].y + b[1].y).total_cmp(&(a[0].y + a[1].y)));
    let mut free = vec![[at.x - reach, at.x + reach]];
    for part in parts {
        let mut left_over = Vec::new();
        for [low, high] in free {
            let Some([left, right]) = cut(part, low, high) else {
                left_over.push([low, high]);
                continue;
            };
            let height = (at.y - 0.5 * (left.y + right.y)).max(0.0);
            let strength = (1.5 * (1.0 - height / DEEPEST)).min(1.5) as f32;
            let centre = deep(at, z);
            let ends = [left, right].map(|end| deep(end, z) + 0.02 * Vec3::Y);
            frame.shadow_on(ends, centre, vec2(reach as f32, 0.9 * half), strength)?;
            left_over.extend([[low, left.x], [right.x, high]].into_iter().filter(|[low, high]| high > low));
        }
        free = left_over;
    }
    Ok(())
}

/// Returns the part of a floor between two x coordinates.
fn cut([from, to]: Edge, left: f64, right: f64) -> Option<Edge> {
    let (low, high) = (from.x.max(left), to.x.min(right));
    let at = |x: f64| from.lerp(to, (x - from.x) / (to.x - from.x));
    (low < high).then(|| [at(low), at(high)])
}
