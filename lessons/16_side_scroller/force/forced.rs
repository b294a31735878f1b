//! All steps of forcing edges, from the first to the last. Each state is kept, so that one can go back.

use super::sketches::Task;
use ground::{ConstrainedTriangulation, EdgeInsertion, InsertionStep};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Most steps of a run. A longer one goes round in a circle.
pub const MOST: usize = 600;

/// A state, and the step that led to it.
#[derive(Clone)]
pub struct Moment {
    /// The triangles after the step, and what is left to do.
    pub forcing: EdgeInsertion,
    /// None at first.
    pub step: Option<InsertionStep>,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// All that was wanted is there.
    Covered,
    /// No more is done, and these two corners are not joined by constrained edges.
    Missing([usize; 2]),
    /// These two edges cross in triangles so thin that the rounded crossing is outside of them.
    TooNarrow([usize; 2]),
    /// A triangle goes round clockwise.
    TurnedOver([usize; 3]),
    /// There would be more than [`MOST`] steps.
    Never,
    /// A step did not come back.
    Panicked,
}

/// All steps of a task.
pub struct Run {
    /// The first is before any step.
    pub moments: Vec<Moment>,
    /// The way it ended.
    pub end: End,
}

impl Run {
    /// Forces all edges of a task.
    pub fn new(task: &Task) -> Self {
        let mut sketch = ConstrainedTriangulation::default();
        // A place beyond the frame becomes one of the frame's corners.
        let corners: Vec<usize> = task.places.iter().map(|&place| sketch.add(place).unwrap_or(0)).collect();
        let wanted: Vec<[usize; 2]> =
            task.wanted.iter().map(|edge| edge.map(|corner| corners[corner])).collect();
        let mut moments = vec![Moment { forcing: EdgeInsertion::new(sketch, &wanted), step: None }];
        let end = loop {
            let mut forcing = moments[moments.len() - 1].forcing.clone();
            // A student's code here may panic. The other scenes go on.
            let Ok(step) = catch_unwind(AssertUnwindSafe(|| forcing.step())) else { break End::Panicked };
            let Some(step) = step else { break covered(&forcing.sketch, &wanted) };
            let turned_over = forcing.sketch.turned_over();
            moments.push(Moment { forcing, step: Some(step) });
            match (step, turned_over) {
                (_, Some(triangle)) => break End::TurnedOver(triangle),
                (InsertionStep::TooNarrow(edge), _) => break End::TooNarrow(edge),
                _ if moments.len() > MOST => break End::Never,
                _ => {}
            }
        };
        Self { moments, end }
    }

    /// Returns the number of steps.
    pub fn count(&self) -> usize {
        self.moments.len() - 1
    }
}

fn covered(sketch: &ConstrainedTriangulation, wanted: &[[usize; 2]]) -> End {
    let missing = wanted.iter().copied().find(|&edge| edge[0] != edge[1] && !sketch.covers(edge));
    missing.map_or(End::Covered, End::Missing)
}
