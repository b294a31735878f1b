//! The checks of lesson 17.

use check::{Answer, Check, Course, Draw, Fine, Told, check, table, told};
use glam::{DVec2, dvec2};
use ground::{
    ConstrainedTriangulation, Contact, EdgeInsertion, InsertionStep, JumpKey, MovementParameters, Pass,
    Shape, SweptSide, VerticalMotion, contact, grown, leaves, vertical_step,
};
use std::f64::consts::TAU;

/// A place in whole eighths. Computations with such places are exact.
type Whole = [i64; 2];

fn place([x, y]: Whole) -> DVec2 {
    dvec2(x as f64, y as f64) / 8.0
}

/// Returns a positive number if `c` is to the left of the way from `a` to `b`.
fn turn(a: Whole, b: Whole, c: Whole) -> i128 {
    let [u, v] = [b, c].map(|end| [0, 1].map(|axis| i128::from(end[axis] - a[axis])));
    u[0] * v[1] - u[1] * v[0]
}

fn shown(at: DVec2) -> String {
    format!("({}, {})", at.x, at.y)
}

fn all_shown(places: impl IntoIterator<Item = DVec2>) -> String {
    places.into_iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// A place whose coordinates are between minus the most and the most.
fn any_place(draw: &mut Draw, most: usize) -> Whole {
    [draw.signed(most), draw.signed(most)]
}

fn short(number: f64) -> String {
    ((number * 1e3).round() / 1e3 + 0.0).to_string()
}

fn shown_short(at: DVec2) -> String {
    format!("({}, {})", short(at.x), short(at.y))
}

// ---------------------------------------------------------------- 17.1

/// Returns the corners of a polygon to the last bit, from the lowest one on.
fn ring(corners: &[DVec2]) -> Vec<String> {
    let mut ring = corners.to_vec();
    let lowest = (0..ring.len()).min_by(|&i, &j| {
        let key = |at: usize| [ring[at].y, ring[at].x];
        key(i).partial_cmp(&key(j)).unwrap_or(std::cmp::Ordering::Equal)
    });
    ring.rotate_left(lowest.unwrap_or(0));
    // Without a minus on zero.
    ring.into_iter().map(|corner| shown(corner + DVec2::ZERO)).collect()
}

/// A box, counter-clockwise from its lower left corner.
fn upright([left, low]: [f64; 2], [right, high]: [f64; 2]) -> Vec<DVec2> {
    vec![dvec2(left, low), dvec2(right, low), dvec2(right, high), dvec2(left, high)]
}

/// An obstacle and a player, counter-clockwise.
type Pair = (&'static str, &'static [Whole], &'static [Whole]);

const BOX: &[Whole] = &[[0, 0], [8, 0], [8, 8], [0, 8]];
const PLAYER: &[Whole] = &[[-3, 0], [3, 0], [3, 14], [-3, 14]];

const PAIRS: [Pair; 10] = [
    (
        "a box, by a box about the player's origin",
        &[[40, 8], [64, 8], [64, 24], [40, 24]],
        &[[-4, -8], [4, -8], [4, 8], [-4, 8]],
    ),
    ("a box, by a box whose origin is between the player's feet", BOX, PLAYER),
    ("a slope, by a box whose origin is between the player's feet", &[[0, 0], [32, 0], [32, 16]], PLAYER),
    ("a triangle, by a triangle", &[[0, 0], [20, 4], [6, 18]], &[[-2, -1], [9, 3], [1, 8]]),
    (
        "a box that is listed from its upper right corner, by a triangle",
        &[[8, 8], [0, 8], [0, 0], [8, 0]],
        &[[5, 7], [-4, 2], [3, -6]],
    ),
    (
        "a hexagon, by a pentagon, with some edges in the same direction",
        &[[8, 0], [16, 0], [24, 8], [16, 20], [8, 20], [0, 8]],
        &[[-4, -4], [4, -4], [8, 0], [0, 12], [-8, 0]],
    ),
    (
        "a pebble, by a large player",
        &[[0, 0], [2, 1], [1, 2]],
        &[[-12, -20], [10, -22], [16, -3], [4, 18], [-14, 10]],
    ),
    ("a needle, by a kite", &[[0, 0], [80, 1], [40, 1]], &[[0, -8], [6, 0], [0, 4], [-6, 0]]),
    (
        "a stone that stands on its tip, by a box listed from its upper left corner",
        &[[0, -16], [10, 0], [0, 6], [-10, 0], [-7, -10]],
        &[[-3, 9], [-3, -5], [7, -5], [7, 9]],
    ),
    (
        "a long floor with a bend that hardly anybody sees, by a box",
        &[[0, 0], [8000, 0], [8000, 80], [4000, 81], [0, 80]],
        PLAYER,
    ),
];

#[test]
fn todo_17_1_grown() {
    check("17.1", |check| {
        let drawn = check.drawn(|draw| {
            let [piece, shape] = [90, 20].map(|most| {
                let size = draw.size(1..1_000_000);
                any_ring(draw, most, size)
            });
            ("an obstacle", piece, shape, 0.5_f64.powi(20))
        });
        let seen = PAIRS.map(|(words, piece, shape)| (words, piece.to_vec(), shape.to_vec(), 1.0));
        for (words, piece, shape, times) in seen.into_iter().chain(drawn) {
            let places = |ring: &[Whole]| ring.iter().map(|at| times * place(*at)).collect::<Vec<DVec2>>();
            let [solid, player] = [places(&piece), places(&shape)];
            let is_lowest = |ring: &[Whole]| ring.iter().all(|[x, y]| [*y, *x] >= [ring[0][1], ring[0][0]]);
            let parallel = ["box, by a box", "direction"].iter().any(|said| words.contains(said));
            check.tags(&[
                ("edges in the same direction", parallel),
                ("a list that doesn't begin at its lowest corner", !(is_lowest(&piece) && is_lowest(&shape))),
            ]);
            check.asked(both(words, &solid, &player), || ring_of(&solid, &player));
        }
        check.tags(&[("edges in the same direction", true)]);
        // Floors that are all equally high, with numbers that are rounded.
        for left in [0.3, 1.7, -12.9] {
            let piece = upright([left, -0.37 * left - 5.3], [left + 0.7, 0.1]);
            let Some(shape) = Shape::upright(dvec2(0.3, 0.7)) else { continue };
            let player = shape.corners();
            check.asked(both("a floor at 0.1, by a box", &piece, player), || ring_of(&piece, player));
        }
    });
}

/// The corners of a convex polygon, counter-clockwise from any of them: some of a dodecagon's, moved by up to `most` and so
/// many times as large. Those of a large one are a little off, so that edges lie in nearly the same direction.
fn any_ring(draw: &mut Draw, most: usize, size: usize) -> Vec<Whole> {
    let [low, middle, high] = [4, 11, 15];
    let quarter = [[high, low], [middle, middle], [low, high]];
    let left = quarter.map(|[x, y]: Whole| [-y, x]);
    let by = any_place(draw, most);
    let all = [quarter, left].into_iter().chain([quarter, left].map(|half| half.map(|[x, y]| [-x, -y])));
    let placed = |at: Whole| {
        let off = any_place(draw, usize::from(size > 100));
        [0, 1].map(|axis| size as i64 * (by[axis] + at[axis]) + off[axis])
    };
    let mut ring: Vec<Whole> = all.flatten().map(placed).collect();
    for _ in 0..draw.whole(0..9) {
        ring.remove(draw.whole(0..ring.len()));
    }
    let first = draw.whole(0..ring.len());
    ring.rotate_left(first);
    ring
}

fn both(words: &str, piece: &[DVec2], shape: &[DVec2]) -> String {
    let corner =
        |ring: &[DVec2], at: usize| ring.get(at).map_or(String::new(), |corner| shown_short(*corner));
    let rows = (0..piece.len().max(shape.len())).map(|at| [corner(piece, at), corner(shape, at)]);
    format!("`grown`: {words}{}", table(["the obstacle's corners", "the player's corners"], rows))
}

/// The student's answer.
fn ring_of(piece: &[DVec2], shape: &[DVec2]) -> Vec<String> {
    Shape::new(shape).map_or(Vec::new(), |shape| ring(&grown(piece, &shape)))
}

// ---------------------------------------------------------------- 17.2

/// Returns the contact of a motion, if any: the part of the motion before it, and the normal.
fn touched(contact: Option<Contact>) -> Told {
    let Some(Contact { part, normal }) = contact else { return "None".told() };
    let parts = [("the part of the motion", vec![part]), ("the normal", normal.to_array().into())];
    Told::Parts(parts.map(|(name, numbers)| (name.to_owned(), Fine(numbers).told())).into())
}

/// A convex ring and a motion: its name, its start, and its target.
type Flight = (&'static str, Vec<DVec2>, DVec2, DVec2);

/// Returns the motion's height and climb for each side. Two corners have one, to the right of the line through both.
fn sides_of((_, ring, at, motion): &Flight) -> Vec<SweptSide> {
    let next = ring.iter().cycle().skip(1);
    let side = |(from, to): (&DVec2, &DVec2)| {
        let along = (*to - *from).normalize();
        let normal = dvec2(along.y, -along.x);
        SweptSide { normal, height: normal.dot(*at - *from), climb: normal.dot(*motion) }
    };
    ring.iter().zip(next).skip(usize::from(ring.len() == 2)).map(side).collect()
}

/// Asks for the contact where all lengths are multiplied.
fn ask_contact(check: &mut Check, flight: &Flight, times: f64) {
    let (words, ring, at, motion) = flight;
    let mut sides = sides_of(flight);
    let row = |side: &SweptSide| [shown_short(side.normal), short(side.height), short(side.climb)];
    let shown_sides = table(["a side's normal", "height", "climb"], sides.iter().map(row));
    for side in &mut sides {
        (side.height, side.climb) = (times * side.height, times * side.climb);
    }
    let any = |so: fn(&SweptSide) -> bool| sides.iter().any(so);
    check.tags(&[
        ("a side that the motion runs along", any(|side| side.climb == 0.0)),
        (
            "a side that the motion begins on and goes down from",
            any(|side| side.height == 0.0 && side.climb < 0.0),
        ),
        (
            "a side that the motion comes down to and ends on",
            any(|side| side.climb < 0.0 && side.height == -side.climb),
        ),
        ("a start inside", !any(|side| side.height >= 0.0)),
        ("tiny numbers", times < 1.0),
    ]);
    let unit = if times == 1.0 { String::new() } else { format!(", all lengths times {times}") };
    check.asked(
        format!(
            "where a motion from {} by {} comes into {words} with the corners {}{unit}{shown_sides}",
            shown(*at),
            shown(*motion),
            all_shown(ring.iter().copied()),
        ),
        || touched(contact(&sides)),
    );
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
const TILTED: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 2.0], [3.0, 4.0], [-1.0, 2.0]];
const WEDGE: [[f64; 2]; 3] = [[0.0, 0.0], [6.0, 0.0], [0.0, 3.0]];
const GROUND: [[f64; 2]; 2] = [[0.0, 0.0], [6.0, 0.0]];

fn ring_at(corners: &[[f64; 2]]) -> Vec<DVec2> {
    corners.iter().copied().map(DVec2::from).collect()
}

fn flight(words: &'static str, ring: &[[f64; 2]], at: [f64; 2], motion: [f64; 2]) -> Flight {
    (words, ring_at(ring), at.into(), motion.into())
}

fn flights() -> [Flight; 24] {
    [
        flight("a box, straight from the left,", &SQUARE, [-2.0, 1.0], [4.0, 0.0]),
        flight("a box, straight down,", &SQUARE, [0.5, 5.0], [0.0, -6.0]),
        flight("a box, past its corner and in,", &SQUARE, [-1.0, 3.0], [4.0, -3.0]),
        flight("a box, level with its top,", &SQUARE, [-2.0, 2.0], [6.0, 0.0]),
        flight("a box, on its top,", &SQUARE, [0.5, 2.0], [1.0, 0.0]),
        flight("a box, off its top,", &SQUARE, [0.5, 2.0], [1.0, 3.0]),
        flight("a box, from its top into it,", &SQUARE, [0.5, 2.0], [1.0, -1.0]),
        flight("a box, through one corner alone,", &SQUARE, [-2.0, 0.0], [4.0, 4.0]),
        flight("a box, before one corner by,", &SQUARE, [-2.0, 1.0], [5.0, 5.0]),
        flight("a box, not far enough,", &SQUARE, [-4.001, 1.0], [4.0, 0.0]),
        flight("a box, just as far as it,", &SQUARE, [-4.0, 1.0], [4.0, 0.0]),
        flight("a box, away from it,", &SQUARE, [-2.0, 1.0], [-4.0, 0.0]),
        flight("a box, from inside,", &SQUARE, [1.0, 1.5], [0.5, -0.25]),
        flight("a box, from inside and out,", &SQUARE, [1.0, 1.5], [7.0, -1.0]),
        flight("a box, a little inside its top,", &SQUARE, [1.0, 1.999], [0.5, -1.0]),
        flight("endless ground, below its only line,", &GROUND, [1.0, -0.5], [2.0, -1.0]),
        flight("endless ground, from high above it,", &GROUND, [1.0, 2.0], [2.0, -1.0]),
        flight("a box, standing still beside it,", &SQUARE, [-1.0, 1.0], [0.0, 0.0]),
        flight("a tilted box, from above,", &TILTED, [1.0, 7.0], [0.5, -6.0]),
        flight("a tilted box, from the left,", &TILTED, [-6.0, 1.5], [8.0, 0.5]),
        flight("a tilted box, across and out again,", &TILTED, [1.0, 9.0], [1.0, -16.0]),
        flight("a wedge, down on its slope,", &WEDGE, [3.0, 4.0], [0.5, -4.0]),
        flight("a wedge, up along its slope,", &WEDGE, [8.0, 0.0], [-6.0, 3.5]),
        flight("a wedge, behind its point,", &WEDGE, [8.0, 2.0], [-2.5, -4.0]),
    ]
}

/// Draws a motion and the size of everything.
fn any_flight(draw: &mut Draw) -> (Flight, f64) {
    let some = any_ring(draw, 20, 1).into_iter().map(place).collect();
    let count = draw.whole(20..60);
    let round =
        (0..count).map(|side| DVec2::from_angle(TAU * side as f64 / count as f64)).collect::<Vec<_>>();
    let ring = draw.one_of(&[ring_at(&SQUARE), ring_at(&TILTED), some, round]);
    // From beside it or from within, and into it, or past, to or from a place hardly inside or outside.
    let [from, to] = [50, 20].map(|most| ring[0] + place(any_place(draw, most)));
    let middle = ring.iter().sum::<DVec2>() / ring.len() as f64;
    let corner = draw.one_of(&ring).lerp(middle, draw.one_of(&[1e-5, -1e-5]));
    let past = corner + (corner - from);
    let [from, to] = draw.one_of(&[[from, to], [from, past], [from, corner], [corner, to]]);
    let times = f64::from(draw.factor(100.0)).powi(2);
    (("a polygon", ring, from, to - from), times)
}

#[test]
fn todo_17_2_contact() {
    check("17.2", |check| {
        let seen = flights().map(|flight| (flight, 1.0));
        for (flight, times) in seen.into_iter().chain(check.drawn(any_flight)) {
            ask_contact(check, &flight, times);
        }
        for times in [1e-12, 1e12] {
            let by = flight("a box, before one corner by,", &SQUARE, [-2.0, 1.0], [5.0, 5.0]);
            ask_contact(check, &by, times);
            ask_contact(check, &flight("a box, through its top,", &SQUARE, [0.5, 3.0], [1.0, -3.0]), times);
        }
    });
}

// ---------------------------------------------------------------- 17.3

type Motion = [Whole; 2];

/// The corners of a triangle, a motion in it, and on which side it passes a corner.
type Leaving = ([Whole; 3], Motion, Pass);

/// Number of the smallest steps in a unit, for places as near to an edge as rounding can bring them.
const FINE: f64 = (1u64 << 49) as f64;

/// The traits of some of the motions.
const THROUGH: &str = "a corner on a motion's line";
const ON_AN_EDGE: &str = "a motion that ends on an edge";
const BEYOND_TWO: &str = "a motion that ends beyond two edges";
const OUTSIDE: &str = "a motion that begins outside";
const HARDLY: &str = "motions that end a rounding away from an edge, or pass a corner so";

fn tag_leaves(check: &mut Check, special: &[&str]) {
    check.tags(&[THROUGH, ON_AN_EDGE, BEYOND_TWO, OUTSIDE, HARDLY].map(|tag| (tag, special.contains(&tag))));
}

/// Asks through which edges some motions leave a triangle. Places are whole numbers, `to_a_unit` of them in a unit.
fn ask_leaves(check: &mut Check, words: &str, to_a_unit: f64, asked: &[Leaving]) {
    let placed = |[x, y]: Whole| dvec2(x as f64, y as f64) / to_a_unit;
    let line = |&(corners, motion, pass): &Leaving| {
        let (corners, [from, to]) = (corners.map(placed), motion.map(placed));
        let left = leaves(corners, [from, to], pass);
        let left = left.map_or("none: it ends there".to_owned(), |edge| format!("edge {edge}"));
        let passes = if pass == Pass::Left { "left" } else { "right" };
        format!("{} from {} to {}, {passes}: {left}", all_shown(corners), shown(from), shown(to))
    };
    check.asked(
        format!(
            "the edges by which {words} leave triangles: for each the triangle's corners, the motion, on which side it passes \
             a corner, and the edge"
        ),
        || Course(asked.iter().map(line).collect()),
    );
}

/// A triangle that goes round counter-clockwise and is so large, and a place inside of it.
fn any_triangle(draw: &mut Draw, most: usize, least: i128) -> ([Whole; 3], Whole) {
    loop {
        let [mut a, b, mut c] = [0; 3].map(|_| any_place(draw, most));
        if turn(a, b, c) < 0 {
            std::mem::swap(&mut a, &mut c);
        }
        let inside = [0, 1].map(|axis| (a[axis] + b[axis] + c[axis]) / 3);
        let is_inside = [[a, b], [b, c], [c, a]].iter().all(|&[from, to]| turn(from, to, inside) > 0);
        if is_inside && turn(a, b, c) > least {
            return ([a, b, c], inside);
        }
    }
}

/// A motion as it comes.
fn any_leaving(draw: &mut Draw) -> Leaving {
    let (corners, inside) = any_triangle(draw, 30, 60);
    (corners, [inside, any_place(draw, 90)], Pass::Left)
}

/// A motion that ends as near to an edge as a place can be that is not on it, or whose line runs as near by a corner: a
/// cross product in 64 bits takes the side at random.
fn fine_leaving(draw: &mut Draw) -> Leaving {
    let (corners, inside) = any_triangle(draw, 1 << 51, 1 << 101);
    let (edge, part, is_past) = (draw.whole(0..3), draw.signed(12) + 40, draw.whole(0..2) == 0);
    let [from, to] = [edge, (edge + 1) % 3].map(|corner| corners[corner]);
    let [x, y] = [0, 1].map(|axis| match is_past {
        true => 2 * to[axis] - inside[axis],
        false => from[axis] + (to[axis] - from[axis]) * part / 64,
    });
    let off = |end| if is_past { turn(inside, end, to) } else { turn(from, to, end) };
    let near = (-3..=3).flat_map(|right| (-3..=3).map(move |up| [x + right, y + up]));
    let end = near.filter(|&end| off(end) != 0).min_by_key(|&end| off(end).abs());
    (corners, [inside, end.unwrap_or([x, y])], Pass::Left)
}

/// The triangles of nine squares, each cut along its diagonal.
fn squares() -> Vec<[Whole; 3]> {
    let square = |at: i64| {
        let [x, y] = [at % 3 * 8, at / 3 * 8];
        let [a, b, c, d] = [[x, y], [x + 8, y], [x + 8, y + 8], [x, y + 8]];
        [[a, b, c], [a, c, d]]
    };
    (0..9).flat_map(square).collect()
}

/// The triangles that a motion comes through.
fn path(start: usize, motion: Motion, pass: Pass) -> Vec<String> {
    let triangles = squares();
    let ends =
        |triangle: usize, edge: usize| [edge % 3, (edge + 1) % 3].map(|corner| triangles[triangle][corner]);
    let (mut at, mut lines) = (start, Vec::new());
    for _ in 0..MOST_STEPS {
        lines.push(format!("triangle {at}"));
        let Some(edge) = leaves(triangles[at].map(place), motion.map(place), pass) else {
            lines.push("it ends there".to_owned());
            return lines;
        };
        let [from, to] = ends(at, edge);
        let across = (0..triangles.len()).find(|&other| (0..3).any(|edge| ends(other, edge) == [to, from]));
        let Some(across) = across else {
            lines.push("it leaves all of them".to_owned());
            return lines;
        };
        at = across;
    }
    lines.push("and so on, for ever".to_owned());
    lines
}

fn ask_path(check: &mut Check, words: &str, start: usize, motion: Motion, pass: Pass) {
    let [from, to] = motion.map(place).map(shown);
    check.asked(
        format!(
            "the way from triangle to triangle, by `leaves`, of a motion {words}. It goes from {from} to {to}. There are nine \
             squares, from (0, 0) to (3, 3). Triangles 0 and 1 are below and above the diagonal of the lowest square on the \
             left, 2 and 3 of the next one to the right, and so on"
        ),
        || Course(path(start, motion, pass)),
    );
}

#[test]
fn todo_17_3_leaves() {
    let corners = [[0, 0], [40, 0], [8, 32]];
    let inside = [16, 9];
    let both = |motion: Motion| [Pass::Left, Pass::Right].map(|pass| (corners, motion, pass));
    let one = |to: Whole| (corners, [inside, to], Pass::Left);
    check("17.3", |check| {
        tag_leaves(check, &[]);
        let outer = [one([22, -20]), one([60, 40]), one([-40, 16]), one([18, 10]), one([10, 12])];
        ask_leaves(check, "motions that begin inside and end beyond one edge, or inside,", 8.0, &outer);
        tag_leaves(check, &[BEYOND_TWO]);
        let two = [[80, -10], [70, -40], [9, 80], [0, 60], [-40, -10], [-20, -30]];
        let two = two.map(|to| both([inside, to])).concat();
        ask_leaves(check, "motions that end beyond two edges", 8.0, &two);
        tag_leaves(check, &[THROUGH, BEYOND_TWO]);
        let through = [both([[16, 8], [64, -16]]), both([[12, 20], [4, 44]]), both([inside, [-16, -9]])];
        ask_leaves(check, "motions whose line runs through a corner", 8.0, &through.concat());
        tag_leaves(check, &[THROUGH]);
        let along = [both([[16, 0], [-20, 0]]), both([[16, 0], [60, 0]])];
        ask_leaves(check, "motions along an edge, and over its end,", 8.0, &along.concat());
        tag_leaves(check, &[THROUGH, ON_AN_EDGE]);
        let on = [one([20, 0]), one([4, 16]), one([24, 16]), one([0, 0]), one([40, 0]), one([8, 32])];
        ask_leaves(check, "motions that end on an edge or on a corner", 8.0, &on);
        tag_leaves(check, &[BEYOND_TWO, OUTSIDE]);
        // The last two begin below edge 0, by a rounding, and go away from it, or along it.
        let outside = [
            (corners, [[24, -400], [16, 60]], Pass::Left),
            (corners, [[-400, 16], [20, -50]], Pass::Left),
            (corners, [[200, 30], [-90, 6]], Pass::Right),
            (corners, [[20, -1], [20, -30]], Pass::Left),
            (corners, [[20, -1], [60, -2]], Pass::Left),
        ];
        ask_leaves(check, "motions that begin outside, long before or a rounding away,", 8.0, &outside);
        ask_many_leaves(check);
        ask_paths(check);
    });
}

/// Asks for drawn motions, of which two lists are the same for everybody.
fn ask_many_leaves(check: &mut Check) {
    let several = |draw: &mut Draw, one: fn(&mut Draw) -> Leaving| (0..40).map(|_| one(draw)).collect();
    let drawn = check.drawn(|draw| (several(draw, any_leaving), draw.one_of(&[8.0, f64::from(1 << 20)])));
    let any: Vec<Leaving> = several(&mut Draw::of_seed(3), any_leaving);
    for (any, to_a_unit) in [(any, 8.0)].into_iter().chain(drawn) {
        tag_leaves(check, &[THROUGH, BEYOND_TWO]);
        ask_leaves(check, "motions as they come", to_a_unit, &any);
    }
    let fine: Vec<Leaving> = several(&mut Draw::of_seed(49), fine_leaving);
    for fine in [fine].into_iter().chain(check.drawn(|draw| several(draw, fine_leaving))) {
        tag_leaves(check, &[BEYOND_TWO, HARDLY]);
        let words = "motions that end on an edge or run through a corner, but for a rounding,";
        ask_leaves(check, words, FINE, &fine);
    }
}

fn ask_paths(check: &mut Check) {
    tag_leaves(check, &[]);
    ask_path(check, "that goes over many edges", 0, [[5, 1], [22, 19]], Pass::Left);
    ask_path(check, "back", 17, [[19, 22], [2, 3]], Pass::Left);
    ask_path(check, "that ends on a corner", 1, [[2, 5], [16, 16]], Pass::Left);
    ask_path(check, "that leaves the squares", 8, [[14, 10], [40, 15]], Pass::Left);
    tag_leaves(check, &[THROUGH, BEYOND_TWO]);
    ask_path(check, "through a corner", 1, [[3, 4], [13, 12]], Pass::Right);
    tag_leaves(check, &[THROUGH]);
    ask_path(check, "along an edge", 0, [[8, 3], [8, 21]], Pass::Left);
}

// ---------------------------------------------------------------- 17.4

/// The motion after a step.
struct Moved {
    velocity: Fine,
    rises: bool,
}

told!(Moved { velocity, rises });

impl From<VerticalMotion> for Moved {
    fn from(VerticalMotion { velocity, rises }: VerticalMotion) -> Self {
        // A player without upward speed does not rise, whatever the answer says of it.
        Self { velocity: Fine(vec![velocity]), rises: rises && velocity > 0.0 }
    }
}

/// Numbers of a jump and a fall: gravity, its part while the key is held, the jump's height, and the fastest fall.
#[derive(Clone, Copy)]
struct Jumper([f64; 4]);

impl Jumper {
    fn movement(self) -> MovementParameters {
        let Self([gravity, held, jump_height, fall]) = self;
        MovementParameters { gravity, held, jump_height, fall, ..MovementParameters::default() }
    }

    fn told(self) -> String {
        let Self([gravity, held, jump_height, fall]) = self;
        format!("`gravity` is {gravity}, `held` {held}, `jump_height` {jump_height} and `fall` {fall}")
    }
}

/// A step: who takes it, his velocity and `rises` before, the key, the seconds, and whether the fastest fall begins in it.
/// Of a drawn one nobody says so, and the answer itself tells.
type Step = (Jumper, (f64, bool), JumpKey, f64, Option<bool>);

/// Asks for steps: first for the motion after each of them, then for how much higher it leads. Where the fastest fall begins
/// in a step, its height is not compared.
fn ask_steps(check: &mut Check, steps: &[Step]) {
    for asks_motion in [true, false] {
        for &(jumper, (velocity, rises), key, time, reaches) in steps {
            let before = VerticalMotion { velocity, rises };
            let Jumper([.., fall]) = jumper;
            if reaches == Some(true) && !asks_motion {
                continue;
            }
            check.tags(&[
                ("a step in which he reaches `fall`", reaches == Some(true)),
                ("a jump that starts", key == JumpKey::Starts),
                ("a held key, and no rise", key == JumpKey::Held && !(rises && velocity > 0.0)),
                ("a way down at first", velocity < 0.0),
            ]);
            let words = if asks_motion { "the motion after" } else { "how much higher he is after" };
            check.asked(
                format!(
                    "{words} a step of {time} s that begins with the velocity {velocity}, where `rises` is {rises} and the \
                     key is `{key:?}`. {}",
                    jumper.told()
                ),
                || {
                    let (height, after) = vertical_step(before, key, &jumper.movement(), time);
                    let is_at_fall = velocity != -fall && (after.velocity + fall).abs() <= 1e-9 * fall;
                    match asks_motion {
                        true => Moved::from(after).told(),
                        false if reaches.is_none() && is_at_fall => "he falls as fast as he may".told(),
                        false => Fine(vec![height]).told(),
                    }
                },
            );
        }
    }
}

/// Asks for the height of a jump that begins with a velocity, and whose key is held for some seconds.
fn ask_highest(check: &mut Check, jumper: Jumper, velocity: f64, held: f64, rate: u16) {
    let time = 1.0 / f64::from(rate);
    let highest = || {
        let mut motion = VerticalMotion { velocity, rises: false };
        let (mut height, mut highest) = (0.0, 0.0_f64);
        for number in 0..2 * rate {
            let key = match number {
                0 => JumpKey::Starts,
                _ if time * f64::from(number) < held => JumpKey::Held,
                _ => JumpKey::Free,
            };
            let (higher, after) = vertical_step(motion, key, &jumper.movement(), time);
            (height, motion) = (height + higher, after);
            highest = highest.max(height);
        }
        Fine(vec![highest])
    };
    check.asked(
        format!(
            "how high a jump comes that begins with the velocity {velocity}, and whose key is held for {held} s, at {rate} \
             steps a second. {}",
            jumper.told()
        ),
        highest,
    );
}

#[test]
fn todo_17_4_vertical_step() {
    // It leaves the ground at 8, and is at its highest after a second, or after a quarter less.
    let easy = Jumper([16.0, 0.5, 4.0, 10.0]);
    // It leaves the ground faster than it may fall.
    let high = Jumper([32.0, 0.25, 9.0, 10.0]);
    check("17.4", |check| {
        let mut steps: Vec<Step> = vec![
            (easy, (-2.0, false), JumpKey::Free, 0.25, Some(false)),
            (easy, (0.0, false), JumpKey::Starts, 0.25, Some(false)),
            (easy, (0.0, false), JumpKey::Starts, 0.0625, Some(false)),
            (high, (0.0, false), JumpKey::Starts, 0.25, Some(false)),
            (high, (0.0, false), JumpKey::Starts, 0.0625, Some(false)),
            (easy, (2.0, false), JumpKey::Starts, 0.25, Some(false)),
            (easy, (-3.0, false), JumpKey::Starts, 0.25, Some(false)),
            (high, (-9.5, false), JumpKey::Starts, 0.125, Some(false)),
            (easy, (6.0, true), JumpKey::Held, 0.25, Some(false)),
            (easy, (6.0, true), JumpKey::Free, 0.25, Some(false)),
            (easy, (6.0, false), JumpKey::Held, 0.25, Some(false)),
            (easy, (6.0, false), JumpKey::Free, 0.125, Some(false)),
            (easy, (1.0, true), JumpKey::Held, 0.25, Some(false)),
            (easy, (0.0, true), JumpKey::Held, 0.25, Some(false)),
            (easy, (-1.0, true), JumpKey::Held, 0.25, Some(false)),
            (easy, (-2.0, false), JumpKey::Held, 0.5, Some(true)),
            (easy, (-10.0, false), JumpKey::Free, 0.25, Some(false)),
            (high, (-10.0, false), JumpKey::Held, 0.125, Some(false)),
            (high, (11.0, true), JumpKey::Held, 0.125, Some(false)),
            (easy, (-8.0, false), JumpKey::Free, 0.25, Some(true)),
            (high, (-9.0, false), JumpKey::Held, 0.5, Some(true)),
        ];
        steps.extend(check.drawn(|draw| {
            let mut times = |number: f64| number * f64::from(draw.factor(10.0));
            let (gravity, height, fall, small) = (times(16.0), times(4.0), times(10.0), times(0.1).powi(2));
            let jumper = Jumper([gravity, f64::from(draw.number(0.0..1.0)), height, fall]);
            let any = fall * f64::from(draw.number(-1.0..2.0));
            let before = (draw.one_of(&[any, any, small, 0.0, -fall]), draw.whole(0..4) > 0);
            let key = draw.one_of(&[JumpKey::Starts, JumpKey::Held, JumpKey::Held, JumpKey::Free]);
            (jumper, before, key, 0.1 * f64::from(draw.factor(100.0)), None)
        }));
        ask_steps(check, &steps);
        check.tags(&[("a jump that starts", true)]);
        for rate in [4, 16, 64] {
            ask_highest(check, easy, 0.0, 2.0, rate);
            ask_highest(check, easy, 0.0, 0.5, rate);
            ask_highest(check, easy, -4.0, 2.0, rate);
        }
    });
}

// ---------------------------------------------------------------- 17.5

/// Number of steps after which a run counts as endless.
const MOST_STEPS: usize = 40;

/// Describes a step after which the triangles are the same as before, or not.
fn step_told(step: InsertionStep, same: bool, sketch: &ConstrainedTriangulation) -> String {
    let edge = |[a, b]: [usize; 2]| format!("{}–{}", a.min(b), a.max(b));
    match step {
        InsertionStep::There(wanted) if sketch.has(wanted) => format!("{} is there", edge(wanted)),
        InsertionStep::There(wanted) => format!("{} is said to be there, and is not", edge(wanted)),
        InsertionStep::Corner(corner) => format!("it goes by corner {corner}"),
        InsertionStep::Flip(old) if same => format!("{} is said to be flipped, and is not", edge(old)),
        InsertionStep::Flip(old) => format!("{} is flipped", edge(old)),
        InsertionStep::Wait(old) if same => format!("{} waits", edge(old)),
        InsertionStep::Wait(old) => format!("{} is said to wait, and does not", edge(old)),
        InsertionStep::Split(corner) => format!("a crossing becomes corner {corner}"),
        InsertionStep::TooNarrow(old) => format!("it is too narrow to cross {}", edge(old)),
    }
}

/// Lists all steps, until there are none or triangles overlap.
fn all_steps(mut insertion: EdgeInsertion) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..MOST_STEPS {
        let before = insertion.sketch.triangles.to_vec();
        let Some(step) = insertion.step() else {
            lines.push("the end".to_owned());
            return lines;
        };
        let sketch = &insertion.sketch;
        lines.push(step_told(step, before == sketch.triangles, sketch));
        if sketch.turned_over().is_some() {
            lines.push("and now triangles lie over each other".to_owned());
            return lines;
        }
    }
    lines.push("and so on, for ever".to_owned());
    lines
}

/// Asks for the steps by which edges are forced between corners, or only for how it ends.
fn ask_forced(check: &mut Check, words: &str, places: &[DVec2], wanted: &[[usize; 2]], is_seen: bool) {
    let mut sketch = ConstrainedTriangulation::default();
    let corners: Vec<usize> = places.iter().filter_map(|&at| sketch.add(at)).collect();
    let wanted: Vec<[usize; 2]> = wanted.iter().map(|edge| edge.map(|corner| corners[corner])).collect();
    let rows = corners.iter().zip(places).map(|(corner, &at)| [corner.to_string(), shown(at)]);
    let listed = table(["corner", "place"], rows);
    let ways: Vec<String> = wanted.iter().map(|[from, to]| format!("{from}–{to}")).collect();
    let asked = if is_seen { "all steps" } else { "the last two of all steps" };
    let insertion = EdgeInsertion::new(sketch, &wanted);
    check.tags(&[
        ("edges that have to wait", words.contains("wait")),
        ("two forced edges", wanted.len() > 1),
        ("a corner on the way", words.contains("on the way")),
    ]);
    check.asked(
        format!(
            "{asked} that `EdgeInsertion::step` makes, one after the other: {words}. Forced are {}. The corners of the frame \
             are far away{listed}",
            ways.join(", then "),
        ),
        || {
            let mut lines = all_steps(insertion);
            if !is_seen {
                lines.drain(..lines.len().saturating_sub(2));
            }
            Course(lines)
        },
    );
}

/// Corners in eighths, and the edges that are forced between them.
type Forced = (&'static str, &'static [Whole], &'static [[usize; 2]]);

#[rustfmt::skip] // Each corner would get a line of its own.
const FORCED: [Forced; 7] = [
    ("one edge lies across", &[[-24, 1], [26, -2], [3, 15], [-2, -13]], &[[0, 1]]),
    ("a corner lies on the way", &[[-30, -10], [30, 10], [6, 2], [-5, 19], [7, -23]], &[[0, 1]]),
    (
        "many edges lie across, in a strip",
        &[[-41, 2], [43, -1], [-30, 9], [-19, -8], [-7, 11], [5, -9], [16, 8], [29, -10]],
        &[[0, 1]],
    ),
    // Each of these shows a mistake that looks at one end only, or at corners on a line.
    (
        "some edges have to wait",
        &[
            [-48, 0], [48, 0], [0, 16], [16, 8], [-24, -8], [40, 16], [-16, -16], [-8, -24], [-40, -16], [32, -32],
            [40, -16],
        ],
        &[[0, 1]],
    ),
    (
        "some edges have to wait, and corners lie on lines",
        &[
            [-48, 0], [48, 0], [-8, 16], [40, -32], [8, -40], [24, -24], [24, -16], [-16, -32], [-16, 8], [0, -8],
            [16, 40],
        ],
        &[[0, 1]],
    ),
    (
        "the second edge crosses the first",
        &[[-24, 0], [24, 0], [-3, -19], [5, 21], [-16, -16], [16, 16]],
        &[[0, 1], [4, 5]],
    ),
    (
        "the second edge crosses the first, and the two triangles there are not convex together",
        &[[-96, 0], [104, 0], [0, -24], [0, 24], [-16, 40], [20, 44]],
        &[[2, 3], [0, 1]],
    ),
];

#[test]
fn todo_17_5_forcing_step() {
    check("17.5", |check| {
        for (words, corners, wanted) in FORCED {
            let places: Vec<DVec2> = corners.iter().map(|&corner| place(corner)).collect();
            ask_forced(check, words, &places, wanted, true);
        }
        // Far enough apart that no two are the same, and no edge crosses the other.
        let drawn = check.drawn(|draw| {
            // Down to single steps of the grid.
            let size = 0.5_f64.powf(draw.whole(0..27) as f64);
            (0..draw.whole(4..16)).map(|_| size * place(any_place(draw, 2000))).collect::<Vec<_>>()
        });
        for places in drawn {
            ask_forced(check, "corners as they come", &places, &[[0, 1]], false);
        }
    });
}
