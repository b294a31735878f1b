//! Three bones in a row, with the same cylinder hung on each: where they bend, gaps open.

use anyhow::Result;
use common::gl::colour::{CHANGED, Colour, INK, joint_colour, mix};
use common::gl::{Gl, Mesh};
use common::pose::model_from_joints;
use common::shapes::{cylinder, octahedron};
use common::skeleton::Skeleton;
use common::stage::{self, Args, Camera, Frame, Lesson, Motion, Panel, Step};
use common::transform::{RigidTransform, transform_point};
use glam::{Mat4, Quat, Vec3, vec2, vec3};
use std::f32::consts::TAU;
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<BonesAndFlesh>(env!("CARGO_BIN_NAME"))
}

/// How long every bone is, and the flesh on it, in metres.
const LENGTH: f32 = 1.0;
/// The radius of the flesh, in metres.
const RADIUS: f32 = 0.28;
/// Seconds of one sweep.
const SWEEP: f32 = 4.0;

const BONES: [&str; 3] = ["bone 0", "bone 1", "bone 2"];

struct BonesAndFlesh {
    skeleton: Skeleton,
    bone_0_x: f32,
    /// Degrees, as all angles here.
    turn_0: f32,
    bend_1: f32,
    bend_2: f32,
    twist: f32,
    flesh_shown: bool,
    gaps_marked: bool,
    /// 0 is the world, 1 is bone 0, and so on.
    seen_from: usize,
    flesh: Mesh,
    bone: Mesh,
}

/// A rotation about the z axis.
fn about_z(degrees: f32) -> Quat {
    Quat::from_rotation_z(degrees.to_radians())
}

impl BonesAndFlesh {
    /// Every bone in its parent: bone 0 in the model, the others on the tip of the one below.
    fn parent_from_bones(&self) -> [RigidTransform; 3] {
        let tip = Vec3::Y * LENGTH;
        let twist = Quat::from_rotation_y(self.twist.to_radians());
        [
            RigidTransform::new(vec3(self.bone_0_x, 0.0, 0.0), about_z(self.turn_0)),
            RigidTransform::new(tip, about_z(self.bend_1) * twist),
            RigidTransform::new(tip, about_z(self.bend_2)),
        ]
    }

    /// Every bone in the model, whose space is the world here.
    fn model_from_bones(&self) -> Vec<RigidTransform> {
        model_from_joints(&self.skeleton, &self.parent_from_bones())
    }

    /// Looks from a bone: it stands where it stood when the figure was straight, and all else moves around it.
    fn look_from(&self, bone: usize, frame: &mut Frame<'_>) {
        let Some(model_from_bone) = self.model_from_bones().get(bone).copied() else {
            return;
        };
        let stand = Mat4::from_translation(Vec3::Y * LENGTH * bone as f32);
        let bone_from_model = model_from_bone.inverse().to_matrix();
        frame.view.clip_from_world = frame.view.clip_from_world * stand * bone_from_model;
        frame.view.eye = model_from_bone.transform_point(transform_point(stand.inverse(), frame.view.eye));
    }
}

