//! The ways to compute a palette, from the plainest to the fastest, equal except for rounding.

use crate::characters::Character;
use crate::figure::Figure;
use crate::flat::{Lists, four_loops};
use crate::joints::ByJoints;
use crate::one_loop::OneLoop;
use crate::rows::rows;
use common::clip::{Animator, Search};
use common::pose::walk;
use common::skin::fill_palette;
use glam::{Mat4, Vec4};

/// A way to compute palettes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// Lesson 12's way, with an [`Animator`] for each character, the walk through the tree, and the palette.
    #[default]
    Plain,
    /// A table for each clip, and one loop over structs.
    OneLoop,
    /// A table for each clip, and four loops over flat lists.
    FourLoops,
    /// Four joints at once, and matrices of three rows, in the space of the bind pose. A clip that scales
    /// joints is played in four loops.
    Joints,
}

impl Way {
    pub const ALL: [Self; 4] = [Self::Plain, Self::OneLoop, Self::FourLoops, Self::Joints];
}

/// Settings for computing palettes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// The way to compute each palette.
    pub way: Way,
    pub threads: usize,
    /// The way in which animators find keys.
    pub search: Search,
}

impl Default for How {
    fn default() -> Self {
        Self { way: Way::default(), threads: 1, search: Search::default() }
    }
}

/// The memory of a thread, for every way.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The characters, as indices, who play each clip and are due.
    pub due: Vec<Vec<usize>>,
    animators: Vec<Animator>,
    /// The search of these animators.
    search: Search,
    one_loop: OneLoop,
    lists: Lists,
    by_joints: ByJoints,
}

impl Worker {
    /// Returns memory for a figure.
    pub fn new(figure: &Figure) -> Self {
        Self {
            due: vec![Vec::new(); figure.tables.len()],
            animators: Vec::new(),
            search: Search::default(),
            one_loop: figure.one_loop.clone(),
            lists: Lists::new(figure),
            by_joints: ByJoints::new(figure),
        }
    }

    /// Computes the palettes of the characters who are due.
    pub fn make(&mut self, figure: &Figure, characters: &[Character], how: &How, palettes: &mut [[f32; 4]]) {
        if how.way == Way::Plain {
            return self.plain(figure, characters, how, palettes);
        }
        let stride = 3 * figure.skin.len();
        for (clip, table) in figure.tables.iter().enumerate() {
            let turning = figure.around.clips[clip].as_ref();
            if let Some(turning) = turning {
                self.by_joints.begin(turning);
            }
            for &index in &self.due[clip] {
                let place = table.place(characters[index].time as f32, characters[index].looping);
                let palette = &mut palettes[stride * index..][..stride];
                match (how.way, turning) {
                    (Way::OneLoop, _) => {
                        self.one_loop.make(clip, place);
                        write(&self.one_loop.palette, palette);
                    }
                    (Way::Joints, Some(turning)) => self.by_joints.make(figure, turning, place, palette),
                    _ => {
                        four_loops(figure, table, place, &mut self.lists);
                        write(&self.lists.palette, palette);
                    }
                }
            }
        }
    }

    /// Computes each palette with an animator of the character's own.
    fn plain(&mut self, figure: &Figure, characters: &[Character], how: &How, palettes: &mut [[f32; 4]]) {
        let animator = |character: &Character| {
            let mut animator = Animator::new(figure.rig.clone(), figure.clips[character.clip].clone());
            animator.search_by(how.search);
            animator
        };
        let plays = |(animator, character): (&Animator, &Character)| {
            std::ptr::eq(animator.clip(), &*figure.clips[character.clip])
        };
        let is_kept = self.search == how.search && self.animators.len() == characters.len();
        if !(is_kept && self.animators.iter().zip(characters).all(plays)) {
            (self.animators, self.search) = (characters.iter().map(animator).collect(), how.search);
        }
        let (lists, stride) = (&mut self.lists, 3 * figure.skin.len());
        for &index in self.due.iter().flatten() {
            let (character, animator) = (&characters[index], &mut self.animators[index]);
            animator.looping = character.looping;
            animator.seek(character.time as f32);
            let joints = &mut lists.model_from_joints[..figure.model()];
            walk(&figure.rig.skeleton, |i| animator.pose()[i].to_matrix(), joints);
            fill_palette(&lists.model_from_joints, &figure.skin, &mut lists.palette);
            write(&lists.palette, &mut palettes[index * stride..][..stride]);
        }
    }
}

/// Writes matrices as three rows each.
fn write(matrices: &[Mat4], palette: &mut [[f32; 4]]) {
    for (matrix, three) in matrices.iter().zip(palette.chunks_exact_mut(3)) {
        three.copy_from_slice(&rows(matrix).map(Vec4::into));
    }
}
