//! The puppet: its parts, where they stand, and how they swing.

use anyhow::{Context, Result, ensure};
use common::course::Problem;
use common::course::table::{self, FromTable, Table};
use common::skeleton::Skeleton;
use glam::{Mat4, Vec2};

/// One piece of card, pinned to its parent.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which piece it is.
    pub name: String,
    /// The piece it is pinned to; empty for the torso.
    pub parent: String,
    /// Where the pin sits in the parent's frame, in metres.
    pub attach: Vec2,
    /// Width and height of its sprite, in metres.
    pub size: Vec2,
    /// Where the pin goes through the sprite, as a fraction from its lower left corner.
    pub pivot: Vec2,
    /// Larger is nearer.
    pub layer: i32,
    /// The file of the sprite's image.
    pub image: String,
}

impl FromTable for Part {
    const KEYS: &[&str] = &["name", "parent", "attach", "size", "pivot", "layer", "image"];

    fn from_table(table: &mut Table<'_>) -> Result<Self, Problem> {
        let mut pair = |key| table.take::<[f32; 2]>(key).map(Vec2::from);
        let (attach, size, pivot) = (pair("attach")?, pair("size")?, pair("pivot")?);
        Ok(Self {
            name: table.take("name")?,
            parent: table.take("parent")?,
            attach,
            size,
            pivot,
            layer: table.take("layer")?,
            image: table.take("image")?,
        })
    }
}

/// The text of a `puppet.toml`.
struct Puppet {
    parts: Vec<Part>,
}

impl FromTable for Puppet {
    const KEYS: &[&str] = &["part"];

    fn from_table(table: &mut Table<'_>) -> Result<Self, Problem> {
        Ok(Self { parts: table.take("part")? })
    }
}

/// Where one part is to be drawn, and how large.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The part's joint.
    pub model_from_joint: Mat4,
    /// Width and height of its sprite, in metres.
    pub size: Vec2,
}

/// Reads the parts from the text of a `puppet.toml`, and the skeleton that they form.
pub fn read(text: &str) -> Result<(Vec<Part>, Skeleton)> {
    let Puppet { parts } = table::read("puppet.toml", text)?;
    let mut skeleton = Skeleton::new();
    for part in &parts {
        let parent = skeleton.joints().iter().position(|joint| joint.name == part.parent);
        ensure!(
            parent.is_some() || part.parent.is_empty(),
            "part '{}' hangs on '{}', which does not stand before it",
            part.name,
            part.parent
        );
        skeleton.add(&part.name, parent);
    }
    parts.first().context("a puppet needs at least one part")?;
    Ok((parts, skeleton))
}

/// Poses the puppet: turns part `i` by `degrees[i]`, and draws its sprite `grow[i]` times as large.
pub fn place(parts: &[Part], skeleton: &Skeleton, degrees: &[f32], grow: &[f32]) -> Vec<Placed> {
    // TODO 03.2: Hang each part on its parent by a hinge, walk to model space, and let only the *sprites* grow.
    // BEGIN SOLUTION 03.2
    let hinges: Vec<Mat4> = (parts.iter().zip(degrees))
        .map(|(part, &degrees)| common::transform::parent_from_hinge(part.attach.extend(0.0), degrees))
        .collect();
    let sizes = parts.iter().zip(grow).map(|(part, &grow)| part.size * grow);
    (common::pose::model_from_joints(skeleton, &hinges).into_iter().zip(sizes))
        .map(|(model_from_joint, size)| Placed { model_from_joint, size })
        .collect()
    // END SOLUTION 03.2
    // STARTER 03.2: let _ = (skeleton, degrees, grow);
    // STARTER 03.2: (parts.iter())
    // STARTER 03.2:     .map(|part| Placed { model_from_joint: Mat4::from_translation(part.attach.extend(0.0)), size: part.size })
    // STARTER 03.2:     .collect()
}

/// The angles of the four limbs, in degrees; positive swings forwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The leg on the viewer's side.
    pub near_leg: f32,
    /// The other leg.
    pub far_leg: f32,
    /// The arm on the viewer's side.
    pub near_arm: f32,
    /// The other arm.
    pub far_arm: f32,
}

/// The limbs at one moment of a walk that swings them by up to `degrees` to each side.
///
/// `phase` counts strides: at 0, 1, 2, … the puppet stands the same. The near leg swings forwards first.
pub fn swing(phase: f32, degrees: f32) -> Swing {
    // TODO 03.4: Let the near leg follow a sine of the phase; give the other three limbs the same swing, or its opposite.
    // BEGIN SOLUTION 03.4
    let swing = degrees * (phase * std::f32::consts::TAU).sin();
    Swing { near_leg: swing, far_leg: -swing, near_arm: -swing, far_arm: swing }
    // END SOLUTION 03.4
    // STARTER 03.4: let _ = (phase, degrees);
    // STARTER 03.4: Swing { near_leg: 0.0, far_leg: 0.0, near_arm: 0.0, far_arm: 0.0 }
}

/// Every part's angle, in degrees, at this phase of a walk. The limbs swing by up to `degrees`; the rest follows.
pub fn walk(parts: &[Part], phase: f32, degrees: f32) -> Vec<f32> {
    let swing = swing(phase, degrees);
    let near = phase * std::f32::consts::TAU;
    let far = near + std::f32::consts::PI;
    // The leg that comes forwards is bent, so that its foot clears the ground.
    let knee = |angle: f32| -6.0 - 44.0 * (angle + 0.35).cos().max(0.0).powf(1.5);
    let elbow = |arm: f32| 18.0 + 0.4 * arm;
    let angle = |part: &Part| match part.name.as_str() {
        "torso" => -2.0,
        "head" => 2.0 + 1.5 * (2.0 * near).sin(),
        "near upper leg" => swing.near_leg + 2.0,
        "far upper leg" => swing.far_leg + 2.0,
        "near lower leg" => knee(near),
        "far lower leg" => knee(far),
        "near upper arm" => swing.near_arm,
        "far upper arm" => swing.far_arm,
        "near lower arm" => elbow(swing.near_arm),
        "far lower arm" => elbow(swing.far_arm),
        _ => 0.0,
    };
    parts.iter().map(angle).collect()
}
