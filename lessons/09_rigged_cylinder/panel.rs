//! The instruments: sliders for the bones, the weights and the lamp.

use crate::RiggedCylinder;
use crate::cylinder::{self, Weights};
use crate::lamp::{CLAY, COPPER, LAMP, Material, PLASTIC};
use crate::scene::Normals;
use anyhow::Result;
use gl::MeshBuffers;
use glam::Vec3;
use stage::Panel;

/// The weights when the lesson opens.
pub const WEIGHTS: Weights = Weights { margin: 1.0 / 24.0, often_seen: false };

const NORMALS: [(Normals, &str); 3] = [
    (Normals::NormalMatrix, "normal matrix"),
    (Normals::AsDirections, "as directions"),
    (Normals::NotAtAll, "not at all"),
];

const MATERIALS: [(Material, &str); 3] = [(CLAY, "clay"), (PLASTIC, "plastic"), (COPPER, "copper")];
const DIFFUSE: [(Vec3, &str); 2] = [(LAMP.diffuse, "warm"), (Vec3::X, "red")];

pub fn show(lesson: &mut RiggedCylinder, panel: &mut Panel<'_>) {
    let (scene, painter) = (&mut lesson.scene, &mut lesson.painter);
    if panel.slider("bend", &mut scene.bend, -90.0..=90.0, "%.1f°") {
        panel.clock.playing = false;
    }
    panel.choice_of("beside it", &mut lesson.rigid_shown, &[(false, "nothing"), (true, "rigid parts")]);
    panel.switches([
        ("bones", &mut lesson.bones_shown),
        ("bands", &mut painter.bands),
        ("weights", &mut painter.weights_shown),
    ]);

    let before = lesson.weights;
    panel.choice_of("ramp", &mut lesson.weights.often_seen, &[(false, "continuous"), (true, "often seen")]);
    panel.slider("margin", &mut lesson.weights.margin, 0.005..=0.16, "%.3f");

    panel.choice_of("normals", &mut scene.normals, &NORMALS);
    panel.slider("stretch", &mut scene.stretch, 0.0..=3.0, "%.2f ×");

    panel.choice_of("material", &mut lesson.material, &MATERIALS);
    panel.slider("shininess", &mut painter.shininess, 1.0..=256.0, "%.0f");
    panel.choice_of("diffuse", &mut lesson.lamp.diffuse, &DIFFUSE);

    if lesson.weights != before
        && let Err(error) = reweigh(lesson)
    {
        panel.note(&format!("{error:#}"));
    }
}

fn reweigh(lesson: &mut RiggedCylinder) -> Result<()> {
    lesson.mesh = cylinder::skinned(lesson.weights);
    lesson.skin = MeshBuffers::skin(&lesson.gl, &lesson.mesh)?;
    Ok(())
}
