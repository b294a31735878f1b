//! Three bones in a row, with the same cylinder on each. Gaps open at the bends.

mod panel;
mod scene;

use anyhow::Result;
use common::shapes::{cylinder, octahedron};
use common::transform::{RigidTransform, transform_point};
use gl::colour::{Colour, INK, joint_colour, mix};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec3, vec2, vec3};
use scene::{BONES, Bones, LENGTH, RADIUS, SWEEP};
use stage::{Args, Camera, Frame, Inspected, Lesson, Pace, Panel, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<BonesAndFlesh>(env!("CARGO_BIN_NAME"))
}

struct BonesAndFlesh {
    bones: Bones,
    flesh: MeshBuffers,
    bone: MeshBuffers,
    flesh_shown: bool,
    gaps_marked: bool,
    /// The observer's place, 0 for the world, 1 for bone 0, and so on.
    seen_from: usize,
}

impl Lesson for BonesAndFlesh {
    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self {
            bones: Bones::new(),
            flesh: MeshBuffers::new(gl, &cylinder(RADIUS, LENGTH, 48, 1))?,
            bone: MeshBuffers::new(gl, &octahedron(LENGTH, 0.16))?,
            flesh_shown: true,
            gaps_marked: false,
            seen_from: 0,
        })
    }

    fn camera(&self) -> Camera {
        Camera::orbit(vec3(0.0, 1.4, 0.0), 4.2, 22.0, 12.0)
    }

    fn pace(&self) -> Pace {
        Pace::Plays(SWEEP)
    }

    fn update(&mut self, step: Step) {
        if step.dt != 0.0 {
            self.bones.sweep(step.time);
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    fn inspected(&self) -> Option<Inspected> {
        Some(self.bones.inspected(self.observer()))
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let [world_from_model, world_from_bones @ ..] = self.bones.in_world(self.observer());
        self.draw_ground(frame, world_from_model)?;
        for (i, world_from_bone) in world_from_bones.iter().enumerate() {
            let world_from_bone = world_from_bone.to_matrix();
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
        if self.seen_from > 0 {
            frame.axes(Mat4::IDENTITY, 0.4);
            frame.label(Vec3::ZERO, [-30.0, -8.0], "seat", INK);
        }
        if self.gaps_marked && self.flesh_shown {
            for pair in world_from_bones.windows(2) {
                panel::mark_gap(frame, pair[0], pair[1]);
            }
        }
        Ok(())
    }
}

impl BonesAndFlesh {
    /// Returns the bone that the observer sits on, or none for the world.
    fn observer(&self) -> Option<usize> {
        self.seen_from.checked_sub(1)
    }

    /// Draws the model's ground. Grid and shadow are drawn on the world's, so the view is moved by the inverse.
    fn draw_ground(&self, frame: &mut Frame<'_>, world_from_model: RigidTransform) -> Result<()> {
        let view = frame.view;
        frame.view.clip_from_world = view.clip_from_world * world_from_model.to_matrix();
        frame.view.eye = world_from_model.inverse().transform_point(view.eye);
        frame.grid()?;
        frame.shadow(vec3(self.bones.bone_0_x, 0.0, 0.0), vec2(0.75, 0.75))?;
        frame.view = view;
        Ok(())
    }
}

/// Draws a line along the flesh, which shows a twist.
fn stripe(frame: &mut Frame<'_>, world_from_bone: Mat4, colour: Colour) {
    let [low, high] =
        [0.02, 0.98].map(|t| transform_point(world_from_bone, vec3(0.0, t * LENGTH, RADIUS * 1.02)));
    frame.lines.line(low, high, 3.0, mix(colour, INK, 0.35));
}
