//! The instruments: the number of knights, each step to make them faster, and its effect.

use crate::army::Army;
use crate::costs::{Costs, STAGES};
use crate::field::WALK;
use crate::groups::Colours;
use crate::looks::Looks;
use crate::settings::Settings;
use common::clip::{Clip, Search};
use crowd::Way;
use gl::colour::{INK, joint_colour};
use stage::{Panel, Plot, PlotCurve};

/// Choices for the number of knights.
const COUNTS: [(usize, &str); 5] = [(1, "1"), (10, "10"), (100, "100"), (1000, "1000"), (10_000, "10000")];

/// The ways to compute palettes, in the order of the text.
const WAYS: [(Way, &str); 4] = [
    (Way::Plain, "animators"),
    (Way::OneLoop, "one loop"),
    (Way::FourLoops, "four loops"),
    (Way::Joints, "4 joints"),
];

/// The searches for keys, in the order of [`Looks`].
const SEARCHES: [(Search, &str); 3] =
    [(Search::FromStart, "from the start"), (Search::FromLast, "cursor"), (Search::Halving, "binary")];

/// Choices and switches of the panel.
pub struct Instruments {
    pub settings: Settings,
    pub colours: Colours,
    /// True if the viewer flies.
    pub flies: bool,
    /// True if the stages of a frame are measured, as in a window: pictures must not depend on them.
    pub measured: bool,
    in_window: bool,
    /// True if the keys are counted that each search compares.
    counted: bool,
    /// Number of walks in a row whose keys are counted, and the counts once they are known.
    walks: usize,
    looks: Option<Looks>,
}

impl Instruments {
    pub fn new(in_window: bool) -> Self {
        Self {
            settings: Settings::first(),
            colours: Colours::Sides,
            flies: true,
            measured: in_window,
            in_window,
            counted: false,
            walks: 1,
            looks: None,
        }
    }

    pub fn show(&mut self, army: &Army, costs: &Costs, panel: &mut Panel<'_>) {
        let settings = &mut self.settings;
        panel.choice_of("knights", &mut settings.count, &COUNTS);
        panel.switch("fly", &mut self.flies);
        panel.same_line();
        if panel.command("as in lesson 12") {
            *settings = Settings::plain(settings.count);
        }
        panel.same_line();
        if panel.command("all steps") {
            *settings = Settings::fast(settings.count);
        }
        // Lesson 12's way has one colour for all.
        if !settings.each {
            let colours =
                [(Colours::Sides, "sides"), (Colours::HowOften, "how often"), (Colours::HowFine, "how fine")];
            panel.choice_of("colours", &mut self.colours, &colours);
        }
        panel.heading("Palettes");
        panel.choice_of("by", &mut settings.how.way, &WAYS);
        if settings.how.way == Way::Plain {
            panel.choice_of("search", &mut settings.how.search, &SEARCHES);
        }
        panel.choice_of("threads", &mut settings.how.threads, &[(1, "1"), (4, "4")]);
        panel.switch("less often afar", &mut settings.waits);
        panel.heading("Drawing");
        panel.choice_of("calls", &mut settings.each, &[(true, "for each"), (false, "for all")]);
        if !settings.each {
            panel.choice_of("rows", &mut settings.look.rows, &[(4, "four"), (3, "three")]);
            panel.switches([
                ("no backs", &mut settings.look.culled),
                ("only seen", &mut settings.seen_only),
                ("coarse afar", &mut settings.coarse),
            ]);
        }
        panel.switch("measure (ms a frame)", &mut self.measured);
        self.measured &= self.in_window;
        let searches = settings.how.way == Way::Plain;
        if searches {
            panel.same_line();
            panel.switch("count keys", &mut self.counted);
        }
        if self.measured {
            show_times(army, costs, panel);
        }
        if searches && self.counted {
            self.show_looks(&army.figure.clips[WALK], panel);
        }
    }

    /// Shows how many keys each search compares for a frame of a walk, or of many in a row.
    fn show_looks(&mut self, walk: &Clip, panel: &mut Panel<'_>) {
        let before = self.walks;
        panel.choice_of("walks", &mut self.walks, &[(1, "one"), (100, "100 in a row")]);
        if self.walks != before {
            self.looks = None;
        }
        let looks = self.looks.get_or_insert_with(|| Looks::new(&walk.repeated(self.walks)));
        let row = |i: usize| {
            (SEARCHES[i].1, joint_colour(i), [looks.average[i], looks.most[i]].map(|count| count.to_string()))
        };
        panel.texts("looks", &["keys compared", "mean", "most"], &[row(0), row(1), row(2)]);
        let line = |i: usize| looks.at.iter().map(|(now, looks)| [*now, looks[i] as f32]).collect();
        let curves =
            [0, 1, 2].map(|i| PlotCurve { colour: joint_colour(i), line: line(i), dots: Vec::new() });
        let seconds = walk.seconds * self.walks as f32;
        let now = panel.clock.time.rem_euclid(seconds.max(f32::EPSILON));
        let values = 0.0..=looks.most.into_iter().max().unwrap_or(0) as f32;
        panel.plot("chart", &Plot { seconds: 0.0..=seconds, now, height: 50.0, values, curves: &curves });
    }
}

/// Shows the time of each stage, and its time in lesson 12's way.
fn show_times(army: &Army, costs: &Costs, panel: &mut Panel<'_>) {
    let Some(now) = costs.now.get() else { return };
    let plain = costs.plain.get();
    let told = |ms: f32| format!("{ms:.2}");
    let nothing = || "–".to_owned();
    let row = |name, now: f32, plain: Option<f32>| {
        // Calls for each knight upload his palette while they draw.
        let both = plain.filter(|plain| plain.min(now) > 0.0);
        let gain = both.map_or_else(nothing, |plain| format!("{:.1} ×", plain / now));
        (name, INK, [told(now), plain.map_or_else(nothing, told), gain])
    };
    let sum = |times: [f32; STAGES.len()]| times.iter().sum::<f32>();
    let mut rows: Vec<_> = (STAGES.iter().enumerate())
        .map(|(stage, name)| row(*name, now[stage], plain.map(|plain| plain[stage])))
        .collect();
    rows.push(row("all", sum(now), plain.map(sum)));
    panel.texts("times", &["ms", "now", "lesson 12", "gain"], &rows);
    let per_second = 1e3 * army.knights.len() as f32 / sum(now).max(1e-3);
    let error = 1e3 * army.error();
    panel.note(&format!("{per_second:.0} knights a second, {error:.4} mm from the plain way at most"));
    if cfg!(debug_assertions) {
        panel.note("Only the fast ways are optimised in this build: the text tells how to measure.");
    }
}
