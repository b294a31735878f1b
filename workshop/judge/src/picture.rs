//! Stick figures over time, as a strip of an SVG: what's expected, and over it what came out.

use glam::{DMat3, DVec2, DVec3};
use std::fmt::Write;

/// The most moments of a strip.
pub const MOST: usize = 6;

/// The side of the square that a moment has, and the margin in it.
const CELL: f64 = 200.0;
const MARGIN: f64 = 24.0;

/// The height below the squares, for the times and for what the colours mean.
const FOOT: f64 = 56.0;

/// The colours of what's expected and of what came out, the widths of their lines, and those in a net of many.
const EXPECTED: (&str, [f64; 2]) = ("#cfd4d6", [8.0, 2.0]);
const GIVEN: (&str, [f64; 2]) = ("#d55e00", [3.0, 0.5]);

/// The most lines of a figure that isn't a net.
const FEW: usize = 100;

/// Both figures at a moment: where each point is.
pub struct Moment {
    pub called: String,
    pub expected: Vec<DVec3>,
    pub given: Vec<DVec3>,
}

/// Draws up to six moments around the first false one, or the first six. `bones` are pairs of points; `called` says what came
/// out and what's expected.
pub fn strip(bones: &[[usize; 2]], moments: &[Moment], first: Option<usize>, called: [&str; 2]) -> String {
    let begin = first.unwrap_or(0).saturating_sub(MOST / 3).min(moments.len().saturating_sub(MOST));
    let shown = &moments[begin..moments.len().min(begin + MOST)];
    let points: Vec<DVec3> = shown.iter().flat_map(|moment| moment.expected.iter().copied()).collect();
    let middle = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
    let [right, up] = plane(points.iter().map(|point| *point - middle));
    let flat = |point: &DVec3| DVec2::new(right.dot(*point - middle), -up.dot(*point - middle));
    let reach = points.iter().map(|point| flat(point).abs().max_element()).fold(f64::MIN_POSITIVE, f64::max);
    let scale = (0.5 * CELL - MARGIN) / reach;
    let (width, height) = (CELL * shown.len().max(2) as f64, CELL + FOOT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"15\" \
         text-anchor=\"middle\" fill=\"#2b333b\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (i, moment) in shown.iter().enumerate() {
        let left = CELL * i as f64;
        // A figure that's far astray is cut off at its square's side.
        let _ = writeln!(svg, "<svg x=\"{left}\" width=\"{CELL}\" height=\"{CELL}\">");
        for ((colour, widths), figure) in [(EXPECTED, &moment.expected), (GIVEN, &moment.given)] {
            let wide = widths[usize::from(bones.len() > FEW)];
            let _ = write!(
                svg,
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-linecap=\"round\" d=\""
            );
            for bone in bones {
                let [a, b] = bone.map(|joint| 0.5 * CELL + scale * flat(&figure[joint]));
                let _ = write!(svg, "M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y);
            }
            svg.push_str("\"/>\n");
        }
        let weight = if first == Some(begin + i) { " font-weight=\"bold\"" } else { "" };
        let (x, y, called) = (left + 0.5 * CELL, CELL + 16.0, &moment.called);
        let _ = writeln!(svg, "</svg>\n<text x=\"{x}\" y=\"{y}\"{weight}>{called}</text>");
    }
    let (y, [given, expected]) = (CELL + 42.0, called);
    for ((colour, [wide, _]), word, x) in [(GIVEN, given, 10), (EXPECTED, expected, 250)] {
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {}h20\" stroke=\"{colour}\" stroke-width=\"{wide}\"/><text x=\"{}\" y=\"{y}\" text-anchor=\"start\">{word}</text>",
            y - 5.0,
            x + 28
        );
    }
    svg + "</svg>\n"
}

/// Returns the directions to the right and upwards in the plane in which points around zero are spread most.
fn plane(points: impl Iterator<Item = DVec3>) -> [DVec3; 2] {
    let spread = points.fold(DMat3::ZERO, |sum, point| sum + DMat3::from_cols_array_2d(&outer(point)));
    let first = widest(spread, DVec3::ZERO);
    let second = widest(spread, first);
    let normal = first.cross(second).try_normalize().unwrap_or(DVec3::Z);
    let normal = if normal.z < 0.0 { -normal } else { normal };
    // The world's upwards stays so, unless one looks along it.
    let upwards = DVec3::Y.reject_from_normalized(normal);
    let up = if upwards.length() > 0.2 { upwards.normalize() } else { second };
    [up.cross(normal), up]
}

/// Returns the direction at right angles to another in which points are spread most.
fn widest(spread: DMat3, other: DVec3) -> DVec3 {
    /// After these, even a spread that's a tenth larger than the next has won.
    const STEPS: usize = 100;
    let mut way = DVec3::new(1.0, 1.1, 0.9);
    for _ in 0..STEPS {
        let next = spread * way;
        way = (next - next.dot(other) * other).try_normalize().unwrap_or(way);
    }
    way
}

fn outer(point: DVec3) -> [[f64; 3]; 3] {
    point.to_array().map(|part| (part * point).to_array())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_seen_from_where_it_is_widest_and_the_first_false_moment_stands_out() {
        // A cross that one would see edge-on from the front.
        let cross = [[0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, -2.0]].map(DVec3::from);
        let moment =
            |i: usize| Moment { called: format!("{i} s"), expected: cross.to_vec(), given: cross.to_vec() };
        let moments: Vec<Moment> = (0..9).map(moment).collect();
        let svg = strip(&[[0, 1], [2, 3]], &moments, Some(7), ["given", "wanted"]);
        assert_eq!(svg.matches("M100.0 62.0L100.0 138.0M").count(), 2 * MOST, "{svg}");
        assert_eq!(svg.matches("24.0 100.0").count(), 2 * MOST, "{svg}");
        assert!(svg.contains("bold\">7 s<") && svg.contains(">3 s<") && !svg.contains(">2 s<"), "{svg}");
    }
}
