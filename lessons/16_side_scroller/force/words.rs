//! Steps in words.

use crate::force::forced::{End, MOST, Run};
use ground::{ConstrainedTriangulation, InsertionStep};

/// Number of the frame's corners.
pub const FRAME: usize = 4;

/// Names a corner. Those of the frame have no number.
pub fn corner(corner: usize) -> String {
    if corner < FRAME { "the frame".to_owned() } else { (corner + 1 - FRAME).to_string() }
}

/// Names an edge.
pub fn edge([from, to]: [usize; 2]) -> String {
    format!("{}–{}", corner(from), corner(to))
}

/// Describes a step, in a sentence or three.
pub fn told(run: &Run, at: usize) -> String {
    let moment = &run.moments[at];
    let (Some(step), Some(before)) = (moment.step, at.checked_sub(1).map(|before| &run.moments[before]))
    else {
        return begins(run);
    };
    let wanted = before.forcing.wanted().unwrap_or_default();
    match step {
        InsertionStep::There(there) => {
            let restored = match turned(&before.forcing.sketch, &moment.forcing.sketch) {
                0 => String::new(),
                1 => " An edge that was flipped on the way is flipped once more: circles say so.".to_owned(),
                count => format!(
                    " {count} edges that were flipped on the way are flipped once more: circles say so."
                ),
            };
            format!("Edge {} is there. It is constrained: from now on it stays.{restored}", edge(there))
        }
        InsertionStep::Corner(on_way) => format!(
            "Corner {0} lies on the way from {1} to {2}. So there are two parts to force: {3}, then {4}.",
            corner(on_way),
            corner(wanted[0]),
            corner(wanted[1]),
            edge([wanted[0], on_way]),
            edge([on_way, wanted[1]])
        ),
        InsertionStep::Flip(across) => {
            let new = before.forcing.sketch.beside(across).unwrap_or_default();
            let now = if is_same(new, wanted) {
                "This is the edge that was wanted."
            } else if moment.forcing.across().into_iter().any(|other| is_same(other, new)) {
                "It lies across as well, so it goes to the end of the queue."
            } else {
                "It does not lie across."
            };
            format!(
                "Edge {} lay across, in a convex quadrilateral. It was flipped to {}. {now}",
                edge(across),
                edge(new)
            )
        }
        InsertionStep::Wait(across) => {
            let where_to = reflex(&moment.forcing.sketch, across)
                .map_or(String::new(), |at| format!(" at corner {}", corner(at)));
            format!(
                "Edge {} lies across, but its quadrilateral turns inwards{where_to}. The other diagonal would run outside. \
                 So it waits at the end of the queue.",
                edge(across)
            )
        }
        InsertionStep::Split(new) => format!(
            "A constrained edge lies across the way from {} to {}. It must stay, so both are split where they cross: at the \
             new corner {}.",
            corner(wanted[0]),
            corner(wanted[1]),
            corner(new)
        ),
        InsertionStep::TooNarrow(across) => format!(
            "The constrained edge {} lies across, but its triangles are so thin that the place of the crossing, rounded, is in \
             neither of them.",
            edge(across)
        ),
    }
}

fn begins(run: &Run) -> String {
    let forcing = &run.moments[0].forcing;
    match (forcing.wanted(), forcing.across().len()) {
        (None, _) => "No edge is wanted.".to_owned(),
        (Some(wanted), 0) => format!("Edge {} is wanted first.", edge(wanted)),
        (Some(wanted), 1) => format!("Edge {} is wanted first. One edge lies across.", edge(wanted)),
        (Some(wanted), count) => format!("Edge {} is wanted first. {count} edges lie across.", edge(wanted)),
    }
}

/// Describes the end.
pub fn ended(end: &End) -> String {
    match end {
        End::Covered => "All wanted edges are there, and constrained.".to_owned(),
        End::Missing(missing) => {
            format!("Nothing more is done, but no constrained edges lead straight from {} to {}.", corner(missing[0]), corner(missing[1]))
        }
        End::TooNarrow(_) => "This is too narrow for the teaching triangulation.".to_owned(),
        End::TurnedOver(_) => {
            "The lit triangle goes round clockwise: it lies over another one. Was an edge flipped whose quadrilateral \
             is not convex?"
                .to_owned()
        }
        End::Never => format!("{MOST} steps, and it is not done. It goes round in a circle."),
        End::Panicked => "The next step panics. Where the program was started it is told why.".to_owned(),
    }
}

/// Counts the edges that one triangulation has and the other has not.
fn turned(before: &ConstrainedTriangulation, after: &ConstrainedTriangulation) -> usize {
    let edges = before.triangles().iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    edges.filter(|&[from, to]| from < to && !after.has([from, to])).count()
}

/// Returns true if two edges have the same ends.
pub fn is_same([a, b]: [usize; 2], other: [usize; 2]) -> bool {
    other == [a, b] || other == [b, a]
}

/// The end of an edge at which its two triangles together turn inwards.
pub fn reflex(sketch: &ConstrainedTriangulation, ends: [usize; 2]) -> Option<usize> {
    let [left, right] = sketch.beside(ends)?.map(|corner| sketch.corners()[corner]);
    let [from, to] = ends.map(|corner| sketch.corners()[corner]);
    if ground::side(right, left, from) <= 0.0 {
        Some(ends[0])
    } else {
        (ground::side(right, left, to) >= 0.0).then_some(ends[1])
    }
}
