//! Draws unseen questions from a seed when a class is graded, which a table of the visible ones can't answer.

use glam::{Mat4, Quat, Vec3, Vec4};
use std::ops::Range;

/// The number of questions drawn for each list of a check.
const DRAWN: usize = 12;

/// A generator of numbers that follow from a seed alone, so that two programs draw the same ones.
pub struct Draw(u64);

impl Draw {
    /// Returns a generator for questions that everybody sees, equal at each run.
    pub fn of_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the generator of this exercise, which draws differently from all others with the seed.
    pub(super) fn of_exercise(seed: u64, exercise: &str) -> Self {
        let mut draw = Self(seed);
        for byte in exercise.bytes() {
            draw.0 ^= draw.next() ^ u64::from(byte);
        }
        draw
    }

    pub(super) fn several<T>(&mut self, mut draw: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..DRAWN).map(|_| draw(self)).collect()
    }

    /// Returns the next 64 random bits, by SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Draws a number from the range, in steps of a 64th, so that it can be read in a question.
    pub fn number(&mut self, among: Range<f32>) -> f32 {
        let steps = ((among.end - among.start) * 64.0) as u64;
        among.start + (self.next() % steps.max(1)) as f32 / 64.0
    }

    /// Draws a factor between `1 / most` and `most`, as often below 1 as above.
    pub fn factor(&mut self, most: f32) -> f32 {
        most.powf(self.number(-1.0..1.0))
    }

    /// Draws a size of the range, small ones as often as large ones: 1 to 9 as often as 100 to 999.
    pub fn size(&mut self, among: Range<usize>) -> usize {
        let [least, end] = [among.start, among.end].map(|size| size as f32);
        let size = least * (end / least).powf(self.number(0.0..1.0));
        (size as usize).min(among.end - 1)
    }

    /// Draws a number from `-most` to `most`, as often near a ten-thousandth of it as near all; every seventh is 0.
    pub fn wide(&mut self, most: f32) -> f32 {
        self.signed(3).signum() as f32 * most * self.factor(100.0) / 100.0
    }

    pub fn whole(&mut self, among: Range<usize>) -> usize {
        among.start + (self.next() % among.len().max(1) as u64) as usize
    }

    /// Draws a whole number from `-most` to `most`.
    pub fn signed(&mut self, most: usize) -> i64 {
        self.whole(0..2 * most + 1) as i64 - most as i64
    }

    /// Draws an item of a list.
    pub fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.whole(0..all.len())].clone()
    }

    /// Draws a tree of `count` joints, each with a parent before it or none: in words, and as a list. It may be a single
    /// chain, a bush, or several of either.
    pub fn tree(&mut self, count: usize) -> (String, Vec<Option<usize>>) {
        let reach = self.size(1..count + 1);
        let (reach, rarely) = (self.one_of(&[1, reach]), self.one_of(&[6, 6 * count]));
        let mut parent = |joint: usize| {
            (self.whole(0..rarely) > 0).then(|| self.whole(joint.saturating_sub(reach)..joint))
        };
        let parents: Vec<_> = (0..count).map(|joint| if joint == 0 { None } else { parent(joint) }).collect();
        let words = parents.iter().enumerate().map(|(joint, parent)| match parent {
            Some(parent) => format!("{joint} hangs on {parent}"),
            None => format!("{joint} is a root"),
        });
        (words.collect::<Vec<_>>().join(", "), parents)
    }

    /// Draws a point whose coordinates are between `-within` and `within`.
    pub fn point(&mut self, within: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.number(-within..within)))
    }

    /// Draws a point whose coordinates are [`wide`](Self::wide), each for itself.
    pub fn wide_point(&mut self, within: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.wide(within)))
    }

    /// Draws four different joints of `joints` with weights that sum to 1: one is clearly the largest, and every other time one is
    /// next to nothing.
    pub fn slots(&mut self, joints: usize) -> [(usize, f32); 4] {
        let (first, step) = (self.whole(0..joints), self.whole(1..joints / 3));
        let [a, b, c] = [self.number(0.45..0.5), self.number(0.2..0.3), self.number(0.1..0.15)];
        let c = self.one_of(&[c, 0.005]);
        let mut slots = [a, b, c, 1.0 - a - b - c].map(|weight| (0, weight));
        slots.rotate_left(self.whole(0..4));
        let mut joint = first;
        slots.map(|(_, weight)| {
            joint = (joint + step) % joints;
            (joint, weight)
        })
    }

    /// Draws a rotation, about any axis and by any angle.
    pub fn turn(&mut self) -> Quat {
        let mut four = || Vec4::from_array([(); 4].map(|()| self.number(-1.0..1.0)));
        let long_enough = std::iter::repeat_with(&mut four).find(|four| four.length() > 0.25);
        Quat::from_vec4(long_enough.unwrap_or(Vec4::W)).normalize()
    }

    /// Draws a rotation of which every fifth is none, and every fifth by less than a fifth of a degree.
    pub fn wide_turn(&mut self) -> Quat {
        let part = self.one_of(&[0.0, 5e-4, 1.0, 1.0, 1.0]);
        Quat::from_scaled_axis(part * self.turn().to_scaled_axis())
    }

    /// Draws a space in its parent: rotated, and in three of four also stretched, by up to `most` along each axis, and
    /// perhaps mirrored; in one of four sheared.
    pub fn frame(&mut self, within: f32, most: f32) -> Mat4 {
        let (place, turn, even) = (self.wide_point(within), self.wide_turn(), self.factor(most));
        let sizes = [(); 3].map(|()| self.factor(most) * self.one_of(&[1.0, 1.0, -1.0]));
        let (sizes, slant) = match self.whole(0..4) {
            0 => (Vec3::ONE, Quat::IDENTITY),
            1 => (Vec3::splat(even), Quat::IDENTITY),
            2 => (sizes.into(), Quat::IDENTITY),
            _ => (sizes.into(), self.turn()),
        };
        Mat4::from_scale_rotation_translation(sizes, turn, place) * Mat4::from_quat(slant)
    }

    /// Draws frames for spaces up to `deep` in each other. Together these lead no farther than 10 m along an axis, and
    /// stretch by no more than 5, so that no rounding shows.
    pub fn frames(&mut self, count: usize, deep: usize) -> Vec<Mat4> {
        let part = 1.0 / deep as f32;
        (0..count).map(|_| self.frame(10.0 * part, 5f32.powf(part))).collect()
    }

    /// Draws a tree of fewer than `end` joints, like [`tree`](Self::tree), and each joint's frame in its parent.
    pub fn figure(&mut self, end: usize) -> (String, Vec<Option<usize>>, Vec<Mat4>) {
        let count = self.size(1..end);
        let (words, parents) = self.tree(count);
        let mut depths: Vec<usize> = Vec::new();
        for parent in &parents {
            depths.push(parent.map_or(1, |parent| depths[parent] + 1));
        }
        let frames = self.frames(count, depths.into_iter().max().unwrap_or(1));
        (words, parents, frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_lies_where_it_should_and_comes_of_the_seed_alone() {
        let all = |seed| {
            let mut draw = Draw(seed);
            draw.several(|draw| {
                ((draw.number(2.0..3.0), draw.whole(4..7)), draw.point(0.5), draw.turn(), draw.slots(13))
            })
        };
        assert_eq!(all(1), all(1));
        assert_ne!(all(1), all(2));
        for ((number, whole), point, turn, slots) in (0..100).flat_map(all) {
            assert!((2.0..3.0).contains(&number) && (4..7).contains(&whole), "{number} {whole}");
            assert!(point.abs().max_element() <= 0.5 && turn.is_normalized());
            let (joints, weights) = (slots.map(|slot| slot.0), slots.map(|slot| slot.1));
            assert!((0..4).all(|i| joints[i] < 13 && !joints[..i].contains(&joints[i])), "{slots:?}");
            assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{slots:?}");
            assert!(weights.iter().all(|weight| *weight > 0.004), "{slots:?}");
        }
        let mut draw = Draw(3);
        let sizes: Vec<usize> = (0..300).map(|_| draw.size(1..1000)).collect();
        let of_digits = |least, end| sizes.iter().filter(|size| (least..end).contains(*size)).count();
        assert!([(1, 10), (10, 100), (100, 1000)].iter().all(|(least, end)| of_digits(*least, *end) > 70));
        assert!((0..100).all(|_| (0.01..=100.0).contains(&draw.factor(100.0))));
        let stands: Vec<Mat4> = (0..100).map(|_| draw.frame(2.0, 4.0)).collect();
        let is_moved = |stand: &Mat4| stand.w_axis.truncate().abs().max_element() <= 2.0;
        assert!(stands.iter().all(|stand| is_moved(stand) && stand.determinant().abs() > 0.01));
        assert!(stands.iter().filter(|stand| (stand.determinant() - 1.0).abs() < 1e-4).count() < 70);
        let (words, parents) = Draw(3).tree(20);
        assert!(parents.iter().enumerate().all(|(joint, parent)| parent.is_none_or(|parent| parent < joint)));
        assert!(words.starts_with("0 is a root, 1 ") && words.matches("hangs on").count() > 5, "{words}");
        let signed: Vec<i64> = (0..100).map(|seed| Draw::of_seed(seed).signed(3)).collect();
        assert!(
            (-3..=3).all(|number| signed.contains(&number)) && signed.iter().all(|number| number.abs() <= 3)
        );
    }
}
