//! The instruments: sliders, the chosen chain's lists, and the bytes sent to the graphics card.

use crate::JointChainLines;
use crate::scene::Chains;
use gl::Lines;
use gl::colour::{FAINT, INK, joint_colour, mix};
use glam::{Vec2, Vec3, vec3};
use stage::{Camera, Frame, Panel, Pointer};

/// The data that goes to the graphics card for every frame.
#[derive(Clone, Copy, PartialEq)]
pub enum Sent {
    /// The joints' matrices: the shader moves the points.
    Matrices,
    /// The points of all lines, moved by the CPU.
    Points,
}

const SENT: [(Sent, &str); 2] = [(Sent::Matrices, "matrices"), (Sent::Points, "points")];

/// The chain in view, and the instruments that are on.
pub struct Chosen {
    pub chain: usize,
    /// The chosen joint of that chain.
    pub joint: usize,
    pub indices_shown: bool,
    /// True if the chain is placed joint by joint, as time passes.
    pub walks: bool,
    /// True if only this chain is shown.
    pub is_close: bool,
    pub sent: Sent,
    lines_per_joint: f32,
}

impl Chosen {
    pub fn new() -> Self {
        Self {
            chain: 1,
            joint: 0,
            indices_shown: true,
            walks: false,
            is_close: false,
            sent: Sent::Matrices,
            lines_per_joint: 40.0,
        }
    }
}

/// Returns the view of all chains.
pub fn all() -> Camera {
    Camera::orbit(vec3(0.1, 1.05, 0.0), 3.8, 10.0, 10.0)
}

pub fn show(lesson: &mut JointChainLines, panel: &mut Panel<'_>) {
    let (chains, chosen) = (&mut lesson.chains, &mut lesson.chosen);
    let before = (chosen.is_close, chosen.chain);
    panel.slider("sway", &mut chains.strength, 0.0..=3.0, "%.2f ×");
    panel.slider("turn", &mut chains.turn, -180.0..=180.0, "%.0f°");
    let names = [0, 1, 2].map(|chain| chains.all[chain].name);
    if panel.choice("look at", &mut chosen.chain, &names) {
        chosen.joint = 0;
    }
    panel.switches([
        ("close up", &mut chosen.is_close),
        ("walk", &mut chosen.walks),
        ("indices", &mut chosen.indices_shown),
    ]);
    if before != (chosen.is_close, chosen.chain) {
        *panel.camera = if chosen.is_close { close_up(chains, chosen.chain) } else { all() };
    }
    show_chain(lesson, panel);
    show_bytes(lesson, panel);
}

/// Returns the view of one chain.
fn close_up(chains: &Chains, chain: usize) -> Camera {
    Camera { target: chains.all[chain].foot.with_y(0.9), height: 2.2, ..all() }
}

/// Shows the chosen chain's lists, and the chosen joint's origin.
fn show_chain(lesson: &mut JointChainLines, panel: &mut Panel<'_>) {
    let (chains, chosen) = (&lesson.chains, &mut lesson.chosen);
    let (chain, lines) = (&chains.all[chosen.chain], &lesson.lines[chosen.chain]);
    let (joints, count) = (chain.skeleton.joints(), lines.len());
    panel.heading(&format!("{} joints, {count} lines, {} indices", joints.len(), 2 * count));
    let pairs = lines.iter().map(|[from, to]| format!("{from},{to}"));
    panel.note(&pairs.collect::<Vec<_>>().join("  "));
    let Some(joint) = joints.get(chosen.joint) else {
        return;
    };
    let parent = joint.parent.map_or("none".to_owned(), |parent| parent.to_string());
    panel.named(
        &format!("{}: index {}, parent {parent}", joint.name, chosen.joint),
        joint_colour(chosen.joint),
    );
    let in_parent = chains.parent_from_joints(chosen.chain)[chosen.joint].w_axis.truncate();
    let in_world = chains.origins(chosen.chain)[chosen.joint];
    let row = |origin: Vec3| origin.to_array().to_vec();
    let rows = [("parent", INK, row(in_parent)), ("world", INK, row(in_world))];
    panel.table("joint", &["origin in", "x", "y", "z"], &rows);
}

