//! The cost of finding keys: the number of comparisons of each search.

use crate::looks::{self, Looks};
use common::clip::{Clip, Search};
use gl::colour::joint_colour;
use stage::{Panel, Plot, PlotCurve};

/// The searches, with their names in the panel.
pub const SEARCHES: [(Search, &str); 3] =
    [(Search::FromStart, "from the start"), (Search::FromLast, "cursor"), (Search::Halving, "binary")];

/// The cost of finding a clip's keys.
pub struct Cost {
    curves: Vec<PlotCurve>,
    looks: Looks,
}

impl Cost {
    pub fn new(clip: &Clip) -> Self {
        let looks = Looks::new(clip);
        let line = |i: usize| looks.at.iter().map(|(now, looks)| [*now, looks[i] as f32]).collect();
        let curve = |i: usize| PlotCurve { colour: joint_colour(i), line: line(i), dots: Vec::new() };
        Self { curves: (0..3).map(curve).collect(), looks }
    }

    /// Shows the counts for a frame from `before` to `now`, and for the whole clip.
    pub fn show(&self, panel: &mut Panel<'_>, clip: &Clip, before: f32, now: f32) {
        let counted = looks::at(clip, before, now);
        let row = |i: usize| {
            let counts = [counted[i], self.looks.average[i], self.looks.most[i]];
            (SEARCHES[i].1, joint_colour(i), counts.map(|count| count.to_string()))
        };
        panel.texts("cost", &["keys compared", "now", "mean", "most"], &[row(0), row(1), row(2)]);
        let highest = self.looks.most.into_iter().max().unwrap_or(0) as f32;
        let (seconds, values) = (0.0..=clip.seconds, 0.0..=highest.max(1.0));
        panel.plot("looks", &Plot { seconds, now, height: 80.0, values, curves: &self.curves });
    }
}
