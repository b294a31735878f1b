//! The instruments: the tree of joints, the chosen vertex step by step in numbers and in the view, and the mouse.

use crate::SkinFromAFile;
use crate::scene::{Handed, Influence, Stage, Vertex, model_from_nodes};
use common::transform::transform_point;
use gl::colour::{ACCENT, Colour, FAINT, INK, mix, with_alpha};
use glam::{Mat4, Vec3};
use models::ModelScene;
use stage::{Clock, Frame, Panel, Pointer, Turns, fixed};

/// The steps of a skinned vertex, as the panel calls them.
const STAGES: [(Stage, &str); 4] =
    [(Stage::Raw, "raw"), (Stage::Bind, "bind"), (Stage::InJoint, "in joint"), (Stage::Now, "now")];

/// What the panel shows.
#[derive(Clone, Copy, PartialEq)]
pub enum Topic {
    Pose,
    Vertex,
}

pub fn show(lesson: &mut SkinFromAFile, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let scene = lesson.models.shown();
    let scene = scene.get();
    if is_other {
        (lesson.chosen, lesson.turns, lesson.vertex) = (None, Turns::default(), 0.0);
        lesson.handed.back();
        lesson.around = crate::around(&scene);
        *panel.camera = lesson.around;
    }
    panel.switch("skeleton", &mut lesson.skeleton_shown);
    panel.same_line();
    panel.switch("weights", &mut lesson.look.weights_shown);
    panel.same_line();
    panel.switch("wires", &mut lesson.look.wires_shown);
    if lesson.look.weights_shown {
        panel.switch("chosen joint alone", &mut lesson.alone);
    }
    lesson.look.alone = lesson.chosen.filter(|_| lesson.alone);
    panel.choice_of("look at", &mut lesson.topic, &[(Topic::Pose, "pose"), (Topic::Vertex, "vertex")]);
    match lesson.topic {
        Topic::Pose => show_pose(lesson, &scene, panel),
        Topic::Vertex => {
            // Its steps are those of the file's own skin.
            lesson.handed.back();
            show_vertex(lesson, &scene, panel);
        }
    }
    show_surfaces(&scene, panel);
    for note in scene.notes.iter().take(5) {
        panel.note(note);
    }
}

