//! What it costs to find keys: counted, and measured.

use common::clip::{Animator, Clip, Keys, Search};
use common::gl::colour::{Colour, joint_colour};
use common::rig::Rig;
use common::stage::{Panel, Plot, PlotCurve};
use std::sync::Arc;
use std::time::Instant;

/// The ways to find keys, and what the panel calls them.
pub const SEARCHES: [(Search, &str); 3] =
    [(Search::FromStart, "from the start"), (Search::FromLast, "cursor"), (Search::Halving, "binary")];

/// How many moments of the clip are counted.
const MOMENTS: usize = 120;

/// The time from one picture to the next that counts suppose.
const PICTURE: f32 = 1.0 / 60.0;

/// Updates that are measured at a time, and how much a new measurement counts.
const UPDATES: u8 = 10;
const NEW: f32 = 0.1;

/// How many keys' times each search looks at, to find the key at `now` after that at `before`.
fn looks_in(times: &[f32], before: f32, now: f32) -> [usize; 3] {
    let count_to = |time: f32| times.partition_point(|&key| key <= time);
    let (come, last) = (count_to(now), count_to(before).saturating_sub(1));
    let from_start = (come + 1).min(times.len());
    let key = come.saturating_sub(1);
    // On the way forward the next key that has not come is looked at too; then whether the way back is to be gone.
    let forward = key.saturating_sub(last) + usize::from(key.max(last) + 1 < times.len());
    let back = last.saturating_sub(key) + usize::from(key > 0);
    [from_start, forward + back, looks_by_halving(times, now)]
}

/// The same by halving, as lesson 12 draws it: the key in the middle says which half is left.
fn looks_by_halving(times: &[f32], now: f32) -> usize {
    let (mut low, mut high, mut looks) = (0, times.len(), 0);
    while low < high {
        let middle = (low + high) / 2;
        looks += 1;
        if times[middle] <= now {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    looks
}

/// The same, in all lists of a clip. A single key needs no search.
fn looks(clip: &Clip, before: f32, now: f32) -> [usize; 3] {
    fn times<T>(keys: &Keys<T>) -> &[f32] {
        if keys.times().len() > 1 { keys.times() } else { &[] }
    }
    let mut sum = [0; 3];
    for channel in &clip.channels {
        for times in [times(&channel.translations), times(&channel.rotations), times(&channel.scales)] {
            let looks = looks_in(times, before, now);
            sum = std::array::from_fn(|i| sum[i] + looks[i]);
        }
    }
    sum
}

/// The mean of counts at evenly spread moments, for so many pictures. The first is that of the one picture in which the
/// clip has begun again; the others stand for all other pictures.
fn average(pictures: f32, mut counts: impl Iterator<Item = usize>) -> usize {
    let first = counts.next().unwrap_or(0) as f32;
    let (sum, number) = counts.fold((0.0, 0.0f32), |(sum, number), count| (sum + count as f32, number + 1.0));
    let other = sum / number.max(1.0);
    (other + (first - other) / pictures.max(1.0)).round() as usize
}

/// What a clip's keys cost to be found.
pub struct Cost {
    clip: Arc<Clip>,
    curves: Vec<PlotCurve>,
    /// How many keys each search looks at in a picture, on average and at most.
    pub average: [usize; 3],
    pub most: [usize; 3],
    /// For each search, and its nanoseconds per joint as far as they have been measured.
    probes: Vec<(Animator, Option<f32>)>,
    joints: usize,
}

impl Cost {
    pub fn new(rig: &Arc<Rig>, clip: &Arc<Clip>) -> Self {
        let mut counts = Vec::new();
        for moment in 0..MOMENTS {
            let now = clip.seconds * moment as f32 / MOMENTS as f32;
            let before = (now - PICTURE).rem_euclid(clip.seconds.max(PICTURE));
            counts.push((now, looks(clip, before, now)));
        }
        let line = |i: usize| counts.iter().map(|(now, looks)| [*now, looks[i] as f32]).collect();
        let curve = |i: usize| PlotCurve { colour: colour(i), line: line(i), dots: Vec::new() };
        let of = |i: usize| counts.iter().map(move |(_, looks)| looks[i]);
        let probes = SEARCHES.map(|(search, _)| {
            let mut probe = Animator::new(rig.clone(), clip.clone());
            probe.search_by(search);
            (probe, None)
        });
        Self {
            curves: (0..3).map(curve).collect(),
            average: [0, 1, 2].map(|i| average(clip.seconds / PICTURE, of(i))),
            most: [0, 1, 2].map(|i| of(i).max().unwrap_or(0)),
            probes: probes.into(),
            joints: rig.skeleton.joints().len().max(1),
            clip: clip.clone(),
        }
    }

    /// Measures each search at a time of the clip.
    pub fn measure(&mut self, time: f32) {
        for (probe, nanoseconds) in &mut self.probes {
            probe.seek(time);
            // The fastest of some, since other programs want the processor too.
            let fastest = (0..UPDATES).map(|_| {
                let start = Instant::now();
                probe.update(PICTURE);
                start.elapsed().as_nanos()
            });
            let new = fastest.min().unwrap_or(0) as f32 / self.joints as f32;
            *nanoseconds = Some(nanoseconds.map_or(new, |old| old + NEW * (new - old)));
        }
    }

    /// Shows what was counted, and what was measured.
    pub fn show(&self, panel: &mut Panel<'_>, before: f32, now: f32) {
        let counted = looks(&self.clip, before, now);
        let row = |i: usize| {
            let measured = self.probes[i].1.map_or("–".to_owned(), |ns| format!("{ns:.0}"));
            let shown = [counted[i], self.average[i], self.most[i]].map(|count| count.to_string());
            (SEARCHES[i].1, colour(i), [shown.as_slice(), &[measured]].concat())
        };
        panel.texts("cost", &["keys looked at", "now", "mean", "most", "ns"], &[row(0), row(1), row(2)]);
        let highest = self.most.into_iter().max().unwrap_or(0) as f32;
        let plot = Plot {
            seconds: 0.0..=self.clip.seconds,
            now,
            height: 80.0,
            values: 0.0..=highest.max(1.0),
            curves: &self.curves,
        };
        panel.plot("looks", &plot);
    }
}

/// The colour of a search.
fn colour(search: usize) -> Colour {
    joint_colour(search)
}
