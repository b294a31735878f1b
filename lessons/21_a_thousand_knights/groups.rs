//! Gathers the knights for the calls of a frame: who is seen, how finely, and in which colour.

use crate::army::Army;
use crate::panel::Instruments;
use gl::View;
use gl::colour::{Colour, joint_colour, with_alpha};
use glam::Vec3;
use glium::implement_vertex;

/// Knights shorter than this on screen (in pixels) use the coarse mesh.
const FAR: f32 = 50.0;

/// Height of a knight, and his reach around his middle, in metres.
const TALL: f32 = 1.8;
const REACHES: f32 = 1.5;

/// Share of the tint in a knight's colour.
const TINTED: f32 = 0.75;

/// Meaning of the knights' colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    Sides,
    /// Number of frames between their updates.
    HowOften,
    /// True if they are drawn finely or coarsely.
    HowFine,
}

impl Colours {
    /// A colour for the whole knight, with its strength.
    fn tint(self, every: impl Fn() -> usize, is_far: bool) -> Colour {
        match self {
            Self::Sides => [0.0; 4],
            Self::HowOften => with_alpha(joint_colour(every().ilog2() as usize), TINTED),
            Self::HowFine => with_alpha(joint_colour(usize::from(is_far)), TINTED),
        }
    }
}

/// The shader's attributes of each knight, besides his palette.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// The three rows of `world_from_model`.
    a_world_x: [f32; 4],
    a_world_y: [f32; 4],
    a_world_z: [f32; 4],
    /// 1 if he is on the other side.
    a_side: f32,
    /// A colour for the whole knight, with its strength.
    a_tint: [f32; 4],
}
implement_vertex!(Instance, a_world_x, a_world_y, a_world_z, a_side, a_tint);

/// Knights drawn alike, in the order of the shader's instances.
#[derive(Default)]
pub struct Group {
    /// Rows of `posed_from_bind` of all their palettes.
    pub rows: Vec<[f32; 4]>,
    pub instances: Vec<Instance>,
}

impl Group {
    /// Adds a knight by the three rows of each matrix of his palette.
    fn add(&mut self, palette: &[[f32; 4]], rows: usize, instance: Instance) {
        if rows == 3 {
            self.rows.extend_from_slice(palette);
        } else {
            for matrix in palette.chunks_exact(3) {
                self.rows.extend_from_slice(matrix);
                self.rows.push([0.0, 0.0, 0.0, 1.0]);
            }
        }
        self.instances.push(instance);
    }

    /// Removes all of them, and keeps the memory.
    fn clear(&mut self) {
        self.rows.clear();
        self.instances.clear();
    }
}

/// Fills two groups with the knights of a view: finely and coarsely drawn.
pub fn gather(groups: &mut [Group; 2], army: &Army, view: &View, instruments: &Instruments) {
    let settings = &instruments.settings;
    groups.iter_mut().for_each(Group::clear);
    for (index, (knight, world_from_model, palette)) in army.all().enumerate() {
        let middle = world_from_model.w_axis.truncate() + 0.5 * TALL * Vec3::Y;
        if settings.seen_only && !view.sees(middle, REACHES) {
            continue;
        }
        let is_far = settings.coarse && view.metres_of_pixels(middle, FAR) > TALL;
        let every = || if settings.waits { army.every(index, view) } else { 1 };
        let [a_world_x, a_world_y, a_world_z, _] = world_from_model.transpose().to_cols_array_2d();
        let a_side = if knight.side { 1.0 } else { 0.0 };
        let a_tint = instruments.colours.tint(every, is_far);
        let instance = Instance { a_world_x, a_world_y, a_world_z, a_side, a_tint };
        groups[usize::from(is_far)].add(palette, settings.look.rows, instance);
    }
}