/// Shows the bytes that are uploaded, now and with more lines on every joint.
fn show_bytes(lesson: &mut JointChainLines, panel: &mut Panel<'_>) {
    panel.heading("Bytes sent for every frame");
    panel.choice_of("by", &mut lesson.chosen.sent, &SENT);
    panel.slider("lines per joint", &mut lesson.chosen.lines_per_joint, 1.0..=500.0, "%.0f");
    let now = bytes(lesson, lesson.lines.iter().map(|lines| lines.len()).sum());
    let joints: usize = lesson.chains.all.iter().map(|chain| chain.skeleton.joints().len()).sum();
    let then = bytes(lesson, joints * lesson.chosen.lines_per_joint as usize);
    let rows = [0, 1].map(|row| {
        let (sent, name) = SENT[row];
        let colour = if sent == lesson.chosen.sent { INK } else { FAINT };
        (name, colour, [now[row].to_string(), then[row].to_string()])
    });
    panel.texts("bytes", &["", "these chains", "with more lines"], &rows);
}

/// The bytes of either in [`SENT`], for this number of lines.
fn bytes(lesson: &JointChainLines, lines: usize) -> [usize; 2] {
    [lesson.joints.get_size(), lines * Lines::BYTES_PER_LINE]
}

/// Lets the mouse choose a joint, and its chain.
pub fn press(chains: &Chains, chosen: &mut Chosen, pointer: &Pointer) -> bool {
    let joints = |chain: usize| {
        chains.origins(chain).into_iter().enumerate().map(move |(joint, origin)| ((chain, joint), origin))
    };
    let Some(pressed) = pointer.pressed((0..chains.all.len()).flat_map(joints)) else {
        return false;
    };
    (chosen.chain, chosen.joint) = pressed;
    true
}

/// Draws the indices of the chosen chain's joints, and the axes of the chosen joint or of the walk's.
pub fn mark(lesson: &JointChainLines, frame: &mut Frame<'_>) {
    let (chain, chosen) = (&lesson.chains.all[lesson.chosen.chain], &lesson.chosen);
    let (joints, world_from_joints) = (chain.skeleton.joints(), lesson.world_from_joints(chosen.chain));
    let walked = lesson.walked(chosen.chain);
    let comes_to = walked.last().map_or(0, |&[_, to]| usize::from(to));
    let is_placed =
        |joint: usize| !chosen.walks || joint == 0 || walked.iter().any(|&[_, to]| usize::from(to) == joint);
    for (joint, matrix) in world_from_joints.iter().enumerate().filter(|(joint, _)| is_placed(*joint)) {
        let (origin, colour) = (matrix.w_axis.truncate(), mix(joint_colour(joint), INK, 0.35));
        let parent = joints[joint].parent;
        let from_parent = parent.map(|parent| world_from_joints[parent].w_axis.truncate());
        let is_tip = chain.skeleton.children(joint).next().is_none();
        if chosen.walks && joint == comes_to {
            let pair = parent.map_or(String::new(), |parent| format!("{parent},{joint}"));
            frame.label(origin, [34.0, -20.0], pair, colour);
        } else if chosen.indices_shown {
            frame.label(origin, aside(frame, origin, from_parent, is_tip), joint.to_string(), colour);
        }
    }
    let marked = if chosen.walks { comes_to } else { chosen.joint };
    if let Some(world_from_joint) = world_from_joints.get(marked) {
        frame.axes(*world_from_joint, 0.16);
    }
}

/// Returns the offset of a joint's index from its lines, beyond a tip, and to the right of other joints.
fn aside(frame: &Frame<'_>, origin: Vec3, parent: Option<Vec3>, is_tip: bool) -> [f32; 2] {
    let pixel = |point: Vec3| frame.view.pixel(point);
    let along = parent.and_then(|parent| (pixel(origin)? - pixel(parent)?).try_normalize());
    let away = match along {
        Some(along) if is_tip => 17.0 * along,
        Some(along) => 16.0 * along.perp() * -along.y.signum(),
        None => Vec2::new(14.0, 0.0),
    };
    away.into()
}
