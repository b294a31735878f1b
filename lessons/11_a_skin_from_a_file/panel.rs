//! The instruments: the tree of joints, the space in which the skin is shown, and the mouse.

use crate::SkinFromAFile;
use crate::scene::{Handed, Stage, model_from_nodes};
use common::transform::transform_point;
use formats::Surface;
use gl::Model;
use gl::colour::{ACCENT, INK, mix};
use glam::{Mat4, Vec3};
use stage::{Clock, Frame, Panel, Pointer, Turns};

/// The spaces on a point's path, with their names in the panel.
const STAGES: [(Stage, &str); 4] =
    [(Stage::Raw, "raw"), (Stage::Bind, "bind"), (Stage::InJoint, "in joint"), (Stage::Now, "now")];

pub fn show(lesson: &mut SkinFromAFile, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let scene = lesson.models.shown();
    let scene = scene.get();
    if is_other {
        (lesson.chosen, lesson.turns) = (None, Turns::default());
        lesson.handed.back();
        lesson.around = crate::around(&scene);
        *panel.camera = lesson.around;
    }
    panel.switches([("skeleton", &mut lesson.skeleton_shown), ("weights", &mut lesson.look.weights_shown)]);
    if lesson.look.weights_shown {
        panel.switch("chosen joint alone", &mut lesson.alone);
    }
    lesson.look.alone = lesson.chosen.filter(|_| lesson.alone);
    panel.choice_of("show the skin", &mut lesson.stage, &STAGES);
    show_pose(lesson, &scene, panel);
    show_surfaces(&scene, panel);
    panel.notes(&scene.notes);
}

fn show_pose(lesson: &mut SkinFromAFile, scene: &Model, panel: &mut Panel<'_>) {
    panel.heading(&format!("Turn one of {} joints", scene.skeletons.joints().count()));
    panel.node_tree(&scene.asset.rig.skeleton, &scene.skeletons, 7.0, &mut lesson.chosen);
    match lesson.chosen(scene) {
        Some(node) => lesson.turns.sliders(panel, node),
        None if lesson.skeleton_shown => panel.note("Choose a joint, here or in the view."),
        None => panel.note("Choose a joint."),
    }
    show_handed(lesson, scene, panel);
}

/// Hands the sword over to the chosen joint, and gives it back.
fn show_handed(lesson: &mut SkinFromAFile, scene: &Model, panel: &mut Panel<'_>) {
    let (Some(surface), Some(to)) = (Handed::of(scene), lesson.chosen(scene)) else { return };
    let mut is_away = lesson.handed.is_away();
    panel.switch("hand over", &mut is_away);
    match (is_away, lesson.handed.is_away()) {
        (true, false) => lesson.handed.over(surface, to, &model_from_nodes(scene, &lesson.turns)),
        (false, true) => lesson.handed.back(),
        _ => {}
    }
    let node = lesson.handed.now(surface).joints[0].node;
    let on = &scene.asset.rig.skeleton.joints()[node].name;
    panel.note(&format!("{} is on {on}.", surface.name));
}

/// Shortens a name to leave space for numbers beside it.
fn short(name: &str) -> String {
    const LONGEST: usize = 12;
    match name.char_indices().nth(LONGEST) {
        Some(_) => name.chars().take(LONGEST - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}

/// Shows the numbers of vertices, triangles and the like.
fn show_surfaces(scene: &Model, panel: &mut Panel<'_>) {
    let row = |surface: &Surface| {
        let mesh = &surface.mesh;
        let counts = [surface.positions, mesh.positions.len(), mesh.triangles.len(), surface.joints.len()];
        (short(&surface.name), INK, counts.map(|count| format!("{count:>5}")))
    };
    let rows: Vec<_> = scene.asset.surfaces.iter().take(4).map(row).collect();
    panel.texts("surfaces", &["", "points", "vertices", "triangles", "joints"], &rows);
}

/// Marks a node with its axes and its name.
pub fn mark_node(frame: &mut Frame<'_>, scene: &Model, node: usize, world_from_node: Mat4) {
    let place = transform_point(world_from_node, Vec3::ZERO);
    let name = scene.asset.rig.skeleton.joints()[node].name.clone();
    frame.label(place, [0.0, -18.0], name, mix(scene.colour(node), INK, 0.4));
    frame.axes(world_from_node, frame.view.metres_of_pixels(place, 46.0));
    frame.lines_on_top.line(place, place, 9.0, ACCENT);
}

/// Marks the origin of the space in which the skin is shown.
pub fn mark_origin(frame: &mut Frame<'_>, name: &str, world_from_model: Mat4) {
    let origin = transform_point(world_from_model, Vec3::ZERO);
    frame.axes(world_from_model, frame.view.metres_of_pixels(origin, 60.0));
    frame.label(origin, [0.0, 20.0], name, INK);
}

/// Lets the mouse choose a joint.
pub fn press(lesson: &mut SkinFromAFile, pointer: &Pointer, clock: &mut Clock) -> bool {
    if lesson.stage != Stage::Now || !lesson.skeleton_shown {
        return false;
    }
    let scene = lesson.models.shown();
    let scene = scene.get();
    let model_from_nodes = model_from_nodes(&scene, &lesson.turns);
    let world_from_model = lesson.world_from_model(&scene);
    let place = |node: usize| transform_point(world_from_model * model_from_nodes[node], Vec3::ZERO);
    let Some(node) = pointer.pressed(scene.skeletons.joints().map(|(node, _)| (node, place(node)))) else {
        return false;
    };
    (lesson.chosen, clock.playing) = (Some(node), false);
    true
}
