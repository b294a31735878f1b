//! The instruments: sliders, how the chosen chain is stored, and what is sent to the graphics card.

use crate::JointChainLines;
use crate::scene::Chains;
use common::gl::colour::{FAINT, INK, joint_colour, mix};
use common::gl::{ChainLines, Lines};
use common::stage::{Frame, Panel, Pointer};
use glam::Vec3;

/// The two ways to get a chain on the screen.
const WAYS: [&str; 2] = ["matrices", "points"];

/// What is looked at, and which instruments are on.
pub struct Chosen {
    pub chain: usize,
    /// A joint of that chain.
    pub joint: usize,
    pub indices_shown: bool,
    /// An index into [`WAYS`].
    way: usize,
    lines_per_joint: f32,
}

impl Chosen {
    pub fn new() -> Self {
        Self { chain: 1, joint: 0, indices_shown: true, way: 0, lines_per_joint: 40.0 }
    }

    /// Whether this processor computes the points, and not the graphics card.
    pub fn by_points(&self) -> bool {
        WAYS[self.way] == "points"
    }
}

pub fn show(lesson: &mut JointChainLines, panel: &mut Panel<'_>) {
    let (chains, chosen) = (&mut lesson.chains, &mut lesson.chosen);
    panel.slider("sway", &mut chains.strength, 0.0..=3.0, "%.2f ×");
    panel.slider("turn", &mut chains.turn, -180.0..=180.0, "%.0f°");
    let names = [0, 1, 2].map(|chain| chains.all[chain].name);
    if panel.choice("look at", &mut chosen.chain, &names) {
        chosen.joint = 0;
    }
    show_chain(lesson, panel);
    show_bytes(lesson, panel);
}

/// How the chosen chain is stored, and where the chosen joint is.
fn show_chain(lesson: &mut JointChainLines, panel: &mut Panel<'_>) {
    let (chains, chosen) = (&lesson.chains, &mut lesson.chosen);
    let (chain, lines) = (&chains.all[chosen.chain], &lesson.lines[chosen.chain]);
    let (joints, count) = (chain.skeleton.joints(), lines.pairs.len());
    panel.heading(&format!("{} joints, {count} lines, {} indices", joints.len(), 2 * count));
    panel.switch("show them in the view", &mut chosen.indices_shown);
    let pairs = lines.pairs.iter().map(|[from, to]| format!("{from},{to}"));
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

/// What is sent, and what would be if more hung on every joint.
fn show_bytes(lesson: &mut JointChainLines, panel: &mut Panel<'_>) {
    panel.heading("Bytes sent for every picture");
    panel.choice("by", &mut lesson.chosen.way, &WAYS);
    panel.slider("lines per joint", &mut lesson.chosen.lines_per_joint, 1.0..=500.0, "%.0f");
    let now = bytes(lesson, lesson.lines.iter().map(|lines| lines.pairs.len()).sum());
    let joints: usize = lesson.chains.all.iter().map(|chain| chain.skeleton.joints().len()).sum();
    let then = bytes(lesson, joints * lesson.chosen.lines_per_joint as usize);
    let rows: Vec<_> = (0..WAYS.len())
        .map(|way| {
            let colour = if way == lesson.chosen.way { INK } else { FAINT };
            (WAYS[way], colour, [now[way].to_string(), then[way].to_string()])
        })
        .collect();
    panel.texts("bytes", &["", "these chains", "so many on each"], &rows);
}

/// The bytes that go to the graphics card for every picture, each way, to draw so many lines.
fn bytes(lesson: &JointChainLines, lines: usize) -> [usize; 2] {
    let matrices = lesson.drawn.iter().map(ChainLines::bytes_per_picture).sum();
    [matrices, lines * Lines::BYTES_PER_LINE]
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

/// The indices of the chosen chain's joints, and the axes of the chosen joint.
pub fn mark(chains: &Chains, chosen: &Chosen, frame: &mut Frame<'_>) {
    if chosen.indices_shown {
        for (joint, origin) in chains.origins(chosen.chain).into_iter().enumerate() {
            let colour = mix(joint_colour(joint), INK, 0.35);
            frame.label(origin, [12.0, 0.0], joint.to_string(), colour);
        }
    }
    if let Some(world_from_joint) = chains.world_from_joints(chosen.chain).get(chosen.joint) {
        frame.axes(*world_from_joint, 0.16);
    }
}
