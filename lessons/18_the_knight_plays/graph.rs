//! The machine, live: its states as plates, its transitions as arrows, and the last ones in words.

mod sheet;

use gl::colour::{ACCENT, CHANGED, Colour, FAINT, INK, PAPER, mix, with_alpha};
use glam::{Vec2, vec2};
use ground::TICK;
use play::{StateMachine, StateTable, TakenTransition};
use sheet::{SIZE, Sheet};
use stage::{Corner, Frame, Overlay};

/// Width and line height of the text about transitions beside the graph.
const TOLD: f32 = 124.0;
const LINE: f32 = 15.0;

/// Distance from the corner of the picture, and the margin on its plate.
const MARGIN: f32 = 14.0;
const AROUND: f32 = 12.0;

/// Time for which the last transition is lit, in seconds.
const LIT: f32 = 0.5;

/// A table as it is drawn. Made once.
pub struct Graph {
    sheet: Sheet,
    /// The curves of all ways.
    curves: Vec<Vec<Vec2>>,
}

impl Graph {
    pub fn new(table: &StateTable) -> Self {
        let sheet = Sheet::new(table);
        let curve = |&[from, to]: &[usize; 2]| sheet.curve(sheet.plates[from], sheet.plates[to]);
        Self { curves: sheet.transitions.iter().map(curve).collect(), sheet }
    }
}

/// Draws the graph of a machine in the lower right corner. Its table is that of the graph.
pub fn draw(frame: &mut Frame<'_>, graph: &Graph, table: &StateTable, machine: &StateMachine) {
    let layer = frame.overlay(Corner::LowerRight);
    let size = SIZE + vec2(AROUND + TOLD, 0.0) + 2.0 * AROUND;
    let corner = -size - MARGIN;
    let below = vec2(0.0, 0.5 * (SIZE.y - graph.sheet.size.y));
    let mut drawn = Drawn { layer, graph, table, machine, corner: corner + AROUND + below };
    drawn.rounded(corner + 0.5 * size, size, 8.0, with_alpha(PAPER, 0.86));
    drawn.transitions();
    drawn.last_change();
    drawn.plates();
    drawn.told(corner + AROUND + vec2(SIZE.x + AROUND, 0.0));
}

struct Drawn<'f> {
    layer: Overlay<'f>,
    graph: &'f Graph,
    table: &'f StateTable,
    machine: &'f StateMachine,
    /// The sheet's upper left corner.
    corner: Vec2,
}

