//! How draw calls treat what is drawn already.

use glium::{BackfaceCullingMode, Blend, Depth, DepthTest, DrawParameters};

/// Hidden by what is nearer, and hiding what is farther; only the outside is seen.
pub fn solid() -> DrawParameters<'static> {
    DrawParameters {
        depth: depth(true),
        backface_culling: BackfaceCullingMode::CullClockwise,
        ..Default::default()
    }
}

/// Blended over what is there, hidden by what is nearer, and hiding what is farther; seen from both sides.
pub fn plate() -> DrawParameters<'static> {
    DrawParameters { depth: depth(true), blend: Blend::alpha_blending(), ..Default::default() }
}

/// Blended over what is there, hidden by what is nearer, and hiding nothing: smooth edges are see-through.
pub fn see_through() -> DrawParameters<'static> {
    DrawParameters { depth: depth(false), blend: Blend::alpha_blending(), ..Default::default() }
}

fn depth(write: bool) -> Depth {
    Depth { test: DepthTest::IfLessOrEqual, write, ..Depth::default() }
}
