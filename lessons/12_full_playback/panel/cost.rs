//! The cost of finding keys: the number of comparisons of each search.

use crate::looks;
use crate::player::Player;
use common::clip::Search;
use gl::colour::joint_colour;
use stage::{Panel, Plot, PlotCurve};

/// The searches, with their names in the panel.
pub const SEARCHES: [(Search, &str); 3] =
    [(Search::FromStart, "from the start"), (Search::FromLast, "cursor"), (Search::Halving, "binary")];

/// Shows the counts for the last frame, and for the whole clip.
pub fn show(player: &Player, panel: &mut Panel<'_>) {
    let Player { animator, before, looks, .. } = player;
    let counted = looks::at(animator.clip(), *before, animator.time());
    let row = |i: usize| {
        let counts = [counted[i], looks.average[i], looks.most[i]];
        (SEARCHES[i].1, joint_colour(i), counts.map(|count| count.to_string()))
    };
    panel.texts("cost", &["keys compared", "now", "mean", "most"], &[row(0), row(1), row(2)]);
    let line = |i: usize| looks.at.iter().map(|(now, looks)| [*now, looks[i] as f32]).collect();
    let curves = [0, 1, 2].map(|i| PlotCurve { colour: joint_colour(i), line: line(i), dots: Vec::new() });
    let highest = looks.most.into_iter().max().unwrap_or(0) as f32;
    let (seconds, values) = (0.0..=animator.clip().seconds, 0.0..=highest.max(1.0));
    panel.plot("looks", &Plot { seconds, now: animator.time(), height: 80.0, values, curves: &curves });
}