impl Drawn<'_> {
    fn name(&self, state: usize) -> &str {
        self.table.states.get(state).map_or("?", |state| &state.name)
    }

    /// Returns the share of the current state in the pose on screen.
    fn weight(&self) -> f32 {
        let fade = self.table.states.get(self.machine.state()).map_or(0.0, |state| state.fade);
        if self.machine.seconds() < fade { self.machine.seconds() / fade } else { 1.0 }
    }

    /// Draws all transitions, faintly; those from the current state a little less so.
    fn transitions(&mut self) {
        let (graph, state) = (self.graph, self.machine.state());
        let any = self.table.states.len();
        let spared = self.table.states.get(state).is_some_and(|state| state.spared);
        for (&[from, _], curve) in graph.sheet.transitions.iter().zip(&graph.curves) {
            let leads_on = from == state || from == any && !spared;
            self.arrow(
                curve,
                if leads_on { (1.4, with_alpha(INK, 0.5)) } else { (1.0, with_alpha(FAINT, 0.2)) },
            );
        }
    }

    /// Draws the last transition.
    fn last_change(&mut self) {
        let left = 1.0 - self.machine.seconds() / LIT;
        let Some(&TakenTransition { from, to, .. }) = self.machine.transitions().next_back() else { return };
        let sheet = &self.graph.sheet;
        if let (Some(&from_plate), Some(&to_plate)) = (sheet.plates.get(from), sheet.plates.get(to))
            && left > 0.0
        {
            let colour = with_alpha(CHANGED, left);
            if from == to {
                self.rounded(self.corner + to_plate, sheet.plate + 10.0 * left, 9.0, colour);
            } else {
                self.arrow(&sheet.curve(from_plate, to_plate), (3.0, colour));
            }
        }
    }

    fn plates(&mut self) {
        let (graph, machine) = (self.graph, self.machine);
        let size = graph.sheet.plate;
        let weight = self.weight();
        let before = machine.transitions().next_back().map(|changed| changed.from);
        for (state, &middle) in graph.sheet.plates.iter().enumerate() {
            let at = self.corner + middle;
            let lit = match state {
                now if now == machine.state() => weight,
                old if Some(old) == before => 1.0 - weight,
                _ => 0.0,
            };
            if state == 0 {
                let outside = at - vec2(graph.sheet.inwards(middle) * (0.5 * size.x + 5.0), 0.0);
                self.rounded(outside, Vec2::splat(6.0), 3.0, FAINT);
            }
            let (name, words) = match self.table.states.get(state) {
                Some(state) => {
                    self.rounded(at, size, 6.0, mix(FAINT, ACCENT, lit));
                    self.rounded(at, size - 2.0, 5.0, mix(PAPER, ACCENT, lit));
                    (state.name.as_str(), if lit > 0.5 { PAPER } else { INK })
                }
                None => {
                    self.rounded(at, size, 6.0, with_alpha(FAINT, 0.2));
                    ("any", FAINT)
                }
            };
            self.layer.small(at, Vec2::splat(0.5), size.x - 6.0, name, words);
        }
    }

    /// The state that is on, for how long, how far it is faded in, and the last transitions.
    fn told(&mut self, mut at: Vec2) {
        let (machine, weight) = (self.machine, self.weight());
        let mut lines = vec![
            (self.name(machine.state()).to_owned(), ACCENT),
            (format!("for {:.2} s", machine.seconds()), INK),
            (format!("faded in {:.0} %", 100.0 * weight), mix(CHANGED, FAINT, weight)),
            (String::new(), FAINT),
        ];
        lines.extend(machine.transitions().rev().enumerate().map(|(age, changed)| {
            let (seconds, [from, to]) =
                (changed.tick as f64 * TICK, [changed.from, changed.to].map(|state| self.name(state)));
            (format!("{seconds:.1}  {from} → {to}"), with_alpha(INK, 1.0 - 0.06 * age as f32))
        }));
        for (text, colour) in lines {
            self.layer.small(at, Vec2::ZERO, TOLD, text, colour);
            at.y += LINE;
        }
    }

    fn arrow(&mut self, curve: &[Vec2], (width, colour): (f32, Colour)) {
        let (Some(&begin), Some(&end)) = (curve.first(), curve.last()) else { return };
        // It comes in straight from the side.
        let ahead = vec2(-self.graph.sheet.inwards(end), 0.0);
        let (long, wide) = (4.0 + width, 0.5 * (3.0 + width) * ahead.perp());
        let foot = end - long * ahead;
        let is_before = |point: &&Vec2| (**point - foot).dot(ahead) < -1.0 || **point == begin;
        let points = curve.iter().filter(is_before).chain([&foot]).map(|&point| self.corner + point);
        self.layer.line(points.collect::<Vec<_>>(), width, colour);
        let corners = [end, foot + wide, foot - wide].map(|point| self.corner + point);
        self.layer.filled(corners, with_alpha(colour, (2.0 * colour[3]).min(1.0)));
    }

    /// A filled rectangle with round corners.
    fn rounded(&mut self, middle: Vec2, size: Vec2, radius: f32, colour: Colour) {
        let radius = radius.min(0.5 * size.min_element());
        let inner = 0.5 * size - radius;
        let corner = |step: u8| {
            let side =
                [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)][usize::from(step / 5)];
            let angle = (f32::from(step / 5) + f32::from(step % 5) / 4.0) * std::f32::consts::FRAC_PI_2;
            middle + side * inner + radius * Vec2::from_angle(angle)
        };
        self.layer.filled((0..20).map(corner), colour);
    }
}
