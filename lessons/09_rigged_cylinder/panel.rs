//! The instruments: sliders for the bones, the weights and the lamp.

use crate::RiggedCylinder;
use crate::cylinder::{Cylinder, Making};
use crate::lamp::Lamp;
use crate::scene::{NORMALS, Scene};
use anyhow::Result;
use gl::MeshBuffers;
use stage::{Lesson as _, Panel};

/// Points around the cylinder and slices along it: for looking at, and for counting.
const COARSE: (u16, u16) = (40, 48);
const FINE: (u16, u16) = (400, 248);

/// How the cylinder is made when the lesson opens.
pub const MAKING: Making =
    Making { margin: 1.0 / 24.0, often_seen: false, samples: COARSE.0, slices: COARSE.1 };

/// What the panel can show, besides what is always there.
const TOPICS: [&str; 2] = ["weights", "light"];

pub fn show(lesson: &mut RiggedCylinder, panel: &mut Panel<'_>) {
    if panel.slider("bend", &mut lesson.scene.bend, -90.0..=90.0, "%.1f°") {
        panel.clock.playing = false;
    }
    panel.choice("beside it", &mut lesson.beside, &["nothing", "stiff parts"]);
    panel.switch("bones", &mut lesson.bones_shown);
    panel.same_line();
    panel.switch("bands", &mut lesson.lamp.bands);
    let was_closer = lesson.closer;
    panel.switch("closer", &mut lesson.closer);
    if lesson.closer != was_closer {
        *panel.camera = lesson.camera();
    }
    panel.choice("look at", &mut lesson.topic, &TOPICS);
    let (scene, making) = (&mut lesson.scene, &mut lesson.making);
    match TOPICS[lesson.topic] {
        "weights" => show_weights(making, &mut lesson.lamp, &lesson.cylinder, panel),
        _ => show_light(scene, &mut lesson.lamp, panel),
    }
    if let Err(error) = remake(lesson) {
        panel.note(&format!("{error:#}"));
    }
}

/// Makes the cylinder again if it is to be made otherwise.
fn remake(lesson: &mut RiggedCylinder) -> Result<()> {
    if lesson.cylinder.making != lesson.making {
        lesson.cylinder = Cylinder::skinned(lesson.making);
        lesson.skin = MeshBuffers::new(&lesson.gl, &lesson.cylinder.mesh)?;
    }
    Ok(())
}

fn show_weights(making: &mut Making, lamp: &mut Lamp, cylinder: &Cylinder, panel: &mut Panel<'_>) {
    panel.choice_of("ramp", &mut making.often_seen, &[(false, "continuous"), (true, "often seen")]);
    panel.slider("margin", &mut making.margin, 0.005..=0.16, "%.3f");
    panel.switch("weights", &mut lamp.weights_shown);
    panel.same_line();
    let mut fine = making.samples > COARSE.0;
    panel.switch("fine", &mut fine);
    (making.samples, making.slices) = if fine { FINE } else { COARSE };
    let mesh = &cylinder.mesh;
    panel.note(&format!("{} vertices, {} triangles", mesh.positions.len(), mesh.triangles.len()));
}

fn show_light(scene: &mut Scene, lamp: &mut Lamp, panel: &mut Panel<'_>) {
    panel.choice("normals", &mut scene.normals, &NORMALS);
    panel.slider("stretch", &mut scene.stretch, 0.3..=3.0, "%.2f ×");
    panel.slider("ambient", &mut lamp.ambient, 0.0..=1.0, "%.2f");
    panel.slider("diffuse", &mut lamp.diffuse, 0.0..=1.0, "%.2f");
    panel.slider("specular", &mut lamp.specular, 0.0..=1.0, "%.2f");
    panel.slider("shininess", &mut lamp.shininess, 1.0..=128.0, "%.0f");
    panel.choice_of("highlight", &mut lamp.blinn, &[(false, "Phong"), (true, "Blinn–Phong")]);
}
