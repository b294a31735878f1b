//! The instruments: what is played and by how many, a joint's channel, what it costs to find keys, and the mouse.

mod cost;
mod lists;
mod root;

use crate::FullPlayback;
use crate::played::Played;
use common::clip::Cursors;
use common::transform::transform_point;
use cost::SEARCHES;
use gl::colour::{INK, mix};
use glam::Vec3;
use lists::Span;
use stage::{Frame, Panel, Pointer};

pub use cost::Cost;

/// The number of the topic in which a figure is led.
pub const ROOT: usize = 3;

/// How often the clip can be played in a row.
const REPEATS: [(usize, &str); 3] = [(1, "once"), (10, "10 times"), (100, "100 times")];

/// How many figures there can be.
const CROWDS: [(usize, &str); 5] = [(1, "1"), (9, "9"), (25, "25"), (100, "100"), (1000, "1000")];

pub fn show(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let latest = lesson.latest();
    if is_other {
        lesson.chosen.model = lesson.models.index();
        lesson.chosen.clip = latest.first_clip();
        lesson.node = latest.first_node(lesson.chosen.clip);
    }
    let clips: Vec<&str> = latest.clips.iter().map(|clip| clip.name.as_str()).collect();
    panel.choice("clip", &mut lesson.chosen.clip, &clips);
    lesson.looping = panel.clock.looping;
    make_at_once(lesson, panel);
    let played = lesson.played.clone();
    panel.switch("skeleton", &mut lesson.skeleton_shown);
    panel.same_line();
    panel.switch("weights", &mut lesson.look.weights_shown);
    panel.same_line();
    panel.switch("wires", &mut lesson.look.wires_shown);
    let topic = lesson.topic;
    panel.choice("look at", &mut lesson.topic, &["joint", "cost", "crowd", "root"]);
    if (topic == ROOT) != lesson.is_led() {
        root::enter_or_leave(lesson, panel);
    }
    match lesson.topic {
        0 => show_joint(lesson, panel, &played),
        1 => show_search(lesson, panel),
        ROOT => root::show(lesson, panel),
        _ => show_crowd(lesson, panel, &played),
    }
    for note in played.notes.iter().take(3) {
        panel.note(note);
    }
    make_at_once(lesson, panel);
}

/// Makes what was chosen while the panel is shown: what is new begins at its start, and is looked at.
fn make_at_once(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let before = lesson.made;
    lesson.make();
    if lesson.made != before {
        panel.clock.time = 0.0;
        lesson.crowd.seek(0.0, lesson.looping);
    }
    if (lesson.made.model, lesson.made.crowd) != (before.model, before.crowd) {
        *panel.camera = root::camera(lesson);
    }
}

/// The three lists of the chosen joint's channel.
fn show_joint(lesson: &mut FullPlayback, panel: &mut Panel<'_>, played: &Played) {
    panel.node_tree(&played.scene.asset.rig.skeleton, &played.scene.skeletons, 4.0, &mut lesson.node);
    let Some(node) = lesson.node else {
        panel.note("Choose a joint, here or in the view.");
        return;
    };
    let Some(channel) = lesson.playing.channels.iter().find(|channel| channel.joint == node) else {
        panel.note("No channel of this clip moves it. It stays as it is at rest.");
        return;
    };
    let (rest, now) = (played.scene.asset.rig.rest[node], lesson.crowd.first().time());
    // Of a clip in a row, the round that is played.
    let round = lesson.clip.seconds * (now / lesson.clip.seconds.max(1e-6)).floor();
    let last = (lesson.playing.seconds - lesson.clip.seconds).max(0.0);
    let start = round.clamp(0.0, last);
    let span = Span { seconds: start..=start + lesson.clip.seconds, now };
    lists::show(panel, channel, rest, &mut lesson.cursors, lesson.search, &span);
}

/// What it costs to find keys, by each way.
fn show_search(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    let search = lesson.search;
    panel.choice_of("search", &mut lesson.search, &SEARCHES);
    if lesson.search != search {
        lesson.cursors = Cursors::new(lesson.search);
        lesson.crowd.search_by(lesson.search);
    }
    panel.choice_of("in a row", &mut lesson.chosen.repeats, &REPEATS);
    lesson.cost.show(panel, lesson.before, lesson.crowd.first().time());
    panel.switch("measure (ns per joint)", &mut lesson.measured);
}

/// What one picture of all figures takes.
fn show_crowd(lesson: &mut FullPlayback, panel: &mut Panel<'_>, played: &Played) {
    panel.choice_of("how many", &mut lesson.chosen.crowd, &CROWDS);
    panel.choice_of("they play", &mut lesson.chosen.mixed, &[(false, "this clip"), (true, "all clips")]);
    let (count, skins) = (lesson.crowd.animators.len(), lesson.crowd.skins());
    let row =
        |name, each: usize, times: usize| (name, INK, [each, each * times].map(|number| number.to_string()));
    let rows = [
        row("nodes posed", played.scene.asset.nodes.len(), count),
        row("palette matrices", played.palette_matrices(), skins),
        row("vertices skinned", played.scene.vertices(), skins),
        row("draw calls", played.draw_calls(), skins),
    ];
    panel.texts("crowd", &["in a picture", "each", "all"], &rows);
    if skins < count {
        panel.note("So many are shown as skeletons only.");
    }
}

/// The chosen joint of the first figure, while its channel is shown.
pub fn mark_joint(lesson: &FullPlayback, frame: &mut Frame<'_>) {
    let played = &lesson.played;
    if let Some(node) = lesson.node.filter(|_| lesson.topic == 0) {
        let place = transform_point(lesson.crowd.world_from_nodes(played, 0)[node], Vec3::ZERO);
        let name = played.scene.asset.rig.skeleton.joints()[node].name.clone();
        let colour = mix(played.scene.colour(node), INK, 0.4);
        frame.lines_on_top.line(place, place, 9.0, colour);
        frame.label(place, [0.0, -18.0], name, colour);
    }
}

/// Lets the mouse choose a joint of the first figure.
pub fn press(lesson: &mut FullPlayback, pointer: &Pointer) -> bool {
    if lesson.is_led() {
        return false;
    }
    let played = &lesson.played;
    let world_from_nodes = lesson.crowd.world_from_nodes(played, 0);
    let joints = played.scene.skeletons.joints();
    let pressed = pointer.pressed(joints.map(|(node, _)| (node, world_from_nodes[node].w_axis.truncate())));
    if pressed.is_some() {
        (lesson.node, lesson.topic) = (pressed, 0);
    }
    pressed.is_some()
}
