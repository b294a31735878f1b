//! Who is lost, and who is stuck. What decides knows nothing of how anybody moves.

use crate::levels::{Keys, Level};
use crate::players::{HALF, shape};
use ground::{Edge, Judge, NavMesh, side};
use glam::{DVec2, dvec2};

/// Deeper than this in an obstacle, and than the gap that was to be kept, one is lost: a tenth of a millimetre.
const DEEP: f64 = 1e-4;

/// For so many ticks a key is held before one is asked how far one has come.
const HELD: usize = 30;

/// Whoever came less far in that time has not moved, in metres.
const MOVED: f64 = 0.01;

/// The way is free if a straight line of this length is, in metres.
const AHEAD: f64 = 0.1;

/// Who begins has so much room on all sides, in metres.
const CLEAR: f64 = 0.1;

/// What became of players.
#[derive(Default)]
pub struct Verdict {
    /// How many began.
    pub runs: usize,
    /// How many came deep into an obstacle.
    pub inside: usize,
    /// How many came to where no way leads, or out of the level.
    pub through: usize,
    /// How many did not move on at some time, though the way was free.
    pub stuck: usize,
    /// How deep the deepest was, in metres.
    pub deepest: f64,
}

/// Where a level is solid, and where ways lead.
pub struct Court<'a> {
    level: &'a Level,
    judge: Judge,
    /// The same for players who are larger, and by how much.
    larger: Vec<(f64, Judge)>,
    mesh: &'a NavMesh,
    /// Which part of the free space each triangle belongs to: from part to part no way leads.
    parts: Vec<usize>,
}

/// One player, being looked at.
pub struct Case {
    /// The part of the free space in which it began.
    part: Option<usize>,
    /// Where it was, and how long the same key has been held since.
    held: (DVec2, f64, usize),
    steps: usize,
    stuck: bool,
    lost: bool,
}

impl<'a> Court<'a> {
    /// For players of one size who keep some gaps to everything.
    pub fn new(level: &'a Level, mesh: &'a NavMesh, gaps: &[f64]) -> Self {
        let judge = |more: f64| Judge::new(&level.obstacles, &shape(HALF + more));
        let larger = gaps.iter().map(|&gap| room(gap)).chain([CLEAR]);
        let larger = larger.map(|more| (more, judge(more))).collect();
        Self { level, judge: judge(0.0), larger, mesh, parts: parts(mesh) }
    }

    /// Whether there is more room than a player needs, on all sides.
    fn has_room(&self, at: DVec2, more: f64) -> bool {
        let judge = self.larger.iter().find(|(other, _)| *other == more);
        judge.is_some_and(|(_, judge)| judge.depth(at) == 0.0)
    }

    /// Whether one may begin here: nothing is nearer than a tenth of a metre.
    pub fn is_clear(&self, at: DVec2) -> bool {
        self.has_room(at, CLEAR)
    }

    /// Begins to look at a player.
    pub fn open(&self, at: DVec2, verdict: &mut Verdict) -> Case {
        verdict.runs += 1;
        let part = self.mesh.locate(at).map(|triangle| self.parts[triangle]);
        Case { part, held: (at, 0.0, 0), steps: 0, stuck: false, lost: false }
    }

    /// Looks at a player after a step. Says whether it may go on.
    pub fn look(&self, case: &mut Case, at: DVec2, keys: Keys, gap: f64, verdict: &mut Verdict) -> bool {
        case.steps += 1;
        let depth = self.judge.depth(at);
        verdict.deepest = verdict.deepest.max(depth);
        if depth > gap + DEEP {
            case.lost = true;
            verdict.inside += 1;
        } else if self.is_outside(at) || case.steps % HELD == 0 && self.is_elsewhere(at, case) {
            case.lost = true;
            verdict.through += 1;
        }
        if self.is_stuck(case, at, keys, gap) && !case.stuck {
            case.stuck = true;
            verdict.stuck += 1;
        }
        !case.lost
    }

    fn is_outside(&self, at: DVec2) -> bool {
        let [least, most] = self.level.room;
        !at.is_finite() || at.cmplt(least).any() || at.cmpgt(most).any()
    }

    /// Whether no way leads from where a player began to where it is.
    fn is_elsewhere(&self, at: DVec2, case: &Case) -> bool {
        let contains = |triangle: usize| {
            let [a, b, c] = self.mesh.triangle(triangle);
            side(a, b, at) >= 0.0 && side(b, c, at) >= 0.0 && side(c, a, at) >= 0.0
        };
        let mut parts = (0..self.mesh.count())
            .filter(|&triangle| contains(triangle) && self.mesh.is_free(triangle))
            .map(|triangle| Some(self.parts[triangle]))
            .peekable();
        parts.peek().is_some() && parts.all(|part| part != case.part)
    }

    /// Whether a player has held a key for half a second, has not moved, and could have: level, or up or down a slope on
    /// which one can stand, and with its gap on all sides.
    fn is_stuck(&self, case: &mut Case, at: DVec2, keys: Keys, gap: f64) -> bool {
        let (since, way, ticks) = case.held;
        if keys.way != way || keys.way == 0.0 || keys.jump || at.distance(since) > MOVED {
            case.held = (at, keys.way, 0);
            return false;
        }
        case.held.2 = ticks + 1;
        case.held.2 == HELD && self.is_free_ahead(at, way, gap)
    }

    fn is_free_ahead(&self, at: DVec2, way: f64, gap: f64) -> bool {
        // Whoever stands touches the ground, or nearly so.
        let start = at + 3.0 * DEEP * DVec2::Y;
        let is_free = |part: i32, slope: f64| {
            self.has_room(start + AHEAD * f64::from(part) / 10.0 * dvec2(way, slope), room(gap))
        };
        let mut slopes = (-19..=19).map(|slope| f64::from(slope) / 20.0);
        slopes.any(|slope| (0..=10).all(|part| is_free(part, slope)))
    }
}

/// How much room a free way has on all sides: nobody keeps a gap to the last bit, and where two corners touch no way leads
/// through between them.
fn room(gap: f64) -> f64 {
    0.9 * gap + DEEP
}

/// Numbers the parts of the free space.
fn parts(mesh: &NavMesh) -> Vec<usize> {
    let mut parts = vec![usize::MAX; mesh.count()];
    for first in 0..mesh.count() {
        let mut open = vec![first];
        while let Some(triangle) = open.pop() {
            if parts[triangle] != usize::MAX || !mesh.is_free(triangle) {
                continue;
            }
            parts[triangle] = first;
            let beyond = (0..3).map(|edge| Edge { triangle, edge }).filter(|&edge| !mesh.blocks(edge));
            open.extend(beyond.filter_map(|edge| mesh.across(edge)).map(|across| across.triangle));
        }
    }
    parts
}
