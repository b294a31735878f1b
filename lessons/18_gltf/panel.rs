//! The instruments: the file's bytes, its weights, its curves, and the model from the other format.

mod bytes;
mod curves;

use crate::Gltf;
use crate::opened::Opened;
use crate::scene::ChannelInterpolation;
use formats::gltf::Interpolation;
use stage::Panel;

/// The instruments that are shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Topic {
    Bytes,
    Weights,
    Curves,
    Beside,
}

const TOPICS: [(Topic, &str); 4] = [
    (Topic::Bytes, "bytes"),
    (Topic::Weights, "weights"),
    (Topic::Curves, "curves"),
    (Topic::Beside, "beside"),
];

const WAYS: [(ChannelInterpolation, &str); 4] = [
    (ChannelInterpolation::AsWritten, "as written"),
    (ChannelInterpolation::All(Interpolation::Step), "step"),
    (ChannelInterpolation::All(Interpolation::Linear), "linear"),
    (ChannelInterpolation::All(Interpolation::CubicSpline), "cubic"),
];

pub fn show(lesson: &mut Gltf, panel: &mut Panel<'_>) {
    let is_other = panel.model(&mut lesson.models);
    let opened = lesson.opened();
    if is_other {
        lesson.animation = opened.first_animation();
        (lesson.block, lesson.element) = (Some(0), 0.0);
        lesson.channel = None;
    }
    let before = (lesson.animation, lesson.aside(&opened));
    let animations: Vec<&str> = opened.document.animations.iter().map(|one| one.name.as_str()).collect();
    lesson.animation = lesson.animation.min(animations.len().saturating_sub(1));
    if !animations.is_empty() {
        panel.choice("animation", &mut lesson.animation, &animations);
        if lesson.animation != before.0 {
            (panel.clock.time, lesson.time, lesson.channel) = (0.0, 0.0, None);
        }
    }
    panel.switch("skeleton", &mut lesson.skeleton_shown);
    panel.same_line();
    panel.switch("weights", &mut lesson.look.weights_shown);
    panel.choice_of("look at", &mut lesson.topic, &TOPICS);
    if is_other || before != (lesson.animation, lesson.aside(&opened)) {
        lesson.look_around(&opened);
        *panel.camera = lesson.around;
    }
    match lesson.topic {
        Topic::Bytes => bytes::show(lesson, &opened, panel),
        Topic::Weights => show_weights(lesson, &opened, panel),
        Topic::Curves => {
            panel.choice_of("from key to key", &mut lesson.way, &WAYS);
            curves::show(lesson, &opened, panel);
        }
        Topic::Beside => show_beside(lesson, &opened, panel),
    }
    for note in opened.document.notes.iter().take(3) {
        panel.note(note);
    }
}

/// Shows the sums of weights in bytes, and how far they move a vertex.
fn show_weights(lesson: &mut Gltf, opened: &Opened, panel: &mut Panel<'_>) {
    panel.choice_of("stored as", &mut lesson.in_bytes, &[(false, "floats"), (true, "bytes")]);
    panel.slider("from the origin", &mut lesson.away, 0.0..=40.0, "%.0f m");
    panel.heading("The four bytes of a vertex sum to");
    for (sum, vertices) in &opened.sums {
        panel.number(&format!("sum {sum}"), &format!("{sum}: {vertices} vertices"));
    }
    let placed = lesson.placed_away(&lesson.model_from_nodes(opened));
    if let Some(moved) = opened.moved(&placed) {
        panel.number("moved", &format!("farthest moved by it: {:.1} mm", 1e3 * moved));
    }
}

fn show_beside(lesson: &Gltf, opened: &Opened, panel: &mut Panel<'_>) {
    let placed = lesson.model_from_nodes(opened);
    let Some(twin) = &opened.twin else {
        panel.note("There is no Collada file of this model.");
        return;
    };
    let apart = opened.apart(&placed, &lesson.twin_from_nodes(opened));
    panel.heading("The same knight in two formats");
    let (ours, theirs) = (opened.scene.vertices(), twin.scene.vertices());
    panel.number("vertices", &format!("vertices: .glb {ours}, .dae {theirs}"));
    if let Some(apart) = apart {
        panel.number("apart", &format!("farthest apart: {:.6} m", apart));
    }
    if lesson.way != ChannelInterpolation::AsWritten {
        panel.note("The .dae goes from key to key as it is written.");
    }
}