fn show_pose(lesson: &mut SkinFromAFile, scene: &ModelScene, panel: &mut Panel<'_>) {
    lesson.stage = Stage::Now;
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
fn show_handed(lesson: &mut SkinFromAFile, scene: &ModelScene, panel: &mut Panel<'_>) {
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
    panel.note(&format!("{} hangs on {on}.", surface.name));
}

/// The chosen vertex, step by step.
fn show_vertex(lesson: &mut SkinFromAFile, scene: &ModelScene, panel: &mut Panel<'_>) {
    let last = scene.vertices().saturating_sub(1) as f32;
    panel.slider("vertex", &mut lesson.vertex, 0.0..=last.max(1.0), "%.0f");
    let model_from_nodes = model_from_nodes(scene, &lesson.turns);
    let Some(vertex) = Vertex::of(scene, lesson.vertex as usize, &model_from_nodes) else {
        panel.note("This file has no surface.");
        return;
    };
    panel.choice_of("show the skin", &mut lesson.stage, &STAGES);
    show_steps(&vertex, scene, lesson.stage, panel);
    panel.note("Click on the skin to choose another vertex.");
}

fn show_steps(vertex: &Vertex, scene: &ModelScene, stage: Stage, panel: &mut Panel<'_>) {
    let row = |place: Vec3| place.to_array().map(fixed).to_vec();
    let lit = |at: Stage| if at == stage { ACCENT } else { INK };
    let mut rows = vec![
        ("raw".to_owned(), lit(Stage::Raw), row(vertex.raw)),
        ("bind shape · raw".to_owned(), lit(Stage::Bind), row(vertex.bind)),
    ];
    if let Some(strongest) = vertex.influences.first() {
        let name = name(scene, strongest);
        rows.push((format!("in {name}"), lit(Stage::InJoint), row(strongest.in_joint)));
    }
    for influence in &vertex.influences {
        let text = format!("{:.2} {}", influence.weight, name(scene, influence));
        rows.push((text, mix(colour(scene, influence), INK, 0.3), row(influence.now)));
    }
    rows.push(("sum: now".to_owned(), lit(Stage::Now), row(vertex.now)));
    let rows: Vec<_> = rows.iter().map(|(name, colour, row)| (name.as_str(), *colour, row)).collect();
    panel.texts("steps", &["", "x", "y", "z"], &rows);
}

fn name(scene: &ModelScene, influence: &Influence) -> String {
    let joints = scene.asset.rig.skeleton.joints();
    influence.node.map_or("bind shape".to_owned(), |node| short(&joints[node].name))
}

fn colour(scene: &ModelScene, influence: &Influence) -> Colour {
    influence.node.map_or(FAINT, |node| scene.colour(node))
}

/// A name that leaves space for numbers beside it.
fn short(name: &str) -> String {
    const LONGEST: usize = 12;
    match name.char_indices().nth(LONGEST) {
        Some(_) => name.chars().take(LONGEST - 1).chain(['…']).collect(),
        None => name.to_owned(),
    }
}

/// What the file's lists came to.
fn show_surfaces(scene: &ModelScene, panel: &mut Panel<'_>) {
    let mut rows = Vec::new();
    for surface in scene.asset.surfaces.iter().take(4) {
        let mesh = &surface.mesh;
        let counts = [surface.positions, mesh.positions.len(), mesh.triangles.len(), surface.joints.len()];
        rows.push((short(&surface.name), INK, counts.map(|count| format!("{count:>5}"))));
    }
    let rows: Vec<_> = rows.iter().map(|(name, colour, row)| (name.as_str(), *colour, row)).collect();
    panel.texts("surfaces", &["", "points", "vertices", "triangles", "joints"], &rows);
}

/// Shows where a node is, how it is turned, and what it is called.
pub fn mark_node(frame: &mut Frame<'_>, scene: &ModelScene, node: usize, world_from_node: Mat4) {
    let place = transform_point(world_from_node, Vec3::ZERO);
    let name = scene.asset.rig.skeleton.joints()[node].name.clone();
    frame.label(place, [0.0, -18.0], name, mix(scene.colour(node), INK, 0.4));
    frame.axes(world_from_node, frame.view.metres_of_pixels(place, 46.0));
    frame.lines_on_top.line(place, place, 9.0, ACCENT);
}

/// Marks a vertex where the stage has it; in the last one with the places between which it is mixed.
pub fn mark_vertex(
    frame: &mut Frame<'_>,
    scene: &ModelScene,
    vertex: &Vertex,
    world_from_model: Mat4,
    stage: Stage,
) {
    let place = match stage {
        Stage::Raw => vertex.raw,
        Stage::Bind => vertex.bind,
        Stage::InJoint => vertex.influences.first().map_or(vertex.raw, |strongest| strongest.in_joint),
        Stage::Now => vertex.now,
    };
    let place = transform_point(world_from_model, place);
    if stage == Stage::Now {
        for influence in &vertex.influences {
            let colour = colour(scene, influence);
            let proposed = transform_point(world_from_model, influence.now);
            frame.lines_on_top.line(proposed, place, 2.0, with_alpha(colour, 0.7));
            frame.lines_on_top.line(proposed, proposed, 4.0 + 9.0 * influence.weight.sqrt(), colour);
        }
    } else {
        let origin = world_from_model.transform_point3(Vec3::ZERO);
        frame.axes(world_from_model, frame.view.metres_of_pixels(origin, 60.0));
        let whose = match stage {
            Stage::Raw => "the file's origin".to_owned(),
            Stage::Bind => "the model's origin".to_owned(),
            _ => vertex.influences.first().map_or_else(String::new, |strongest| name(scene, strongest)),
        };
        frame.label(origin, [0.0, 20.0], whose, INK);
        frame.lines_on_top.line(origin, place, 2.0, with_alpha(FAINT, 0.7));
    }
    frame.lines_on_top.line(place, place, 13.0, INK);
    frame.lines_on_top.line(place, place, 9.0, [1.0; 4]);
}

/// Lets the mouse choose a joint, or a vertex of the skin.
pub fn press(lesson: &mut SkinFromAFile, pointer: &Pointer, clock: &mut Clock) -> bool {
    if lesson.stage != Stage::Now {
        return false;
    }
    let scene = lesson.models.shown();
    let scene = scene.get();
    let model_from_nodes = model_from_nodes(&scene, &lesson.turns);
    let world_from_model = lesson.world_from_model(&scene);
    if lesson.skeleton_shown {
        let place = |node: usize| transform_point(world_from_model * model_from_nodes[node], Vec3::ZERO);
        let joints = scene.skeletons.joints().map(|(node, _)| (node, place(node)));
        if let Some(node) = pointer.pressed(joints) {
            (lesson.chosen, lesson.topic, clock.playing) = (Some(node), Topic::Pose, false);
            return true;
        }
    }
    if lesson.topic == Topic::Pose {
        return false;
    }
    let posed = scene.posed(&model_from_nodes).into_iter();
    let posed = posed.map(|place| transform_point(world_from_model, place)).enumerate();
    let Some(vertex) = pointer.pressed_in_front(posed) else { return false };
    (lesson.vertex, clock.playing) = (vertex as f32, false);
    true
}
