//! The puppet: its parts, the part under the mouse, and the swing of its limbs.

use anyhow::{Context, Result, ensure};
use common::skeleton::Skeleton;
use course::{from_table, table};
use glam::{Mat4, Vec2};

/// A piece of card, pinned to its parent.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name, as in "near upper arm".
    pub name: String,
    /// The name of the piece it is pinned to, empty for the torso.
    pub parent: String,
    /// The pin in the parent's space, or for the root in model space, in metres.
    pub attach: Vec2,
    /// The width and height of its sprite, in metres.
    pub size: Vec2,
    /// The pin in the sprite, as a fraction from its lower left corner.
    pub pivot: Vec2,
    /// The layer, larger for what is nearer.
    pub layer: i32,
    /// The file of the sprite's image.
    pub image: String,
}

from_table!(Part { name, parent, attach, size, pivot, layer, image });

/// The text of a `puppet.toml`.
struct Puppet {
    parts: Vec<Part>,
}

from_table!(Puppet { parts: "part" });

/// A part's place and size on screen.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The matrix from the part's joint to the model.
    pub model_from_joint: Mat4,
    /// The width and height of its sprite, in metres.
    pub size: Vec2,
}

/// Reads the parts and their skeleton from the text of a `puppet.toml`.
pub fn read(text: &str) -> Result<(Vec<Part>, Skeleton)> {
    let Puppet { parts } = table::read("puppet.toml", text)?;
    let mut skeleton = Skeleton::new();
    for part in &parts {
        let parent = skeleton.named(&part.parent);
        ensure!(
            parent.is_some() || part.parent.is_empty(),
            "the parent of part '{}' is '{}', which must come before it",
            part.name,
            part.parent
        );
        skeleton.add(&part.name, parent);
    }
    parts.first().context("a puppet needs at least one part")?;
    Ok((parts, skeleton))
}

/// Maps a spot of a part's paper to model space. Every part `i` is rotated by `degrees[i]`.
///
/// `spot` is a fraction of the sprite's width and height from its lower left corner, like a pivot.
pub fn spot_in_model(parts: &[Part], skeleton: &Skeleton, degrees: &[f32], part: usize, spot: Vec2) -> Vec2 {
    // TODO 03.2: Find the spot in model space.
    // BEGIN SOLUTION 03.2
    let mut point = (spot - parts[part].pivot) * parts[part].size;
    let mut joint = Some(part);
    while let Some(i) = joint {
        point = Vec2::from_angle(degrees[i].to_radians()).rotate(point) + parts[i].attach;
        joint = skeleton.joints()[i].parent;
    }
    point
    // END SOLUTION 03.2
    // STARTER 03.2: let _ = (parts, skeleton, degrees, part, spot);
    // STARTER 03.2: Vec2::ZERO
}

/// Finds the part under the mouse: the nearest of those whose sprite covers this point of model space.
///
/// A sprite is the whole rectangle of its image, with its transparent edge. `placed` has an entry for each of `parts`.
pub fn part_at(parts: &[Part], placed: &[Placed], point_in_model: Vec2) -> Option<usize> {
    // TODO 03.3: Find the parts whose sprite covers the point, and return the one you see.
    // BEGIN SOLUTION 03.3
    let covers = |&i: &usize| {
        let Placed { model_from_joint, size } = placed[i];
        let point_in_joint =
            model_from_joint.inverse().transform_point3(point_in_model.extend(0.0)).truncate();
        let fraction = point_in_joint / size + parts[i].pivot;
        fraction.cmpge(Vec2::ZERO).all() && fraction.cmple(Vec2::ONE).all()
    };
    (0..parts.len()).filter(covers).max_by_key(|&i| parts[i].layer)
    // END SOLUTION 03.3
    // STARTER 03.3: let _ = (placed, point_in_model);
    // STARTER 03.3: parts.iter().position(|part| part.name == "torso")
}

/// The angles of a walk at one moment, in degrees; positive swings forwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// The leg on the viewer's side, rotated at the hip.
    pub near_leg: f32,
    /// The knee of that leg, which bends backwards, by a negative angle.
    pub near_knee: f32,
    /// The leg on the far side, rotated at the hip.
    pub far_leg: f32,
    pub far_knee: f32,
    /// The arm on the viewer's side, rotated at the shoulder.
    pub near_arm: f32,
    /// The arm on the far side, rotated at the shoulder.
    pub far_arm: f32,
}

/// The limbs at one moment of a walk that swings them by up to `degrees` to each side.
///
/// `phase` counts strides: at 0, 1, 2, … the puppet looks the same.
/// - The near leg swings like a sine, once to and fro in a stride, by up to `degrees`. At 0 it is straight down, on its
///   way forwards.
/// - The far leg does what the near leg does half a stride later.
/// - Each arm has the angle of the leg on the other side.
/// - A knee is straight, 0, while its leg goes back. While the leg comes forwards, the knee bends: not at all in the
///   beginning and in the end, and by `-2 * degrees` as the leg passes straight down. In between it bends and stretches
///   again without a jump.
pub fn gait(phase: f32, degrees: f32) -> Gait {
    // TODO 03.4: Return the angles of hips, knees and shoulders at this phase.
    // BEGIN SOLUTION 03.4
    let leg = |phase: f32| degrees * (phase * std::f32::consts::TAU).sin();
    // A leg comes forwards as long as the slope of its sine, a cosine, is above zero.
    let knee = |phase: f32| -2.0 * degrees * (phase * std::f32::consts::TAU).cos().max(0.0);
    let (near, far) = (phase, phase + 0.5);
    Gait {
        near_leg: leg(near),
        near_knee: knee(near),
        far_leg: leg(far),
        far_knee: knee(far),
        near_arm: leg(far),
        far_arm: leg(near),
    }
    // END SOLUTION 03.4
    // STARTER 03.4: let _ = (phase, degrees);
    // STARTER 03.4: Gait { near_leg: 0.0, near_knee: 0.0, far_leg: 0.0, far_knee: 0.0, near_arm: 0.0, far_arm: 0.0 }
}

/// Returns every part's angle, in degrees, at this phase of a walk. The limbs swing by up to `degrees`.
pub fn walking_angles(parts: &[Part], phase: f32, degrees: f32) -> Vec<f32> {
    let gait = gait(phase, degrees);
    let nod = 1.5 * (2.0 * phase * std::f32::consts::TAU).sin();
    let elbow = |arm: f32| 18.0 + 0.4 * arm;
    let angle = |part: &Part| match part.name.as_str() {
        "torso" => -2.0,
        "head" => 2.0 + nod,
        "near upper leg" => gait.near_leg + 2.0,
        "far upper leg" => gait.far_leg + 2.0,
        "near lower leg" => gait.near_knee,
        "far lower leg" => gait.far_knee,
        "near upper arm" => gait.near_arm,
        "far upper arm" => gait.far_arm,
        "near lower arm" => elbow(gait.near_arm),
        "far lower arm" => elbow(gait.far_arm),
        _ => 0.0,
    };
    parts.iter().map(angle).collect()
}
