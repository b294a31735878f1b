//! What the mouse holds while a button is down, from the first few pixels on: a click moves nothing.

use glam::{Vec2, Vec3};
use stage::Pointer;

/// How far the mouse goes before it drags, in pixels at scale 1.
const STILL: f32 = 3.0;

/// Something that the mouse took in the plane in which one plays.
#[derive(Clone, Copy, Debug)]
pub struct Drag {
    /// Where the button went down, until the mouse has moved from there.
    pressed: Option<Vec2>,
    /// Where it was from the mouse, in the plane.
    off: Vec3,
}

impl Drag {
    /// Takes hold of what is at a place. Nothing, if the mouse is beside the plane.
    pub fn begin(pointer: &Pointer, place: Vec3) -> Option<Self> {
        Some(Self { pressed: Some(pointer.pixel), off: place - pointer.on_plane_z()? })
    }

    /// Whether the mouse has moved by now. From then on every place counts.
    pub fn moves(&mut self, pointer: &Pointer) -> bool {
        let far = STILL * pointer.view.scale;
        self.pressed = self.pressed.filter(|pressed| pressed.distance(pointer.pixel) < far);
        self.pressed.is_none()
    }

    /// Where it comes to. Nothing, until the mouse has moved.
    pub fn to(&mut self, pointer: &Pointer) -> Option<Vec3> {
        self.moves(pointer).then_some(pointer.on_plane_z()? + self.off)
    }
}
