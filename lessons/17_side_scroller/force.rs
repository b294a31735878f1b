//! An edge is forced into a triangulation, step by step.

use anyhow::Result;
use gl::Gl;
use gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK, STEEL, rgb};
use glam::{Mat4, Vec3};
use ground::{ConstrainedTriangulation, EdgeInsertion, InsertionStep};
use stage::{Args, Camera, Frame, Lesson, Panel, Step};

/// Most steps on show.
const MOST: f32 = 40.0;

/// Colour of the edges across the way.
const ACROSS: Colour = rgb(0x9b3f86);

/// Length of a dash and of a gap, in units.
const DASH: f32 = 0.15;

/// Number of the frame's corners, which are far away.
const FRAME: usize = 4;

/// Places of corners, and the edges that are wanted between them, the first one first.
struct Example {
    name: &'static str,
    places: &'static [[f64; 2]],
    wanted: &'static [[usize; 2]],
}

const EXAMPLES: [Example; 4] = [
    Example {
        name: "flip",
        places: &[[-3.6, 0.2], [3.6, -0.2], [0.3, 2.1], [-0.4, -2.2]],
        wanted: &[[0, 1]],
    },
    Example {
        name: "wait",
        places: &[[-4.0, 0.0], [4.0, 0.0], [-0.6, 0.7], [-0.9, -2.2], [1.6, 2.9], [2.6, -1.6]],
        wanted: &[[0, 1]],
    },
    Example {
        name: "split",
        places: &[[-4.0, 1.0], [4.0, 1.0], [-3.0, -3.0], [1.0, 3.0], [2.6, -2.4], [-2.8, 3.2]],
        wanted: &[[0, 1], [2, 3]],
    },
    // The corners of a heptagon. Each edge of the star crosses four others.
    Example {
        name: "star",
        places: &[
            [0.0, 4.0],
            [-3.127, 2.494],
            [-3.9, -0.89],
            [-1.736, -3.604],
            [1.736, -3.604],
            [3.9, -0.89],
            [3.127, 2.494],
        ],
        wanted: &[[0, 3], [3, 6], [6, 2], [2, 5], [5, 1], [1, 4], [4, 0]],
    },
];

pub struct Force {
    example: usize,
    steps: f32,
    /// The triangles after these steps, and the last of them.
    state: EdgeInsertion,
    last: Option<InsertionStep>,
}

impl Force {
    fn new(example: usize, steps: f32) -> Self {
        let Example { places, wanted, .. } = EXAMPLES[example];
        let mut sketch = ConstrainedTriangulation::default();
        // All places are inside the frame.
        let corners: Vec<usize> =
            places.iter().map(|&place| sketch.add(place.into()).unwrap_or_default()).collect();
        let wanted: Vec<[usize; 2]> = wanted.iter().map(|edge| edge.map(|corner| corners[corner])).collect();
        let mut state = EdgeInsertion::new(sketch, &wanted);
        let mut last = None;
        for _ in 0..steps.round() as usize {
            let Some(step) = state.step() else { break };
            last = Some(step);
        }
        Self { example, steps, state, last }
    }
}

impl Lesson for Force {
    fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        Ok(Self::new(1, 0.0))
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 9.0)
    }

    fn update(&mut self, _step: Step) {}

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names = EXAMPLES.each_ref().map(|example| example.name);
        let Self { mut example, mut steps, .. } = *self;
        panel.choice("example", &mut example, &names);
        panel.slider("steps", &mut steps, 0.0..=MOST, "%.0f");
        if (example, steps) != (self.example, self.steps) {
            *self = Self::new(example, steps);
        }
        panel.text_wrapped(self.last.map_or_else(|| "The dashed edge is wanted.".to_owned(), told));
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let sketch = &self.state.sketch;
        let at = |corner: usize| sketch.corners[corner].as_vec2().extend(0.0);
        for [a, b, c] in sketch.triangles.iter().copied() {
            for edge @ [from, to] in [[a, b], [b, c], [c, a]] {
                let (width, colour) = if sketch.is_constrained(edge) { (5.0, INK) } else { (1.5, STEEL) };
                frame.lines_on_top.line(at(from), at(to), width, colour);
            }
        }
        for [from, to] in self.state.across() {
            frame.lines_on_top.line(at(from), at(to), 3.0, ACROSS);
        }
        let mut dashed = |edge: [usize; 2], width, colour| {
            let [from, to] = edge.map(at);
            let pieces = (from.distance(to) / DASH).ceil() as u16;
            frame.lines_on_top.dashed([from, to], pieces, width, colour);
        };
        self.state.still_wanted().for_each(|edge| dashed(edge, 4.0, CHANGED));
        match self.last {
            Some(InsertionStep::Flip(before)) => dashed(before, 2.0, ACCENT),
            Some(InsertionStep::Wait([from, to])) => frame.lines_on_top.line(at(from), at(to), 5.0, ERROR),
            _ => {}
        }
        if let Some(corners) = sketch.turned_over() {
            frame.lines_on_top.outline(Mat4::IDENTITY, &corners.map(at), 6.0, ERROR);
        }
        for corner in FRAME..sketch.corners.len() {
            frame.lines_on_top.rimmed_dot(at(corner), 7.0, INK);
            frame.label(at(corner), [9.0, -24.0], named(corner), INK);
        }
        Ok(())
    }
}

fn named(corner: usize) -> String {
    if corner < FRAME { "the frame".to_owned() } else { (corner + 1 - FRAME).to_string() }
}

/// Describes a step in a sentence.
fn told(step: InsertionStep) -> String {
    let edge = |ends: [usize; 2]| ends.map(named).join("–");
    match step {
        InsertionStep::There(wanted) => format!("Edge {} is there, and it stays.", edge(wanted)),
        InsertionStep::Corner(corner) => format!("Corner {} is on the way.", named(corner)),
        InsertionStep::Flip(across) => format!("Edge {} was across, and has been flipped.", edge(across)),
        InsertionStep::Wait(across) => {
            format!("Edge {} has to wait, because its two triangles are not convex together.", edge(across))
        }
        InsertionStep::Split(corner) => {
            format!("A constrained edge is across, so both are cut at the new corner {}.", named(corner))
        }
        InsertionStep::TooNarrow(across) => format!("It's too narrow to cross edge {}.", edge(across)),
    }
}