impl Lesson for BonesAndFlesh {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self {
            skeleton: Skeleton::chain(&BONES),
            bone_0_x: 0.0,
            turn_0: 0.0,
            bend_1: 45.0,
            bend_2: -55.0,
            twist: 0.0,
            flesh_shown: true,
            gaps_marked: false,
            seen_from: 0,
            flesh: Mesh::solid(gl, &cylinder(RADIUS, LENGTH, 48, 1))?,
            bone: Mesh::solid(gl, &octahedron(LENGTH, 0.16))?,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 1.4, 0.0), 4.2, 22.0, 12.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: SWEEP, plays_at_start: false })
    }

    fn update(&mut self, step: Step) {
        if step.dt != 0.0 {
            let turn = TAU * step.time / SWEEP;
            self.bend_1 = 45.0 * turn.cos();
            self.bend_2 = -55.0 * turn.cos();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.heading("Turn and bend");
        panel.slider("bone 0 x", &mut self.bone_0_x, -1.5..=1.5, "%.2f m");
        panel.slider("turn 0", &mut self.turn_0, -90.0..=90.0, "%.0f°");
        let bend_1 = panel.slider("bend 1", &mut self.bend_1, -120.0..=120.0, "%.0f°");
        let bend_2 = panel.slider("bend 2", &mut self.bend_2, -120.0..=120.0, "%.0f°");
        panel.slider("twist", &mut self.twist, -180.0..=180.0, "%.0f°");
        panel.clock.playing &= !(bend_1 || bend_2);
        panel.switch("flesh", &mut self.flesh_shown);
        panel.same_line();
        panel.switch("mark the gaps", &mut self.gaps_marked);
        panel.choice("seen from", &mut self.seen_from, &["world", BONES[0], BONES[1], BONES[2]]);

        let bone = self.seen_from.checked_sub(1).unwrap_or(2);
        panel.heading(&format!("{} in model space, twice", BONES[bone]));
        if let Some(model_from_bone) = self.model_from_bones().get(bone) {
            let (axis, angle) = model_from_bone.rotation.to_axis_angle();
            let t = model_from_bone.translation.to_array().map(stage::fixed).join(" ");
            let r = axis.to_array().map(|x| format!("{x:.1}")).join(" ");
            panel.number("t", &format!("t {t}"));
            panel.number("R", &format!("R {:>6.1}° about {r}", angle.to_degrees()));
            panel.matrix("model_from_bone", model_from_bone.to_matrix());
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        if let Some(bone) = self.seen_from.checked_sub(1) {
            self.look_from(bone, frame);
        }
        frame.grid()?;
        frame.shadow(vec3(self.bone_0_x, 0.0, 0.0), vec2(0.75, 0.75))?;
        for (i, model_from_bone) in self.model_from_bones().into_iter().enumerate() {
            let world_from_bone = model_from_bone.to_matrix();
            let colour = joint_colour(i);
            if self.flesh_shown {
                frame.solid(&self.flesh, world_from_bone, mix(colour, [1.0; 4], 0.30))?;
                stripe(frame, world_from_bone, colour);
            } else {
                frame.solid(&self.bone, world_from_bone, colour)?;
                frame.axes(world_from_bone, 0.3);
            }
            let beside = transform_point(world_from_bone, vec3(-RADIUS - 0.14, 0.5 * LENGTH, 0.0));
            frame.label(beside, [-24.0, 0.0], BONES[i], mix(colour, INK, 0.4));
        }
        if self.gaps_marked && self.flesh_shown {
            for pair in self.model_from_bones().windows(2) {
                mark_gap(frame, pair[0], pair[1]);
            }
        }
        Ok(())
    }
}

/// A line along the flesh, so that a twist can be seen.
fn stripe(frame: &mut Frame<'_>, world_from_bone: Mat4, colour: Colour) {
    let [low, high] =
        [0.02, 0.98].map(|t| transform_point(world_from_bone, vec3(0.0, t * LENGTH, RADIUS * 1.02)));
    frame.lines.line(low, high, 3.0, mix(colour, INK, 0.35));
}

/// Spans the wedge between the rims of two bones' flesh on the outer side, and names both sides.
fn mark_gap(frame: &mut Frame<'_>, below: RigidTransform, above: RigidTransform) {
    let (up_below, up_above) = (below.rotation * Vec3::Y, above.rotation * Vec3::Y);
    let Some(hinge) = up_below.cross(up_above).try_normalize() else {
        return;
    };
    let joint = above.translation;
    // Away from the side to which the upper bone leans, in the plane of each rim.
    let [out_below, out_above] = [up_below, up_above].map(|up| up.cross(hinge) * RADIUS);
    for step in -6i8..=6 {
        let (sin, cos) = (f32::from(step) / 6.0 * 0.25 * TAU).sin_cos();
        let [low, high] = [out_below, out_above].map(|out| joint + out * cos + hinge * RADIUS * sin);
        frame.lines.line(low, high, 2.5, CHANGED);
    }
    let bend = up_below.angle_between(up_above).to_degrees();
    if bend > 8.0 {
        let outwards = (out_below + out_above).normalize_or_zero();
        frame.label(joint + outwards * 1.35 * RADIUS, [0.0, 0.0], "gap", CHANGED);
        frame.label(joint - outwards * 1.7 * RADIUS, [0.0, 0.0], "overlap", INK);
    }
}
