//! Palettes of several characters at once, one in each lane: all play the same clip, each at a place of his own in it.

use crate::around::{TOGETHER, Turning};
use crate::eight::Eight;
use crate::figure::Figure;
use crate::lanes::{Lanes, MOST};
use crate::rows::Rows;
use crate::weights::{AnyArc, Nlerp, ShortArc, Weigh, Weights};
use crate::wide::{self, Wide, identity, product};
use glam::Vec4;

/// The palettes are written after so many joints each time: the next ones are computed while memory takes these.
const FEW: usize = 2;

/// One character of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Member {
    /// Between which rows of the table he is.
    pub place: (usize, f32),
    /// Where in the list of all rows his palette begins.
    pub start: usize,
}

/// Room for the matrices of a group of four or eight.
#[derive(Clone, Debug)]
pub struct ByCharacters<L> {
    /// How every joint is turned in the row before the moment, and in the row after it.
    between: Vec<[[L; 4]; 2]>,
    /// Where every joint is taken.
    places: Vec<[L; 3]>,
    /// What every joint and all above it do with the mesh; and last the model itself, which is where roots hang.
    posed_from_meshes: Vec<Wide<L>>,
}

impl<L: Lanes> ByCharacters<L> {
    /// Room for a figure.
    pub fn new(figure: &Figure) -> Self {
        let (joints, zero) = (figure.model(), L::splat(0.0));
        Self {
            between: vec![[[zero; 4]; 2]; joints],
            places: vec![[zero; 3]; joints],
            posed_from_meshes: vec![identity(); joints + 1],
        }
    }

    /// Makes the palettes of some characters who play one clip, as many at once as there are lanes.
    #[inline(always)]
    pub fn make(
        &mut self,
        figure: &Figure,
        clip: &Turning,
        members: &[Member],
        weights: Weights,
        palettes: &mut [[f32; 4]],
    ) {
        match weights {
            Weights::ShortArc => self.make_by::<ShortArc>(figure, clip, members, palettes),
            Weights::AnyArc => self.make_by::<AnyArc>(figure, clip, members, palettes),
            Weights::Nlerp => self.make_by::<Nlerp>(figure, clip, members, palettes),
        }
    }

    #[inline(always)]
    fn make_by<W: Weigh>(
        &mut self,
        figure: &Figure,
        clip: &Turning,
        members: &[Member],
        palettes: &mut [[f32; 4]],
    ) {
        let around = &figure.around;
        for (joint, place) in self.places.iter_mut().enumerate() {
            let [x, y, z] = &clip.first[joint / TOGETHER];
            let lane = joint % TOGETHER;
            *place = [L::splat(x[lane]), L::splat(y[lane]), L::splat(z[lane])];
        }
        for group in members.chunks(L::COUNT) {
            // What the last group lacks, its last character fills up: he is made several times, and always the same.
            let group: [Member; MOST] = std::array::from_fn(|lane| group[lane.min(group.len() - 1)]);
            let alpha = L::new(&group.map(|member| member.place.1));
            self.gather(clip, &group, alpha);
            for first in (0..figure.model()).step_by(FEW) {
                let few = first..figure.model().min(first + FEW);
                for joint in few.clone() {
                    let [from, to] = self.between[joint];
                    let [x, y, z, _] = splats(around.arms[joint].extend(0.0));
                    let step = wide::around::<_, W>(from, to, alpha, self.places[joint], [x, y, z]);
                    let parent = &self.posed_from_meshes[figure.parents[joint]];
                    self.posed_from_meshes[joint] = product(parent, &step);
                }
                for joint in few {
                    let Some(entry) = around.entries[joint] else { continue };
                    Self::write(self.posed_from_meshes[joint], entry, &group, palettes);
                }
            }
            for &(entry, joint, [a, b, c]) in &around.others {
                let before = [splats(a), splats(b), splats(c)];
                Self::write(product(&self.posed_from_meshes[joint], &before), entry, &group, palettes);
            }
        }
    }

    /// Writes an entry of each palette of a group.
    #[inline(always)]
    fn write([a, b, c]: Wide<L>, entry: usize, group: &[Member; MOST], palettes: &mut [[f32; 4]]) {
        let (a, b, c) = (L::to_vectors(a), L::to_vectors(b), L::to_vectors(c));
        for lane in 0..L::COUNT {
            write([a[lane], b[lane], c[lane]], &mut palettes[group[lane].start + 3 * entry..]);
        }
    }

    /// What a clip has for a group, in registers' order: a loop of its own, because the next one loads it as it lies.
    #[inline(always)]
    fn gather(&mut self, clip: &Turning, group: &[Member; MOST], alpha: L) {
        for (joint, between) in self.between.iter_mut().enumerate() {
            let column = clip.column(joint);
            let (mut from, mut to) = ([Vec4::ZERO; MOST], [Vec4::ZERO; MOST]);
            for lane in 0..L::COUNT {
                let row = group[lane].place.0;
                (from[lane], to[lane]) = (column[row].into(), column[row + 1].into());
            }
            *between = [L::of_vectors(&from), L::of_vectors(&to)];
        }
        let moving = &clip.moving;
        for (track, &joint) in moving.joints.iter().enumerate() {
            let (mut from, mut to) = ([Vec4::ZERO; MOST], [Vec4::ZERO; MOST]);
            for lane in 0..L::COUNT {
                let row = group[lane].place.0;
                from[lane] = moving.row(row)[track].extend(0.0);
                to[lane] = moving.row(row + 1)[track].extend(0.0);
            }
            let ([x, y, z, _], to) = (L::of_vectors(&from), L::of_vectors(&to));
            self.places[joint] = [
                alpha.times_plus(to[0] - x, x),
                alpha.times_plus(to[1] - y, y),
                alpha.times_plus(to[2] - z, z),
            ];
        }
    }
}

/// Puts a matrix first in the rest of a list of rows.
#[inline(always)]
pub fn write([a, b, c]: Rows, rest: &mut [[f32; 4]]) {
    rest[..3].copy_from_slice(&[a.to_array(), b.to_array(), c.to_array()]);
}

/// Four numbers, each in every lane.
#[inline(always)]
fn splats<L: Lanes>(row: Vec4) -> [L; 4] {
    [L::splat(row.x), L::splat(row.y), L::splat(row.z), L::splat(row.w)]
}

impl ByCharacters<Eight> {
    /// The same as [`Self::make`], on a processor that computes with eight numbers at once: see [`has_eight`].
    pub fn make_eight(
        &mut self,
        figure: &Figure,
        clip: &Turning,
        members: &[Member],
        weights: Weights,
        palettes: &mut [[f32; 4]],
    ) {
        #[cfg(target_arch = "x86_64")]
        if has_eight() {
            // SAFETY: this processor has what the function was compiled for, as was asked just now.
            return unsafe { self.make_by_avx2(figure, clip, members, weights, palettes) };
        }
        self.make(figure, clip, members, weights, palettes);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn make_by_avx2(
        &mut self,
        figure: &Figure,
        clip: &Turning,
        members: &[Member],
        weights: Weights,
        palettes: &mut [[f32; 4]],
    ) {
        self.make(figure, clip, members, weights, palettes);
    }
}

/// Whether this processor computes with eight numbers at once: with AVX2 and FMA. The default build asks for neither, so
/// that it runs on every processor of its kind, and finds out here.
pub fn has_eight() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}
