//! The three lists of a channel in the panel: their keys, their curves, and the two keys around the present time.

use common::clip::{Channel, Cursor, Cursors, Keys, Search};
use common::transform::Transform;
use gl::colour::{AXES, Colour, INK};
use glam::{Quat, Vec3};
use stage::{Panel, Plot, PlotCurve};
use std::ops::RangeInclusive;

/// Number of samples of a curve.
const MOMENTS: u8 = 60;

/// A list, and what is shown of its values.
struct List<'a, T> {
    name: &'a str,
    keys: &'a Keys<T>,
    /// Returns a value's numbers x, y, z and w, of which the first `count` are shown.
    numbers: &'a dyn Fn(T) -> [f32; 4],
    count: usize,
    /// Values that are always in range.
    values: RangeInclusive<f32>,
}

/// Shows the lists of a channel: its distance from its place at rest, its quaternion, its scale. The curves are the
/// results of `Channel::sample`, the dots are the keys. `span` has the clip's end and the present time.
pub fn show(
    panel: &mut Panel<'_>,
    channel: &Channel,
    rest: Transform,
    cursors: &mut Cursors,
    span: [f32; 2],
) {
    let going = &mut Cursors::default();
    let moments = (0..=MOMENTS).map(|i| span[0] * f32::from(i) / f32::from(MOMENTS));
    let sampled: Vec<(f32, Transform)> =
        moments.map(|time| (time, channel.sample(rest, time, going))).collect();

    let away = |place: Vec3| (place - rest.translation).extend(0.0).to_array();
    let turn = |turn: Quat| turn.to_array();
    let size = |size: Vec3| size.extend(0.0).to_array();
    let keys = &channel.translations;
    let translation = List { name: "translation", keys, numbers: &away, count: 3, values: -0.05..=0.05 };
    translation.show(panel, &mut cursors.translation, span, &sampled, |transform| transform.translation);
    let keys = &channel.rotations;
    let rotation = List { name: "rotation", keys, numbers: &turn, count: 4, values: -1.0..=1.0 };
    rotation.show(panel, &mut cursors.rotation, span, &sampled, |transform| transform.rotation);
    let keys = &channel.scales;
    let scale = List { name: "scale", keys, numbers: &size, count: 3, values: 0.0..=1.0 };
    scale.show(panel, &mut cursors.scale, span, &sampled, |transform| transform.scale);
    for (part, name) in ["x", "y", "z", "w"].into_iter().enumerate() {
        panel.named(name, colour(part));
        panel.same_line();
    }
    panel.note("dots: the keys");
}

/// The colour of a number's curve: x, y, z or w.
fn colour(part: usize) -> Colour {
    AXES.get(part).copied().unwrap_or(INK)
}

/// Returns how far `Channel::sample` goes from a key to the next one, by sampling keys that are numbered.
fn part(times: &[f32], key: usize, now: f32) -> f32 {
    let numbered = |key| key as f32 * Vec3::X;
    let translations = Keys::new(times.iter().copied(), (0..times.len()).map(numbered));
    let channel = Channel { translations, ..Channel::default() };
    let at_key = Transform { translation: numbered(key), ..Transform::IDENTITY };
    let cursors = &mut Cursors::new(Search::FromStart);
    channel.sample(at_key, now, cursors).translation.x - key as f32
}

impl<T: Copy> List<'_, T> {
    fn show(
        &self,
        panel: &mut Panel<'_>,
        cursor: &mut Cursor,
        [end, now]: [f32; 2],
        sampled: &[(f32, Transform)],
        of: fn(&Transform) -> T,
    ) {
        let (name, count) = (self.name, self.keys.times().len());
        if count < 2 {
            let held = if count == 0 { "no key: as at rest" } else { "1 key, which holds" };
            panel.number(name, &format!("{name:<12}{held}"));
            return;
        }
        let key = cursor.find(self.keys.times(), now) + 1;
        let alpha = part(self.keys.times(), key - 1, now);
        panel.number(name, &format!("{name:<12}key {key} of {count}, α {alpha:.2}"));
        let shown = |time: &f32| (0.0..=end).contains(time);
        let mut curves: Vec<PlotCurve> = Vec::new();
        for part in 0..self.count {
            let number = |value: T| (self.numbers)(value)[part];
            let line = sampled.iter().map(|(time, transform)| [*time, number(of(transform))]).collect();
            let keys = self.keys.times().iter().zip(self.keys.values()).filter(|(time, _)| shown(time));
            let dots = keys.map(|(&time, &value)| [time, number(value)]).collect();
            curves.push(PlotCurve { colour: colour(part), line, dots });
        }
        let (seconds, values) = (0.0..=end, self.values.clone());
        panel.plot(name, &Plot { seconds, now, height: 50.0, values, curves: &curves });
    }
}
