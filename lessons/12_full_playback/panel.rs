//! The instruments: the clip, a joint's channel, the cost of finding keys, the root, a matrix, and the mouse.

mod cost;
mod lists;
mod matrix;
mod root;

use crate::FullPlayback;
use crate::played::Played;
use crate::player::{Choice, Figure, Player};
use crate::walker::MotionSource;
use common::clip::{Cursors, Search};
use common::transform::transform_point;
use cost::SEARCHES;
use gl::colour::{INK, mix};
use glam::Vec3;
use lists::Span;
use matrix::Made;
use models::ModelLook;
use stage::{Frame, Lesson, Models, Panel, Pointer};
use std::rc::Rc;

pub use matrix::world_from_model as world_from_parts;

/// A topic of the instruments.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Topic {
    /// The channel of a joint.
    #[default]
    Joint,
    Cost,
    /// A figure that moves through the world.
    Root,
    /// A figure that stands as a matrix taken apart says.
    Matrix,
}

const TOPICS: [(Topic, &str); 4] =
    [(Topic::Joint, "joint"), (Topic::Cost, "cost"), (Topic::Root, "root"), (Topic::Matrix, "matrix")];

/// Choices for the number of repetitions.
const REPEATS: [(usize, &str); 3] = [(1, "once"), (10, "10 times"), (100, "100 times")];

/// The controls as they are set.
#[derive(Default)]
pub struct Instruments {
    pub topic: Topic,
    /// Index of a clip, and how often it is repeated in a row.
    clip: usize,
    repeats: usize,
    pub look: ModelLook,
    pub skeleton_shown: bool,
    /// A node of the model, and the cursors of its channel.
    pub node: Option<usize>,
    cursors: Cursors,
    pub search: Search,
    /// The leader of the figure in the topic *root*, and seconds from one step to the next.
    leader: MotionSource,
    pub every: f32,
    matrix: Made,
}

impl Instruments {
    pub fn new(played: &Played) -> Self {
        let clip = played.first_clip();
        Self { clip, repeats: 1, node: played.first_node(clip), ..Self::default() }
    }

    /// Returns what is to be played. A saved file may have fewer clips, and fewer nodes.
    pub fn choice(&mut self, models: &Models<Rc<Played>>) -> Choice {
        let played = models.shown().get().clone();
        self.clip = self.clip.min(played.clips.len() - 1);
        self.node = self.node.filter(|&node| node < played.scene.asset.nodes.len());
        let led = (self.topic == Topic::Root).then_some(self.leader);
        Choice { played, clip: self.clip, repeats: self.repeats, led }
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
    panel.switch("skeleton", &mut instruments.skeleton_shown);
    panel.same_line();
    panel.switch("weights", &mut instruments.look.weights_shown);
    panel.same_line();
    panel.switch("wires", &mut instruments.look.wires_shown);
    let before = instruments.topic;
    panel.choice_of("look at", &mut instruments.topic, &TOPICS);
    match instruments.topic {
        Topic::Joint => show_joint(instruments, player, panel),
        Topic::Cost => show_search(instruments, player, panel),
        Topic::Matrix => matrix::show(&mut instruments.matrix, panel),
        Topic::Root => {
            if before != Topic::Root {
                // The knight limps, since that clip's root goes ahead.
                instruments.clip = played.led.unwrap_or(instruments.clip);
            }
            root::show(instruments, player.walker.as_ref(), panel);
        }
    }
    for note in played.notes.iter().take(3) {
        panel.note(note);
    }
    play_at_once(lesson, panel);
}

/// Plays what is chosen now, before it is drawn. The camera turns to another model, and to a figure that is led.
fn play_at_once(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let before = lesson.player.choice.clone();
    if lesson.renew() {
        panel.clock.restart();
        let now = &lesson.player.choice;
        if now.played != before.played || now.led.is_some() != before.led.is_some() {
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
    // With a clip repeated in a row, the present round.
    let seconds = player.choice.clip().seconds;
    let round = seconds * (now / seconds.max(1e-6)).floor();
    let start = round.clamp(0.0, (clip.seconds - seconds).max(0.0));
    let span = Span { seconds: start..=start + seconds, now };
    lists::show(panel, channel, rest, &mut instruments.cursors, instruments.search, &span);
}

/// Shows the cost of finding keys, by each search.
fn show_search(instruments: &mut Instruments, player: &mut Player, panel: &mut Panel<'_>) {
    let before = instruments.search;
    panel.choice_of("search", &mut instruments.search, &SEARCHES);
    // By hand, or as a setting.
    if instruments.search != before {
        instruments.cursors = Cursors::new(instruments.search);
        player.animator.search_by(instruments.search);
    }
    panel.choice_of("in a row", &mut instruments.repeats, &REPEATS);
    cost::show(player, panel);
}

/// Marks what the topic is about: the joint, the footprints, or the columns of the matrix.
pub fn mark(lesson: &FullPlayback, frame: &mut Frame<'_>) {
    match (lesson.instruments.topic, lesson.instruments.node, &lesson.player.walker) {
        (Topic::Joint, Some(node), _) => {
            let scene = &lesson.player.choice.played.scene;
            let (place, colour) = (place(&lesson.figure(), node), mix(scene.colour(node), INK, 0.4));
            frame.lines_on_top.line(place, place, 9.0, colour);
            let name = &scene.asset.rig.skeleton.joints()[node].name;
            frame.label(place, [0.0, -18.0], name.clone(), colour);
        }
        (Topic::Root, _, Some(walker)) => root::draw_footprints(walker, frame),
        (Topic::Matrix, ..) => matrix::draw(lesson, frame),
        _ => {}
    }
}

/// Returns the place of a node in the world.
fn place(figure: &Figure<'_>, node: usize) -> Vec3 {
    transform_point(figure.world_from_model * figure.model_from_nodes[node], Vec3::ZERO)
}

/// Lets the mouse choose a joint.
pub fn press(lesson: &mut FullPlayback, pointer: &Pointer) -> bool {
    if lesson.player.walker.is_some() {
        return false;
    }
    let (figure, joints) = (lesson.figure(), lesson.player.choice.played.scene.skeletons.joints());
    let pressed = pointer.pressed(joints.map(|(node, _)| (node, place(&figure, node))));
    if pressed.is_some() {
        (lesson.instruments.node, lesson.instruments.topic) = (pressed, Topic::Joint);
    }
    pressed.is_some()
}
