//! What it costs to find keys: counted, and measured.

use crate::looks::{self, Looks, PICTURE};
use common::clip::{Animator, Clip, Search};
use common::rig::Rig;
use gl::colour::{Colour, joint_colour};
use stage::{Panel, Plot, PlotCurve};
use std::sync::Arc;
use std::time::Instant;

/// The ways to find keys, and what the panel calls them.
pub const SEARCHES: [(Search, &str); 3] =
    [(Search::FromStart, "from the start"), (Search::FromLast, "cursor"), (Search::Halving, "binary")];

/// Updates that are measured at a time, and how much a new measurement counts.
const UPDATES: u8 = 10;
const NEW: f32 = 0.1;

/// What a clip's keys cost to be found.
pub struct Cost {
    clip: Arc<Clip>,
    curves: Vec<PlotCurve>,
    looks: Looks,
    /// For each search, and its nanoseconds per joint as far as they have been measured.
    probes: Vec<(Animator, Option<f32>)>,
    joints: usize,
}

impl Cost {
    pub fn new(rig: &Arc<Rig>, clip: &Arc<Clip>) -> Self {
        let looks = Looks::new(clip);
        let line = |i: usize| looks.at.iter().map(|(now, looks)| [*now, looks[i] as f32]).collect();
        let curve = |i: usize| PlotCurve { colour: colour(i), line: line(i), dots: Vec::new() };
        let probes = SEARCHES.map(|(search, _)| {
            let mut probe = Animator::new(rig.clone(), clip.clone());
            probe.search_by(search);
            (probe, None)
        });
        Self {
            curves: (0..3).map(curve).collect(),
            looks,
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
        let counted = looks::at(&self.clip, before, now);
        let row = |i: usize| {
            let measured = self.probes[i].1.map_or("–".to_owned(), |ns| format!("{ns:.0}"));
            let shown =
                [counted[i], self.looks.average[i], self.looks.most[i]].map(|count| count.to_string());
            (SEARCHES[i].1, colour(i), [shown.as_slice(), &[measured]].concat())
        };
        panel.texts("cost", &["keys looked at", "now", "mean", "most", "ns"], &[row(0), row(1), row(2)]);
        let highest = self.looks.most.into_iter().max().unwrap_or(0) as f32;
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
