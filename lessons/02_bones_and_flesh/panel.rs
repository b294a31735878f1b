//! The instruments: sliders for the bones, one bone's transform in numbers, and marks on the gaps.

use crate::BonesAndFlesh;
use crate::scene::{BONES, RADIUS};
use common::transform::RigidTransform;
use gl::colour::{CHANGED, INK};
use glam::Vec3;
use stage::{Frame, Panel, fixed};
use std::f32::consts::TAU;

pub fn show(lesson: &mut BonesAndFlesh, panel: &mut Panel<'_>) {
    let bones = &mut lesson.bones;
    panel.slider("bone 0 x", &mut bones.bone_0_x, -1.5..=1.5, "%.2f m");
    let bend_1 = panel.slider("bend 1", &mut bones.bend_1, -120.0..=120.0, "%.0f°");
    let bend_2 = panel.slider("bend 2", &mut bones.bend_2, -120.0..=120.0, "%.0f°");
    panel.slider("twist", &mut bones.twist, -180.0..=180.0, "%.0f°");
    panel.clock.playing &= !(bend_1 || bend_2);
    panel.switches([("flesh", &mut lesson.flesh_shown), ("mark the gaps", &mut lesson.gaps_marked)]);
    panel.choice("seen from", &mut lesson.seen_from, &["world", BONES[0], BONES[1], BONES[2]]);

    let bone = lesson.seen_from.checked_sub(1).unwrap_or(2);
    panel.heading(&format!("{} in model space, twice", BONES[bone]));
    if let Some(model_from_bone) = bones.model_from_bones().get(bone) {
        let (axis, angle) = model_from_bone.rotation.to_axis_angle();
        let t = model_from_bone.translation.to_array().map(fixed).join(" ");
        let r = axis.to_array().map(|x| format!("{x:.1}")).join(" ");
        panel.number("t", &format!("t {t}"));
        panel.number("R", &format!("R {:>6.1}° about {r}", angle.to_degrees()));
        panel.matrix("model_from_bone", model_from_bone.to_matrix());
    }
}

/// Spans the wedge between the rims of two bones' flesh on the outer side, and names both sides.
pub fn mark_gap(frame: &mut Frame<'_>, below: RigidTransform, above: RigidTransform) {
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
