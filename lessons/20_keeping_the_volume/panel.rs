//! The instruments: sliders for the upper bone and the ramp, and charts of the slices.

use crate::KeepingTheVolume;
use crate::skin::Slices;
use anyhow::Result;
use common::mesh::Mesh;
use common::skin::skin_point;
use glam::Vec3;
use stage::{Lesson as _, Panel};

/// The names of the charts of the slices.
const CHARTS: [&str; 2] = ["area", "reach"];

/// The names of the choices of cylinders.
pub const SHOWN: [&str; 4] = ["all", "left", "middle", "right"];

pub fn show(lesson: &mut KeepingTheVolume, panel: &mut Panel<'_>) {
    let shown = lesson.shown;
    panel.choice("show", &mut lesson.shown, &SHOWN);
    if lesson.shown != shown {
        *panel.camera = lesson.camera();
    }
    let scene = &mut lesson.scene;
    let twisted = panel.slider("twist", &mut scene.twist, -180.0..=180.0, "%.0f°");
    let bent = panel.slider("bend", &mut scene.bend, -120.0..=120.0, "%.0f°");
    panel.clock.playing &= !(twisted || bent);
    panel.slider("thick", &mut scene.thick, 0.5..=2.0, "%.2f ×");
    panel.slider("margin", &mut lesson.margin, 0.05..=0.6, "%.2f m");
    if let Err(error) = lesson.remake().and_then(|()| measure(lesson, panel)) {
        panel.note(&format!("{error:#}"));
    }
}

fn measure(lesson: &mut KeepingTheVolume, panel: &mut Panel<'_>) -> Result<()> {
    panel.heading("Slices, from foot to top");
    panel.choice("of each", &mut lesson.chart, &CHARTS);
    let (palette, bones) = (lesson.scene.palette(), lesson.scene.joint_and_tip());
    let [plain, helped] = &lesson.meshes;
    let mixed = |mesh: &Mesh| -> Vec<Vec3> {
        let vertices = mesh.influences.iter().zip(&mesh.positions);
        vertices.map(|(influences, &point)| skin_point(&palette, influences, point)).collect()
    };
    // The chart shows the places that the shader itself computes.
    let placed = lesson.painter.placed(plain, &lesson.scene.dual_palette())?;
    let slices = [(plain, mixed(plain)), (plain, placed), (helped, mixed(helped))]
        .map(|(mesh, posed)| Slices::new(mesh, &posed, bones));
    let ways = || crate::WAYS.into_iter().zip(&slices);
    let curves = ways().map(|((name, colour), Slices { areas, reaches })| {
        (name, colour, if lesson.chart == 0 { &areas[..] } else { &reaches[..] })
    });
    panel.curves("slices", 0.0..=1.4, &curves.collect::<Vec<_>>());
    let rows = ways().map(|((name, colour), Slices { areas, reaches })| {
        let least = areas.iter().copied().fold(f32::MAX, f32::min);
        (name, colour, [least, reaches.iter().copied().fold(0.0, f32::max)])
    });
    panel.table("measured", &["", "least area", "farthest"], &rows.collect::<Vec<_>>());
    Ok(())
}
