//! Lays out the states of a table on a sheet, and the arrows between them, in pixels to the right and down.

use glam::{Vec2, vec2};
use play::StateTable;

/// Largest size of the sheet.
pub const SIZE: Vec2 = vec2(290.0, 240.0);

/// Largest distance from one row to the next. A plate is this high; narrow rows have gaps of this height.
const ROW: f32 = 42.0;
const PLATE: f32 = 22.0;
const GAP: f32 = 2.0;

/// Distance by which the first row and the last one are nearer to the middle.
const BULGE: f32 = 24.0;

/// About how wide a letter is, and what a plate has around its letters.
const LETTER: f32 = 6.6;
const AROUND: f32 = 14.0;

/// Number of parts of a drawn curve.
const PARTS: u8 = 14;

/// Distance from a plate's middle at which arrows begin and end, as a part of its height.
const APART: f32 = 0.2;

/// The plates are in two columns that bend outwards, as brackets do. So there is room for all arrows, and none runs
/// behind a plate.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub size: Vec2,
    /// Size of a plate.
    pub plate: Vec2,
    /// The middles of the states' plates. The last one means any state, if a transition begins there.
    pub plates: Vec<Vec2>,
    /// All transitions, once each: from and to. A transition from any state begins at the plate behind the states'.
    pub transitions: Vec<[usize; 2]>,
}

impl Sheet {
    /// Places the states so that the arrows are short.
    pub fn new(table: &StateTable) -> Self {
        let count = table.states.len();
        let any = usize::from(!table.any.is_empty());
        let own = table.states.iter().map(|state| &state.next).chain([&table.any]).enumerate();
        let mut transitions: Vec<[usize; 2]> =
            own.flat_map(|(from, next)| next.iter().map(move |transition| [from, transition.to])).collect();
        transitions.retain(|&[from, to]| from != to && to < count);
        transitions.sort_unstable();
        transitions.dedup();
        let rows = (count + any).div_ceil(2).max(1);
        let row = (SIZE.y / rows as f32).min(ROW);
        let longest = table.states.iter().map(|state| state.name.chars().count()).max().unwrap_or_default();
        let plate = vec2((longest as f32 * LETTER + AROUND).clamp(46.0, 84.0), (row - GAP).clamp(0.0, PLATE));
        let size = vec2(SIZE.x, rows as f32 * row);
        let slots: Vec<Vec2> = (0..2 * rows).map(|slot| place(slot, rows, size, plate)).collect();
        let slot_of = arranged(&slots, count + any, &transitions);
        Self { size, plate, plates: slot_of.into_iter().map(|slot| slots[slot]).collect(), transitions }
    }

    /// The curve from one plate to another. Each begins above the middle of its plate's inner side, and ends below that.
    pub fn curve(&self, from: Vec2, to: Vec2) -> Vec<Vec2> {
        let apart = vec2(0.0, APART * self.plate.y);
        let [begin, end] = [self.inner(from) - apart, self.inner(to) + apart];
        let [out, back] = [from, to].map(|plate| vec2(self.inwards(plate), 0.0));
        let pull = if out == back {
            (16.0 + 0.4 * (end.y - begin.y).abs()).min(0.5 * self.size.x - 0.5 * self.plate.x)
        } else {
            0.6 * (end.x - begin.x).abs()
        };
        let [from_begin, from_end] = [begin + pull * out, end + pull * back];
        let point = |part: u8| {
            let t = f32::from(part) / f32::from(PARTS);
            let [a, b, c] = [begin.lerp(from_begin, t), from_begin.lerp(from_end, t), from_end.lerp(end, t)];
            a.lerp(b, t).lerp(b.lerp(c, t), t)
        };
        (0..=PARTS).map(point).collect()
    }

    /// The middle of a plate's inner side.
    pub fn inner(&self, plate: Vec2) -> Vec2 {
        plate + vec2(0.5 * self.plate.x * self.inwards(plate), 0.0)
    }

    /// Returns the side of the middle: 1 is to the right.
    pub fn inwards(&self, plate: Vec2) -> f32 {
        if plate.x < 0.5 * self.size.x { 1.0 } else { -1.0 }
    }
}

/// Returns the middle of a slot: the first ones are at the left, from the top down, and the others at the right.
fn place(slot: usize, rows: usize, size: Vec2, plate: Vec2) -> Vec2 {
    let down = ((slot % rows) as f32 + 0.5) / rows as f32;
    let out = 2.0 * down - 1.0;
    let x = 0.5 * plate.x + BULGE * out * out;
    vec2(if slot < rows { x } else { size.x - x }, down * size.y)
}

/// A slot for each plate. The first one stays in the first slot; of the others two change places, or one goes to a free slot,
/// as long as that makes the arrows shorter.
fn arranged(slots: &[Vec2], count: usize, transitions: &[[usize; 2]]) -> Vec<usize> {
    // State in each slot. Numbers from `count` on mean none.
    let mut who: Vec<usize> = (0..slots.len()).collect();
    let cost = |who: &[usize]| -> f32 {
        let mut at = vec![Vec2::ZERO; slots.len()];
        who.iter().zip(slots).for_each(|(&plate, &slot)| at[plate] = slot);
        // Squares make it dearer still to go far.
        transitions.iter().map(|&[from, to]| at[from].distance_squared(at[to])).sum()
    };
    let (mut least, mut before) = (cost(&who), f32::INFINITY);
    while least < before {
        before = least;
        for a in 1..slots.len() {
            for b in a + 1..slots.len() {
                who.swap(a, b);
                let now = cost(&who);
                if now < least {
                    least = now;
                } else {
                    who.swap(a, b);
                }
            }
        }
    }
    let mut slot_of = vec![0; slots.len()];
    who.iter().enumerate().for_each(|(slot, &plate)| slot_of[plate] = slot);
    slot_of.truncate(count);
    slot_of
}
