//! The instruments: the tree of all nodes, the file's data on the chosen one, marks on it, and the mouse.

use crate::ColladaJoints;
use crate::scene::JointModel;
use gl::Model;
use gl::colour::{ACCENT, INK, joint_colour, mix, with_alpha};
use glam::{Mat4, Vec2};
use stage::{Frame, Panel, Pointer, Turns};

pub fn show(lesson: &mut ColladaJoints, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let model = lesson.models.shown();
    let model = model.get();
    if is_other {
        (lesson.chosen, lesson.turns) = (Some(0), Turns::default());
        lesson.around = model.around();
        *panel.camera = lesson.around;
    }
    panel.switch("names", &mut lesson.names_shown);
    show_tree(&model.joints, &mut lesson.chosen, panel);
    show_node(&model.joints, lesson.chosen, &mut lesson.turns, panel);
    panel.notes(&model.joints.asset.notes);
}

/// Shows the tree of all nodes, joints with a filled dot in their colour, other nodes with an empty one.
fn show_tree(model: &Model, chosen: &mut Option<usize>, panel: &mut Panel<'_>) {
    let Model { asset, skeletons, .. } = model;
    let nodes = &asset.rig.skeleton;
    let (joints, roots) = (skeletons.joints().count(), skeletons.chains.len());
    panel.heading(&format!("nodes: {}   joints: {joints}   roots: {roots}", nodes.joints().len()));
    panel.node_tree(nodes, skeletons, 10.0, chosen);
}

/// Shows the file's data on the chosen node.
fn show_node(model: &Model, chosen: Option<usize>, turns: &mut Turns, panel: &mut Panel<'_>) {
    let Some((index, node)) = chosen.and_then(|i| Some((i, model.asset.nodes.get(i)?))) else {
        panel.note("Choose a joint, here or in the view.");
        return;
    };
    let joint = &model.asset.rig.skeleton.joints()[index];
    let or_none = |text: &Option<String>| text.clone().unwrap_or("none".to_owned());
    let parent = joint.parent.map_or("none".to_owned(), |parent| parent.to_string());
    panel.heading(&format!("{}  index {index}, parent {parent}", joint.name));
    let [id, sid] = &node.ids;
    panel.number("id", &format!("id {}, sid {}", or_none(id), or_none(sid)));
    panel.matrix("parent_from_node", node.parent_from_node);
    panel.note(&format!("in its parent, by {}", node.placed_by.join(", ")));
    turns.sliders(panel, index);
}

/// Draws the names of joints if there is room, and the axes of the chosen node with a line from its parent.
pub fn mark(lesson: &ColladaJoints, model: &JointModel, world_from_nodes: &[Mat4], frame: &mut Frame<'_>) {
    let model = &model.joints;
    let nodes = model.asset.rig.skeleton.joints();
    let mut named: Vec<(Vec2, f32)> = Vec::new();
    for (node, joint) in names_by_weight(lesson, model) {
        let origin = world_from_nodes[node].w_axis.truncate();
        let Some(pixel) = frame.view.pixel(origin) else { continue };
        let half = 4.0 * nodes[node].name.chars().count() as f32;
        let is_free = |&(other, other_half): &(Vec2, f32)| {
            let away = (pixel - other).abs();
            away.x > half + other_half || away.y > 20.0
        };
        if named.iter().all(is_free) {
            let colour = mix(joint_colour(joint), INK, 0.4);
            frame.label(origin, [0.0, -18.0], nodes[node].name.clone(), colour);
            named.push((pixel, half));
        }
    }
    if let Some(world_from_node) = lesson.chosen.and_then(|chosen| world_from_nodes.get(chosen)) {
        let size = frame.view.metres_of_pixels(world_from_node.w_axis.truncate(), 46.0);
        frame.axes(*world_from_node, size);
        let parent = lesson.chosen.and_then(|chosen| nodes[chosen].parent);
        if let Some(parent) = parent.map(|parent| world_from_nodes[parent]) {
            let [from, to] = [parent, *world_from_node].map(|matrix| matrix.w_axis.truncate());
            frame.lines_on_top.line(from, to, 6.0, with_alpha(ACCENT, 0.35));
        }
    }
}

/// Returns the joints to be named, first the chosen one, then those without children, then the others.
fn names_by_weight(lesson: &ColladaJoints, model: &Model) -> Vec<(usize, usize)> {
    let nodes = model.asset.rig.skeleton.joints();
    let is_chosen = |node: usize| lesson.chosen == Some(node);
    let mut named: Vec<_> =
        model.skeletons.joints().filter(|(node, _)| lesson.names_shown || is_chosen(*node)).collect();
    let holds = |node: usize| nodes.iter().any(|other| other.parent == Some(node));
    named.sort_by_key(|&(node, _)| (!is_chosen(node), holds(node)));
    named
}

/// Lets the mouse choose a joint.
pub fn press(lesson: &mut ColladaJoints, pointer: &Pointer) -> bool {
    let model = lesson.models.shown();
    let model = model.get();
    let world_from_nodes = lesson.world_from_nodes(&model);
    let origin = |node: usize| world_from_nodes[node].w_axis.truncate();
    let pressed = pointer.pressed(model.joints.skeletons.joints().map(|(node, _)| (node, origin(node))));
    lesson.chosen = pressed.or(lesson.chosen);
    pressed.is_some()
}
