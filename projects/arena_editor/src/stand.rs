//! How what is chosen stands in the world, for a gizmo, and how it is put where the gizmo says.

use crate::items::{Item, List};
use crate::known::{Frames, Known};
use common::transform::{Transform, transform_point};
use gizmo::Placed;
use glam::{DVec2, Mat4, Quat, Vec3, dvec2};
use ground::{FARTHEST, Level};
use play::{Arena, Heights, Lamp};

/// How high a dummy's middle is above its feet.
const WAIST: f32 = 0.9;

/// Floors that are less than this below another are the same floor.
const SAME_FLOOR: f64 = 0.1;

/// Above one place there are no more floors than these that anybody stands on.
const MOST_FLOORS: usize = 100;

/// What of a item is taken hold of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Handle {
    /// Its place.
    #[default]
    Place,
    /// Where a lamp shines.
    Aim,
}

/// Where a lamp's light goes to: the handle of its direction.
pub fn aim(lamp: &Lamp) -> Vec3 {
    lamp.at + lamp.towards
}

/// How something stands, in what it stands in. Nothing if what it goes along with is not there.
pub fn placed(arena: &Arena, item: Item, handle: Handle, known: &Known, frames: &Frames) -> Option<Placed> {
    let world_from_parent = match item.list {
        List::Spheres(whose) => {
            let sphere = arena.spheres[whose].get(item.index)?;
            known.world_from_on(frames, whose, &sphere.on)?
        }
        _ => Mat4::IDENTITY,
    };
    let parent_from_own = stands(arena, item, handle)?;
    Some(Placed { parent_from_own, world_from_parent, world_from_model: Mat4::IDENTITY })
}

/// How something stands in what it stands in. A lamp's y axis leads away from its light, and a sphere's scale is its radius.
fn stands(arena: &Arena, Item { list, index }: Item, handle: Handle) -> Option<Transform> {
    let at = |translation| Transform { translation, ..Transform::IDENTITY };
    Some(match list {
        List::Pieces => arena.pieces.get(index)?.place,
        List::Lamps => {
            let lamp = arena.lamps.get(index)?;
            let rotation = Quat::from_rotation_arc(Vec3::NEG_Y, lamp.towards.normalize_or(Vec3::NEG_Y));
            match handle {
                Handle::Place => Transform { rotation, ..at(lamp.at) },
                Handle::Aim => at(aim(lamp)),
            }
        }
        List::Dummies => at(arena.dummies.get(index)?.as_vec2().extend(0.0)),
        List::Spheres(whose) => {
            let sphere = arena.spheres[whose].get(index)?;
            Transform { scale: Vec3::splat(sphere.radius), ..at(sphere.centre) }
        }
    })
}

/// Puts something where a gizmo says, which took it as the arena has it.
///
/// # Errors
/// If it is turned by what is no rotation, or if a dummy would stand on nothing.
pub fn put(arena: &mut Arena, item: Item, handle: Handle, to: Transform) -> Result<(), String> {
    let Some(from) = stands(arena, item, handle) else { return Ok(()) };
    let Item { list, index } = item;
    let Transform { translation, rotation, .. } = to;
    if !(rotation.is_finite() && rotation.is_normalized()) {
        return Err("It cannot be turned so.".to_owned());
    }
    match list {
        List::Pieces => arena.pieces[index].place = to,
        List::Lamps => {
            let lamp = &mut arena.lamps[index];
            match handle {
                Handle::Aim => lamp.towards = translation - lamp.at,
                Handle::Place => {
                    lamp.at = translation;
                    if rotation != from.rotation {
                        lamp.towards = rotation * from.rotation.inverse() * lamp.towards;
                    }
                    lamp.reach *= grown(from, to);
                }
            }
        }
        List::Dummies if translation != from.translation => {
            arena.dummies[index] = on_ground_2d(&arena.level, translation)?;
        }
        List::Dummies => {}
        List::Spheres(whose) => {
            let sphere = &mut arena.spheres[whose][index];
            sphere.centre = translation;
            sphere.radius *= grown(from, to);
        }
    }
    Ok(())
}

/// How many times as large something is, along the axis along which it was scaled most.
fn grown(from: Transform, to: Transform) -> f32 {
    let factors = (to.scale / from.scale).to_array();
    factors.into_iter().max_by(|a, b| (a - 1.0).abs().total_cmp(&(b - 1.0).abs())).unwrap_or(1.0)
}

/// The floor nearest to a place, above it or below; nothing if there is none at its x.
pub fn on_ground(level: &Level, near: Vec3) -> Option<Vec3> {
    let (heights, x) = (Heights::new(level), f64::from(near.x));
    let below = |height: f64| heights.below(dvec2(x, height));
    let floors = std::iter::successors(below(FARTHEST), |floor| below(floor - SAME_FLOOR));
    let away = |floor: &f64| (floor - f64::from(near.y)).abs();
    let floor = floors.take(MOST_FLOORS).min_by(|a, b| away(a).total_cmp(&away(b)))?;
    Some(near.with_y(floor as f32))
}

/// The same, in the plane in which one plays.
pub(crate) fn on_ground_2d(level: &Level, near: Vec3) -> Result<DVec2, String> {
    let ground = on_ground(level, near);
    let ground =
        ground.ok_or("There is no ground for a dummy to stand on: put it above or below a floor.")?;
    Ok(ground.truncate().as_dvec2())
}

/// The middle of something in the world: to look at it, and to find it in a script.
pub fn world_centre(arena: &Arena, item: Item, known: &Known, frames: &Frames) -> Option<Vec3> {
    let placed = placed(arena, item, Handle::Place, known, frames)?;
    let own = placed.parent_from_own;
    let middle = match item.list {
        List::Pieces => {
            let [low, high] = known.bounds(&arena.pieces.get(item.index)?.model);
            transform_point(own.to_matrix(), 0.5 * (low + high))
        }
        List::Dummies => own.translation + WAIST * Vec3::Y,
        List::Lamps | List::Spheres(_) => own.translation,
    };
    Some(transform_point(placed.world_from_parent, middle))
}
