//! Describes a player's fate in words.

use crate::contrast::both::{Fate, Who};
use ground::{BENT, Body, Support};

/// Returns a player's fate in a few words, and whether it is bad.
pub fn fate(fate: &Fate, who: Who) -> (String, bool) {
    if let Some(tick) = fate.lost {
        return (format!("lost in tick {tick}: {} deep", number(fate.deepest)), true);
    }
    if let Some(tick) = fate.fell {
        return (format!("fell out below, in tick {tick}"), true);
    }
    match (fate.depth > 0.0, who) {
        (true, Who::NavMesh) => {
            (format!("its position is {} deep; its triangle is free", number(fate.depth)), false)
        }
        (true, Who::Swept) => (format!("its position is {} deep", number(fate.depth)), true),
        (false, _) => ("its position is free".to_owned(), false),
    }
}

/// The same in a sentence, for the panel.
pub fn told(fate: &Fate, who: Who) -> String {
    let inside =
        fate.inside.map(|tick| format!("In tick {tick} its position came into an obstacle, by a rounding."));
    match (who, inside) {
        (Who::NavMesh, _) if fate.lost.or(fate.fell).is_some() => {
            "It came through an edge that blocks. That must never be: is all of the ground written?"
                .to_owned()
        }
        (Who::NavMesh, None) => "Its position was never in an obstacle.".to_owned(),
        (Who::NavMesh, Some(inside)) => format!(
            "{inside} At most it was {} deep; the bound is {}. Its triangle was free all the time, so it stays outside.",
            number(fate.deepest),
            number(BENT)
        ),
        (Who::Swept, None) => "Its position was never in an obstacle.".to_owned(),
        (Who::Swept, Some(inside)) if fate.lost.is_none() => inside,
        (Who::Swept, Some(inside)) => {
            format!(
                "{inside} A motion that begins inside comes into nothing any more, so nothing stopped it. At most it was {} deep.",
                number(fate.deepest)
            )
        }
    }
}

/// Names the thing that holds a player in the mesh.
pub fn holds(body: Body) -> String {
    match body {
        Body::Airborne { place, velocity } => {
            format!("triangle {}, velocity {:.3}, {:.3}", place.triangle, velocity.x, velocity.y)
        }
        Body::Supported { support: Support { edge, along }, .. } => {
            format!("triangle {}, edge {}, along {along:.6}", edge.triangle, edge.edge + 1)
        }
    }
}

/// A length, with as many digits as one can take in.
pub fn number(length: f64) -> String {
    if length >= 0.01 || length == 0.0 { format!("{length:.2}") } else { format!("{length:.1e}") }
}
