//! The largest skeletons that can be drawn.

use common::skeleton::Chain;
use gl::MOST_TEXELS;

/// Most joints that can be drawn at all: their matrices fill a buffer texture of the size that OpenGL promises. Up to
/// [`gl::MAX_JOINTS`] are in a block.
pub const MOST_JOINTS: usize = MOST_TEXELS / 4;

/// A model's fault, and advice on it: two sentences for an error that names the place.
pub(crate) type TooLarge = (String, &'static str);

/// Fails unless each skeleton of a model can be drawn.
pub(crate) fn ensure_room_for_skeletons(chains: &[Chain]) -> Result<(), TooLarge> {
    let most = chains.iter().map(|chain| chain.joints.len()).max().unwrap_or(0);
    match most <= MOST_JOINTS {
        true => Ok(()),
        false => Err(too_large(&format!("A skeleton has {most} joints"), MOST_JOINTS)),
    }
}

fn too_large(what: &str, most: usize) -> TooLarge {
    let advice = "Leave out those that move least, or those of other skeletons, and export it again.";
    (format!("{what}, and the lessons draw {most} at most."), advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::skeleton::Skeleton;

    #[test]
    fn a_model_with_too_many_joints_is_refused() {
        let chain = |joints| Chain { joints: (0..joints).collect(), skeleton: Skeleton::new() };
        assert!(ensure_room_for_skeletons(&[chain(16_384)]).is_ok());
        let (what, _) = ensure_room_for_skeletons(&[chain(3), chain(16_385)]).unwrap_err();
        assert_eq!(what, "A skeleton has 16385 joints, and the lessons draw 16384 at most.");
    }
}
