//! Things that the mouse holds.

use super::Phase;

/// The part that the mouse holds, and by how much the mouse is off the value that it drags: nothing jumps when it is taken.
#[derive(Clone, Copy, Debug)]
pub struct Grip<P>(Option<(P, f32)>);

impl<P: Copy> Grip<P> {
    /// The mouse holds nothing.
    pub fn none() -> Self {
        Self(None)
    }

    /// Follows the mouse. It takes hold of the part that is under it; while it drags one, that part's new value comes out.
    ///
    /// `value` is that of a part now, and `at_mouse` the one that it would have if it were where the mouse is.
    pub fn follow(
        &mut self,
        phase: Phase,
        under_mouse: impl FnOnce() -> Option<P>,
        value: impl FnOnce(P) -> f32,
        at_mouse: impl Fn(P) -> f32,
    ) -> Option<(P, f32)> {
        match phase {
            Phase::Press => self.0 = under_mouse().map(|part| (part, value(part) - at_mouse(part))),
            Phase::Drag => return self.0.map(|(part, off)| (part, at_mouse(part) + off)),
            Phase::Release | Phase::Hover => self.0 = None,
        }
        None
    }

    /// Whether the mouse holds anything.
    pub fn holds(&self) -> bool {
        self.0.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_keeps_its_distance_from_the_mouse_until_it_is_let_go() {
        let mut grip = Grip::none();
        let mut follow = |phase, mouse: f32| {
            let dragged = grip.follow(phase, || (mouse < 9.0).then_some('a'), |_| 3.0, |_| mouse);
            (dragged, grip.holds())
        };
        assert_eq!(follow(Phase::Drag, 1.0), (None, false));
        assert_eq!(follow(Phase::Press, 9.0), (None, false));
        assert_eq!(follow(Phase::Press, 2.5), (None, true));
        assert_eq!(follow(Phase::Drag, 9.5), (Some(('a', 10.0)), true));
        assert_eq!(follow(Phase::Release, 9.5), (None, false));
        assert_eq!(follow(Phase::Drag, 1.0), (None, false));
    }
}
