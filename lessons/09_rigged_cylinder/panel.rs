//! The instruments: sliders for the bones, the weights, the lamp and the twist, and the area of each slice.

use crate::RiggedCylinder;
use crate::cylinder::{Cylinder, Making};
use crate::lamp::{Lamp, LampPainter};
use crate::scene::{NORMALS, Scene, dual_palette};
use anyhow::Result;
use common::skin::skin_point;
use stage::Panel;
use stage::gl::MeshBuffers;
use stage::gl::colour::{ACCENT, CHANGED};

/// Points around the cylinder and slices along it: for looking at, and for measuring.
const COARSE: (u16, u16) = (40, 48);
const FINE: (u16, u16) = (400, 248);

/// How the cylinder is made when the lesson opens.
pub const MAKING: Making =
    Making { margin: 1.0 / 24.0, often_seen: false, samples: COARSE.0, slices: COARSE.1 };

/// What the panel can show, besides what is always there.
pub const TOPICS: [&str; 3] = ["weights", "light", "twist"];

pub fn show(lesson: &mut RiggedCylinder, panel: &mut Panel<'_>) {
    let (scene, making) = (&mut lesson.scene, &mut lesson.making);
    if panel.slider("bend", &mut scene.bend, -90.0..=90.0, "%.1f°") {
        panel.clock.playing = false;
    }
    panel.choice("beside it", &mut lesson.beside, &["nothing", "stiff parts", "dual quat."]);
    panel.switch("bones", &mut lesson.bones_shown);
    panel.same_line();
    panel.switch("bands", &mut lesson.lamp.bands);
    let before = lesson.topic;
    panel.choice("look at", &mut lesson.topic, &TOPICS);
    if lesson.topic != before && TOPICS[lesson.topic] == "twist" {
        scene.bend = 0.0;
    }
    match TOPICS[lesson.topic] {
        "weights" => show_weights(making, &mut lesson.lamp, &lesson.cylinder, panel),
        "light" => show_light(scene, &mut lesson.lamp, panel),
        _ => {
            if let Err(error) = show_twist(scene, making, &lesson.cylinder, &lesson.painter, panel) {
                panel.note(&format!("{error:#}"));
            }
        }
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
    panel.choice_of("highlight", &mut lamp.halfway, &[(false, "Phong"), (true, "Blinn–Phong")]);
}

fn show_twist(
    scene: &mut Scene,
    making: &mut Making,
    cylinder: &Cylinder,
    painter: &LampPainter,
    panel: &mut Panel<'_>,
) -> Result<()> {
    if panel.slider("twist", &mut scene.twist, -180.0..=180.0, "%.0f°") {
        panel.clock.playing = false;
    }
    panel.slider("margin", &mut making.margin, 0.005..=0.16, "%.3f");
    panel.heading("Area of each slice, from foot to top");
    let (palette, mesh) = (scene.palette(), &cylinder.mesh);
    let vertices = mesh.influences.iter().zip(&mesh.positions);
    let linear: Vec<_> =
        vertices.map(|(influences, &point)| skin_point(&palette, influences, point)).collect();
    // The shader itself is asked: the curve shows what it makes of a slice.
    let dual = painter.placed_by_dual(mesh, &dual_palette(&palette))?;
    let [linear, dual] = [linear, dual].map(|placed| cylinder.slice_areas(&placed));
    panel.curves(
        "areas",
        0.0..=1.2,
        &[("matrices", CHANGED, linear.as_slice()), ("dual quaternions", ACCENT, &dual)],
    );
    Ok(())
}
