//! The instruments: sliders, one vertex slot by slot in the view, a close-up, and the mouse.

use crate::Blending;
use crate::scene::{ARMS, FEET, Scene};
use crate::skin::Skin;
use common::transform::transform_point;
use gl::View;
use gl::colour::{ERROR, INK, joint_colour, mix, with_alpha};
use glam::{Mat4, Vec3};
use stage::{Frame, Panel, Pointer};

/// The magnification of the close-up.
const CLOSER: f32 = 3.0;

/// The chosen vertex, and how it is shown.
pub struct Chosen {
    /// The vertex's arm, as an index into [`ARMS`].
    pub arm: usize,
    vertex: usize,
    /// True if the view is a close-up of the vertex.
    pub close: bool,
}

impl Chosen {
    pub fn new() -> Self {
        Self { arm: 1, vertex: 1290, close: false }
    }

    /// Returns the vertex's index in the arm's mesh.
    pub fn vertex(&self, scene: &Scene) -> usize {
        self.vertex.min(scene.skins[self.arm].mesh.positions.len() - 1)
    }

    /// Returns the vertex's present place in world space.
    fn place(&self, scene: &Scene, palette: &[Mat4]) -> Vec3 {
        FEET[self.arm] + scene.posed(self.arm, self.vertex(scene), palette)
    }

    /// Returns the view, or a close-up with the vertex in the place of the camera's target.
    pub fn seen(&self, view: View, target: Vec3, scene: &Scene, palette: &[Mat4]) -> View {
        if !self.close {
            return view;
        }
        let far_from_near = Mat4::from_translation(target)
            * Mat4::from_scale(Vec3::splat(CLOSER))
            * Mat4::from_translation(-self.place(scene, palette));
        View {
            clip_from_world: view.clip_from_world * far_from_near,
            eye: transform_point(far_from_near.inverse(), view.eye),
            ..view
        }
    }
}

pub fn show(lesson: &mut Blending, panel: &mut Panel<'_>) {
    let scene = &mut lesson.scene;
    panel.slider("bend", &mut scene.bend, 0.0..=1.5, "%.2f ×");
    panel.slider("blend width", &mut lesson.width, 0.0..=1.0, "%.2f bones");
    if panel.edit().changed {
        match Skin::blended(&lesson.gl, lesson.width) {
            Ok(skin) => (scene.skins[1], lesson.refusal) = (skin, None),
            Err(error) => lesson.refusal = Some(format!("{error:#}")),
        }
    }
    panel.switches([
        ("weights", &mut lesson.weights_shown),
        ("skeleton", &mut lesson.skeleton_shown),
        ("close up", &mut lesson.chosen.close),
        ("strings", &mut lesson.strings_shown),
    ]);
    panel.note("Click on a vertex of either arm: F3 shows it slot by slot.");
    panel.notes(&scene.skins[1].notes);
    if let Some(refusal) = &lesson.refusal {
        panel.text_colored(ERROR, refusal);
    }
}

/// Draws the places to which each joint alone would move the chosen vertex, and the blend.
pub fn draw_slots(scene: &Scene, chosen: &Chosen, frame: &mut Frame<'_>, palette: &[Mat4]) {
    let (foot, posed) = (FEET[chosen.arm], chosen.place(scene, palette));
    for (joint, weight, place) in scene.slots(chosen.arm, chosen.vertex(scene), palette) {
        if weight == 0.0 {
            continue;
        }
        let (colour, place) = (joint_colour(joint), foot + place);
        frame.lines_on_top.line(place, posed, 2.0, with_alpha(colour, 0.6));
        frame.lines_on_top.line(place, place, 4.0 + 9.0 * weight.sqrt(), colour);
        if chosen.close {
            frame.label(place, [12.0, 0.0], joint.to_string(), mix(colour, INK, 0.35));
        }
    }
    frame.lines_on_top.line(posed, posed, 13.0, INK);
    frame.lines_on_top.line(posed, posed, 9.0, [1.0; 4]);
}

/// Lets the mouse choose a vertex of either arm.
pub fn press(lesson: &mut Blending, pointer: &Pointer) -> bool {
    let palette = lesson.scene.palette();
    let pointer = Pointer { view: lesson.seen(pointer.view, &palette), ..*pointer };
    let facing = |arm: usize| {
        let facing = lesson.scene.skins[arm].facing(&palette, pointer.view.eye - FEET[arm]);
        facing.into_iter().map(move |(vertex, place)| ((arm, vertex), place + FEET[arm]))
    };
    let Some((arm, vertex)) = pointer.pressed((0..ARMS.len()).flat_map(facing)) else {
        return false;
    };
    (lesson.chosen.arm, lesson.chosen.vertex, lesson.skeleton_shown) = (arm, vertex, true);
    true
}
