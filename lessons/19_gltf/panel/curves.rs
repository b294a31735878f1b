//! The curve of a channel by step, linear and cubic, with its keys and their tangents.

use crate::opened::Opened;
use crate::playback::Playback;
use crate::scene::{by, curve, tangents, value};
use formats::gltf::{Channel, Interpolation, Sampler, TargetPath};
use gl::colour::{Colour, FAINT, INK, joint_colour};
use stage::{Panel, Plot, PlotCurve};

/// The three interpolations, with their names in the panel.
const WAYS: [(Interpolation, &str); 3] =
    [(Interpolation::Step, "step"), (Interpolation::Linear, "linear"), (Interpolation::CubicSpline, "cubic")];

/// The channel whose curve is shown.
#[derive(Default)]
pub struct Curves {
    /// Its index in the animation.
    pub channel: Option<usize>,
    /// One of its numbers.
    part: usize,
}

impl Curves {
    pub fn show(&mut self, opened: &Opened, playback: &Playback, panel: &mut Panel<'_>) {
        let Some(animation) = playback.animation(opened) else {
            panel.note("Nothing moves in this file, because it has no animations.");
            return;
        };
        let nodes = &opened.document.nodes;
        let name = |channel: &Channel| {
            let path = match channel.path {
                TargetPath::Translation => "translation",
                TargetPath::Rotation => "rotation",
                TargetPath::Scale => "scale",
            };
            format!("{} {path}", nodes[channel.node].name)
        };
        let names: Vec<(String, String)> =
            animation.channels.iter().map(|channel| (name(channel), written(channel))).collect();
        let rows = animation.channels.iter().zip(&names);
        let rows = rows.map(|(channel, (name, end))| (&**name, &**end, opened.scene.colour(channel.node)));
        let moves = |channel: &Channel| channel.sampler.times.len() > 1;
        let is_cubic =
            |channel: &Channel| moves(channel) && channel.sampler.interpolation == Interpolation::CubicSpline;
        let first = |such: &dyn Fn(&Channel) -> bool| animation.channels.iter().position(such);
        self.channel = self.channel.or_else(|| first(&is_cubic)).or_else(|| first(&moves));
        panel.list("channel", 5.0, rows, &mut self.channel);
        let Some(channel) = self.channel.and_then(|index| animation.channels.get(index)) else { return };
        let parts = ["x", "y", "z", "w"];
        let count = if channel.sampler.is_rotation { 4 } else { 3 };
        self.part = self.part.min(count - 1);
        plot(&channel.sampler, self.part, [animation.start, playback.time], panel);
        panel.choice("number", &mut self.part, &parts[..count]);
    }
}

/// Names a channel's interpolation, as its file writes it.
fn written(channel: &Channel) -> String {
    let word = match channel.sampler.interpolation {
        Interpolation::Step => "STEP",
        Interpolation::Linear => "LINEAR",
        Interpolation::CubicSpline => "CUBICSPLINE",
    };
    format!("{word} {}", channel.sampler.times.len())
}

/// Draws one of the sampler's numbers. The animation began at `start`, `time` seconds ago.
fn plot(sampler: &Sampler, part: usize, [start, time]: [f32; 2], panel: &mut Panel<'_>) {
    let end = start + panel.clock.seconds.max(1e-3);
    let now = start + time;
    let shortest = sampler.times.windows(2).map(|pair| pair[1] - pair[0]).fold(end - start, f32::min);
    let mut curves: Vec<PlotCurve> = tangents(sampler, part, 0.3 * shortest)
        .into_iter()
        .map(|line| PlotCurve { colour: FAINT, line: line.to_vec(), dots: Vec::new() })
        .collect();
    let keys = |(key, &time): (usize, &f32)| [time, value(sampler, key)[part]];
    for (i, (way, _)) in WAYS.iter().enumerate() {
        let line = curve(&by(sampler, *way), part, start, end);
        curves.push(PlotCurve { colour: colour(i), line, dots: Vec::new() });
    }
    let dots = sampler.times.iter().enumerate().map(keys).collect();
    curves.push(PlotCurve { colour: INK, line: Vec::new(), dots });
    let plot = Plot { seconds: start..=end, now, height: 170.0, values: 0.0..=0.0, curves: &curves };
    panel.plot("curve", &plot);
    for (i, (way, name)) in WAYS.iter().enumerate() {
        panel.named(name, colour(i));
        panel.same_line();
        panel.number(name, &format!("{:.3}", by(sampler, *way).at(now)[part]));
        if i + 1 < WAYS.len() {
            panel.same_line();
        }
    }
    panel.note("dots: the keys; grey: their tangents. If the file has none, we take the slope from the key before to the next.");
}

fn colour(way: usize) -> Colour {
    joint_colour(way)
}
