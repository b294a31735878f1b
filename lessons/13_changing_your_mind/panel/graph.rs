//! Draws the weights of the mix: now, as a table, and over the last seconds, as a chart.

use crate::knight::MOTIONS;
use crate::past::{Moment, REMEMBERED};
use crate::scene::Show;
use gl::colour::{Colour, FAINT, INK, PAPER, mix, with_alpha};
use glam::{Vec2, vec2};
use stage::{Corner, Frame, Overlay, Panel};

/// The size of the chart at scale 1, in pixels, and its distance from the edges.
const CHART: Vec2 = vec2(300.0, 96.0);
const MARGIN: f32 = 18.0;
/// Room for its numbers and for its title, in pixels.
const AROUND: f32 = 14.0;
const TITLE: f32 = 36.0;
/// Least height of a picture in which they are written, at scale 1 in pixels.
const TOLD_FROM: f32 = 480.0;
/// Number of columns in the chart.
const COLUMNS: u16 = 150;
/// Most rows of the table.
const ROWS: usize = 5;

/// The colour of a kept pose's motions.
fn pale(colour: Colour) -> Colour {
    mix(PAPER, colour, 0.38)
}

/// A row of the table: a motion with its share.
fn row(name: String, colour: Colour, share: f32) -> (String, Colour, [String; 1]) {
    (name, colour, [format!("{:3.0} %", 100.0 * share)])
}

/// Shows the present mix as a table, the motions of the kept pose below it.
pub fn table(panel: &mut Panel<'_>, show: &Show) {
    let Some(now) = show.past.moments.back() else { return };
    let mut rows = Vec::new();
    let (layer, laid) = now.layer;
    if laid > 0.0 {
        let how = if show.layer.is_added { "added" } else { "over it" };
        rows.push(row(format!("{} {how}", MOTIONS[layer].name), MOTIONS[layer].colour, laid));
    }
    let (playing, weight) = now.playing;
    rows.push(row(MOTIONS[playing].name.to_owned(), MOTIONS[playing].colour, weight));
    if weight < 1.0 {
        rows.push(row("the kept pose".to_owned(), FAINT, 1.0 - weight));
        let mut kept: Vec<_> = now.kept.iter().zip(&MOTIONS).filter(|(share, _)| **share > 0.005).collect();
        kept.sort_by(|a, b| b.0.total_cmp(a.0));
        rows.extend(
            kept.iter().map(|(share, known)| row(format!("  {}", known.name), known.colour, **share)),
        );
    }
    rows.truncate(ROWS);
    panel.texts("mixed", &["mixed now", "share"], &rows);
}

/// The chart's place in the picture.
struct Sheet<'f> {
    layer: Overlay<'f>,
    size: Vec2,
    /// True if its title and its numbers can be read.
    is_told: bool,
}

impl<'f> Sheet<'f> {
    /// Makes the sheet at the lower right of the picture.
    fn new(frame: &'f mut Frame<'_>) -> Self {
        let picture = Vec2::from(frame.view.size.map(|side| side as f32)) / frame.view.scale;
        let size = CHART.min(vec2(0.3, 0.2) * picture);
        Self { layer: frame.overlay(Corner::LowerRight), size, is_told: picture.y >= TOLD_FROM }
    }

    /// A point of the chart, from the lower left: both coordinates go from 0 to 1.
    fn place(&self, across: f32, up: f32) -> Vec2 {
        vec2(across - 1.0, -up) * self.size - MARGIN
    }
}

