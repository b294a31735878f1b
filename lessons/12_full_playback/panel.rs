//! The instruments: the clip, a joint's channel, and the mouse.

mod lists;

use crate::FullPlayback;
use crate::played::Played;
use crate::player::{Choice, Player};
use common::clip::Cursors;
use common::transform::transform_point;
use gl::colour::{INK, mix};
use glam::Vec3;
use stage::{Frame, Lesson, Models, Panel, Pointer};
use std::rc::Rc;

/// The controls as they are set.
#[derive(Default)]
pub struct Instruments {
    /// Index of a clip.
    clip: usize,
    /// True if the chosen joint is marked in the view.
    marked: bool,
    /// A node of the model, and the cursors of its channel.
    pub node: Option<usize>,
    cursors: Cursors,
}

impl Instruments {
    pub fn new(played: &Played) -> Self {
        let clip = played.first_clip();
        Self { clip, marked: true, node: played.first_node(clip), ..Self::default() }
    }

    /// Returns what is to be played. A saved file may have fewer clips, and fewer nodes.
    pub fn choice(&mut self, models: &Models<Rc<Played>>) -> Choice {
        let played = models.shown().get().clone();
        self.clip = self.clip.min(played.clips.len() - 1);
        self.node = self.node.filter(|&node| node < played.scene.asset.nodes.len());
        Choice { played, clip: self.clip }
    }
}

pub fn show(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let played = lesson.models.shown().get().clone();
    let instruments = &mut lesson.instruments;
    if is_other {
        instruments.clip = played.first_clip();
        instruments.node = played.first_node(instruments.clip);
    }
    let clips: Vec<&str> = played.clips.iter().map(|clip| clip.name.as_str()).collect();
    panel.choice("clip", &mut instruments.clip, &clips);
    lesson.player.animator.looping = panel.clock.looping;
    play_at_once(lesson, panel);
    let FullPlayback { player, instruments, .. } = lesson;
    panel.setting("mark", &mut instruments.marked, &[(true, "on"), (false, "off")]);
    show_joint(instruments, player, panel);
    panel.notes(&played.notes);
    play_at_once(lesson, panel);
}

/// Plays what is chosen now, before it is drawn. The camera turns to another model.
fn play_at_once(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let before = lesson.player.choice.played.clone();
    if lesson.renew() {
        panel.clock.restart();
        if lesson.player.choice.played != before {
            *panel.camera = lesson.camera();
        }
    }
}

/// Shows the three lists of the chosen joint's channel.
fn show_joint(instruments: &mut Instruments, player: &Player, panel: &mut Panel<'_>) {
    let scene = &player.choice.played.scene;
    panel.node_tree(&scene.asset.rig.skeleton, &scene.skeletons, 4.0, &mut instruments.node);
    let Some(node) = instruments.node else {
        panel.note("Choose a joint, here or in the view.");
        return;
    };
    let clip = player.animator.clip();
    let Some(channel) = clip.channels.iter().find(|channel| channel.joint == node) else {
        panel.note("No channel of this clip moves it. It stays as it is at rest.");
        return;
    };
    let (rest, now) = (scene.asset.rig.rest[node], player.animator.time());
    lists::show(panel, channel, rest, &mut instruments.cursors, [clip.seconds, now]);
}

/// Marks the chosen joint.
pub fn mark(lesson: &FullPlayback, frame: &mut Frame<'_>) {
    let Some(node) = lesson.instruments.node.filter(|_| lesson.instruments.marked) else { return };
    let scene = &lesson.player.choice.played.scene;
    let (place, colour) = (place(&lesson.player, node), mix(scene.colour(node), INK, 0.4));
    frame.lines_on_top.line(place, place, 9.0, colour);
    let name = &scene.asset.rig.skeleton.joints()[node].name;
    frame.label(place, [0.0, -18.0], name.clone(), colour);
}

/// Returns the place of a node in the world.
fn place(player: &Player, node: usize) -> Vec3 {
    let (world_from_model, model_from_nodes) = player.placed();
    transform_point(world_from_model * model_from_nodes[node], Vec3::ZERO)
}

/// Lets the mouse choose a joint.
pub fn press(lesson: &mut FullPlayback, pointer: &Pointer) -> bool {
    let joints = lesson.player.choice.played.scene.skeletons.joints();
    let pressed = pointer.pressed(joints.map(|(node, _)| (node, place(&lesson.player, node))));
    if pressed.is_some() {
        lesson.instruments.node = pressed;
    }
    pressed.is_some()
}
