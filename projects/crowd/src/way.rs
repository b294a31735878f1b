//! The ways to make a palette, from the plainest to the fastest. All come to the same, but for rounding.

use crate::characters::{ByCharacters, Member, has_eight};
use crate::crowd::Character;
use crate::eight::Eight;
use crate::figure::Figure;
use crate::flat::{Lists, four_loops};
use crate::joints::ByJoints;
use crate::one_loop::OneLoop;
use crate::rows::rows;
use crate::weights::{AnyArc, Mixing, Nlerp, ShortArc, Weigh, Weights};
use common::clip::Animator;
use common::pose::walk;
use glam::{Mat4, Vec4};

/// A way to make palettes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// As in lesson 12: an [`Animator`] for each character, the walk, and the palette. It always mixes by slerp.
    #[default]
    Plain,
    /// A table for each clip, and one loop over structs.
    OneLoop,
    /// The same tables, and four loops over flat lists.
    FourLoops,
    /// Four joints at once, and matrices of three rows, in the space of the mesh. A clip that stretches joints is played in
    /// four loops, here and below.
    Joints,
    /// Four characters at once.
    FourCharacters,
    /// Eight characters at once, where the processor can; elsewhere four.
    EightCharacters,
}

impl Way {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Plain,
        Self::OneLoop,
        Self::FourLoops,
        Self::Joints,
        Self::FourCharacters,
        Self::EightCharacters,
    ];

    /// The fastest one on this processor.
    pub fn fastest() -> Self {
        if has_eight() { Self::EightCharacters } else { Self::FourCharacters }
    }
}

/// How palettes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// In which way.
    pub way: Way,
    /// How rotations are mixed.
    pub mixing: Mixing,
    /// On how many threads.
    pub threads: usize,
}

impl Default for How {
    fn default() -> Self {
        Self { way: Way::default(), mixing: Mixing::default(), threads: 1 }
    }
}

/// What one thread needs, in every way.
#[derive(Clone, Debug)]
pub struct Worker {
    /// For each clip, who plays it and is due.
    pub due: Vec<Vec<usize>>,
    members: Vec<Member>,
    animators: Vec<Animator>,
    one_loop: Option<OneLoop>,
    lists: Lists,
    by_joints: ByJoints,
    four: ByCharacters<Vec4>,
    eight: ByCharacters<Eight>,
}

impl Worker {
    /// One for a figure.
    pub fn new(figure: &Figure) -> Self {
        Self {
            due: vec![Vec::new(); figure.tables.len()],
            members: Vec::new(),
            animators: Vec::new(),
            one_loop: None,
            lists: Lists::new(figure),
            by_joints: ByJoints::new(figure),
            four: ByCharacters::new(figure),
            eight: ByCharacters::new(figure),
        }
    }

    /// Makes the palettes of those who are due.
    pub fn make(&mut self, figure: &Figure, characters: &[Character], how: &How, palettes: &mut [[f32; 4]]) {
        if how.way == Way::Plain {
            return self.plain(figure, characters, palettes);
        }
        let stride = 3 * figure.skin.len();
        for (clip, table) in figure.tables.iter().enumerate() {
            let weights = Weights::new(how.mixing, table.widest);
            self.members.clear();
            self.members.extend(self.due[clip].iter().map(|&index| {
                let Character { time, looping, .. } = characters[index];
                Member { place: table.place(time as f32, looping), start: stride * index }
            }));
            match (how.way, &figure.around.clips[clip], weights) {
                (Way::EightCharacters, Some(turning), _) if has_eight() => {
                    self.eight.make_eight(figure, turning, &self.members, weights, palettes);
                }
                (Way::FourCharacters | Way::EightCharacters, Some(turning), _) => {
                    self.four.make(figure, turning, &self.members, weights, palettes);
                }
                (way, _, Weights::ShortArc) => self.one_by_one::<ShortArc>(way, figure, clip, palettes),
                (way, _, Weights::AnyArc) => self.one_by_one::<AnyArc>(way, figure, clip, palettes),
                (way, _, Weights::Nlerp) => self.one_by_one::<Nlerp>(way, figure, clip, palettes),
            }
        }
    }

    /// Those who are made one after the other.
    fn one_by_one<W: Weigh>(&mut self, way: Way, figure: &Figure, clip: usize, palettes: &mut [[f32; 4]]) {
        let (table, turning) = (&figure.tables[clip], &figure.around.clips[clip]);
        let stride = 3 * figure.skin.len();
        if let Some(turning) = turning {
            self.by_joints.begin(turning);
        }
        for &Member { place, start } in &self.members {
            let palette = &mut palettes[start..][..stride];
            match (way, turning) {
                (Way::OneLoop, _) => {
                    let one_loop = self.one_loop.get_or_insert_with(|| OneLoop::new(figure));
                    one_loop.make::<W>(clip, place);
                    write(one_loop.palette.iter().copied(), palette);
                }
                (Way::Joints, Some(turning)) => self.by_joints.make::<W>(figure, turning, place, palette),
                _ => {
                    four_loops::<W>(figure, table, place, &mut self.lists);
                    write(self.lists.palette.iter().copied(), palette);
                }
            }
        }
    }

    /// Each with an animator of his own.
    fn plain(&mut self, figure: &Figure, characters: &[Character], palettes: &mut [[f32; 4]]) {
        let animator = |clip: usize| Animator::new(figure.rig.clone(), figure.clips[clip].clone());
        self.animators.truncate(characters.len());
        for (index, character) in characters.iter().enumerate() {
            match self.animators.get_mut(index) {
                None => self.animators.push(animator(character.clip)),
                Some(other) if !std::ptr::eq(other.clip(), &*figure.clips[character.clip]) => {
                    *other = animator(character.clip);
                }
                Some(_) => (),
            }
        }
        let (lists, stride) = (&mut self.lists, 3 * figure.skin.len());
        for &index in self.due.iter().flatten() {
            let (character, animator) = (&characters[index], &mut self.animators[index]);
            animator.looping = character.looping;
            animator.seek(character.time as f32);
            let joints = &mut lists.model_from_joints[..figure.model()];
            walk(&figure.rig.skeleton, |i| animator.pose()[i].to_matrix(), joints);
            let palette =
                figure.skin.iter().map(|bound| lists.model_from_joints[bound.joint] * bound.joint_from_mesh);
            write(palette, &mut palettes[index * stride..][..stride]);
        }
    }
}

/// Writes matrices as three rows each.
fn write(matrices: impl Iterator<Item = Mat4>, palette: &mut [[f32; 4]]) {
    for (matrix, three) in matrices.zip(palette.chunks_exact_mut(3)) {
        three.copy_from_slice(&rows(&matrix).map(Vec4::into));
    }
}