/// Draws the weights of the last seconds, stacked, and the layer as a line. While one motion plays there's nothing to see.
pub fn chart(frame: &mut Frame<'_>, show: &Show) {
    let Some(now) = show.past.moments.back() else { return };
    let is_alone = |moment: &Moment| moment.playing == (now.playing.0, 1.0) && moment.layer.1 == 0.0;
    if show.past.moments.iter().all(is_alone) {
        return;
    }
    let mut sheet = Sheet::new(frame);
    if sheet.is_told {
        let [low, high] = [sheet.place(0.0, 0.0), sheet.place(1.0, 1.0)];
        sheet.layer.rectangle(
            low + vec2(-AROUND, AROUND),
            high + vec2(AROUND, -TITLE),
            with_alpha(PAPER, 0.8),
        );
        let title = format!("weights, last {REMEMBERED} s");
        sheet.layer.small(low.with_y(high.y - TITLE), Vec2::ZERO, sheet.size.x, title, INK);
    }
    let column = sheet.size.x / f32::from(COLUMNS);
    let mut moments = show.past.moments.iter().peekable();
    let mut layer = Vec::new();
    for i in 0..=COLUMNS {
        let across = f32::from(i) / f32::from(COLUMNS);
        let time = now.time - REMEMBERED * (1.0 - across);
        while moments.next_if(|moment| moment.time < time - 1e-4).is_some() {}
        let Some(moment) = moments.peek() else { break };
        if moment.time > time + 0.1 {
            continue;
        }
        for (from, to, colour) in bands(moment) {
            // Wider than its column, so that there is no gap to the next one.
            let side = vec2(0.9 * column, 0.0);
            let (from, to) = (sheet.place(across, from), sheet.place(across, to));
            sheet.layer.rectangle(from - side, to + side, colour);
        }
        layer.push((sheet.place(across, moment.layer.1), moment.layer));
    }
    type Laid = (Vec2, (usize, f32));
    let goes_on = |a: &Laid, b: &Laid| a.1.0 == b.1.0 && a.1.1.max(b.1.1) > 0.0;
    for run in layer.chunk_by(goes_on).filter(|run| run.len() > 1) {
        for (width, colour) in [(5.5, PAPER), (3.0, MOTIONS[run[0].1.0].colour)] {
            sheet.layer.line(run.iter().map(|(place, _)| *place), width, colour);
        }
    }
    for up in [0.0, 1.0] {
        let ends = [sheet.place(0.0, up), sheet.place(1.0, up)];
        sheet.layer.line(ends, 1.0, with_alpha(INK, 0.5));
        if sheet.is_told {
            sheet.layer.small(ends[0] - vec2(4.0, 0.0), vec2(1.0, 0.5), AROUND, format!("{up}"), FAINT);
        }
    }
    names(&mut sheet, show);
}

/// Returns the band of each motion at a moment: its lower end, its upper end, and its colour.
fn bands(moment: &Moment) -> Vec<(f32, f32, Colour)> {
    let (playing, weight) = moment.playing;
    let kept = moment.kept.iter().zip(&MOTIONS).map(|(share, known)| (*share, pale(known.colour)));
    let mut top = 0.0;
    let shares = std::iter::once((weight, MOTIONS[playing].colour)).chain(kept);
    let bands = shares.filter(|(share, _)| *share > 0.0).map(|(share, colour)| {
        top += share;
        (top - share, top, colour)
    });
    bands.collect()
}

/// The name of every motion, in the middle of its band, and of every layer, on its line.
fn names(sheet: &mut Sheet<'_>, show: &Show) {
    let Some(now) = show.past.moments.back() else { return };
    let moments: Vec<&Moment> = show.past.moments.iter().collect();
    let across = |moment: &Moment| 1.0 - (now.time - moment.time) / REMEMBERED;
    let mut name = |run: &[&Moment], motion: usize, up: f32, offset: f32| {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { return };
        let [from, to] = [first, last].map(|moment| across(moment));
        let text = MOTIONS[motion].name;
        // About eight pixels a letter.
        if (to - from) * sheet.size.x > 8.0 * text.len() as f32 {
            let middle = sheet.place(0.5 * (from + to), up) + vec2(0.0, offset);
            let colour = mix(MOTIONS[motion].colour, INK, 0.45);
            sheet.layer.words(middle, Vec2::splat(0.5), text, colour);
        }
    };
    for run in moments.chunk_by(|a, b| a.playing.0 == b.playing.0) {
        // The interval in which it has more than half of the weight.
        let own: Vec<&Moment> = run.iter().copied().filter(|moment| moment.playing.1 > 0.5).collect();
        name(&own, run[0].playing.0, 0.3, 0.0);
    }
    let is_there = |moment: &Moment| moment.layer.1 > 0.5;
    for run in moments.chunk_by(|a, b| a.layer.0 == b.layer.0 && is_there(a) == is_there(b)) {
        if is_there(run[0]) {
            name(run, run[0].layer.0, 1.0, -12.0);
        }
    }
}
