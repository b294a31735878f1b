//! What is under the mouse.

use crate::items::{Item, List};
use crate::known::{Frames, Known};
use crate::stand::{Handle, aim, placed};
use crate::work::ArenaWork;
use common::transform::transform_point;
use gl::Ray;
use glam::{Mat4, Vec3, vec3};

/// The box around a dummy, from its feet.
const DUMMY: [Vec3; 2] = [vec3(-0.35, 0.0, -0.3), vec3(0.35, 1.8, 0.3)];

/// What the mouse means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which item.
    pub item: Item,
    /// What of it.
    pub handle: Handle,
}

/// What a line of sight meets first; `reach` says how far beside a place it still means a handle there, in metres. What is
/// drawn over everything, as lamps are, is met before all else. While one looks at spheres, only those are met.
pub fn under(
    work: &ArenaWork,
    known: &Known,
    frames: &Frames,
    ray: Ray,
    reach: impl Fn(Vec3) -> f32,
) -> Option<Part> {
    let arena = work.arena();
    let place = |list, index| Part { item: Item { list, index }, handle: Handle::Place };
    if let List::Spheres(whose) = work.list() {
        let met = arena.spheres[whose].iter().enumerate().filter_map(|(index, sphere)| {
            let world_from_on = known.world_from_on(frames, whose, &sphere.on)?;
            let away = meets_ball(ray, transform_point(world_from_on, sphere.centre), sphere.radius)?;
            Some((place(List::Spheres(whose), index), away))
        });
        return nearest(met);
    }
    let aims = work.chosen().filter(|item| item.list == List::Lamps).and_then(|item| {
        let at = aim(arena.lamps.get(item.index)?);
        Some((Part { item, handle: Handle::Aim }, meets_ball(ray, at, reach(at))?))
    });
    let lamps = arena.lamps.iter().enumerate().filter_map(|(index, lamp)| {
        Some((place(List::Lamps, index), meets_ball(ray, lamp.at, reach(lamp.at))?))
    });
    if let Some(lamp) = nearest(aims.into_iter().chain(lamps)) {
        return Some(lamp);
    }
    let pieces = (0..arena.pieces.len()).map(|index| place(List::Pieces, index));
    let dummies = (0..arena.dummies.len()).map(|index| place(List::Dummies, index));
    nearest(pieces.chain(dummies).filter_map(|part| {
        let (world_from_box, ends) = bounds(work, part.item, known, frames)?;
        Some((part, meets_box(ray, world_from_box, ends)?))
    }))
}

/// The box around a piece or a dummy: where its frame is, and its lowest and highest corner there.
pub fn bounds(work: &ArenaWork, item: Item, known: &Known, frames: &Frames) -> Option<(Mat4, [Vec3; 2])> {
    let ends = match item.list {
        List::Pieces => known.bounds(&work.arena().pieces.get(item.index)?.model),
        List::Dummies => DUMMY,
        List::Lamps | List::Spheres(_) => return None,
    };
    let placed = placed(work.arena(), item, Handle::Place, known, frames)?;
    Some((placed.parent_from_own.to_matrix(), ends))
}

fn nearest(met: impl Iterator<Item = (Part, f32)>) -> Option<Part> {
    met.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(part, _)| part)
}

/// How far away a ray meets a ball; nothing if it begins in it, or passes by.
fn meets_ball(ray: Ray, centre: Vec3, radius: f32) -> Option<f32> {
    let way = centre - ray.origin;
    let along = way.dot(ray.direction);
    let aside = (way - along * ray.direction).length();
    let away = along - (radius * radius - aside * aside).max(0.0).sqrt();
    (aside <= radius && away >= 0.0).then_some(away)
}

/// How far away a ray meets a box; nothing if it begins in it, or passes by.
fn meets_box(ray: Ray, world_from_box: Mat4, [low, high]: [Vec3; 2]) -> Option<f32> {
    let box_from_world = world_from_box.inverse();
    if !box_from_world.is_finite() {
        return None;
    }
    let origin = transform_point(box_from_world, ray.origin);
    let direction = box_from_world.transform_vector3(ray.direction);
    let (mut enters, mut leaves) = (0.0f32, f32::INFINITY);
    for axis in 0..3 {
        let ways = [low, high].map(|end| (end[axis] - origin[axis]) / direction[axis]);
        let [first, last] = if direction[axis] < 0.0 { [ways[1], ways[0]] } else { ways };
        if direction[axis] == 0.0 {
            if !(low[axis]..=high[axis]).contains(&origin[axis]) {
                return None;
            }
            continue;
        }
        (enters, leaves) = (enters.max(first), leaves.min(last));
    }
    (0.0 < enters && enters <= leaves).then_some(enters)
}
