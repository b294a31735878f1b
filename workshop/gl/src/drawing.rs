//! Parameters of draw calls, which say how they change the pixels that are there already.

use glium::draw_parameters::PolygonOffset;
use glium::{BackfaceCullingMode, Blend, Depth, DepthTest, DrawParameters};

/// Returns parameters for closed meshes: depth is tested and written, and back faces are culled.
pub fn solid() -> DrawParameters<'static> {
    DrawParameters {
        depth: depth(true),
        backface_culling: BackfaceCullingMode::CullClockwise,
        ..Default::default()
    }
}

/// Returns parameters for flat things: blended, depth tested and written, seen from both sides.
pub fn plate() -> DrawParameters<'static> {
    DrawParameters { depth: depth(true), blend: Blend::alpha_blending(), ..Default::default() }
}

/// Turns off blending, for things that are opaque everywhere. They look no different, but a software renderer
/// need not read the picture for them.
pub fn opaque<'a>(parameters: &DrawParameters<'a>) -> DrawParameters<'a> {
    DrawParameters { blend: Blend::default(), ..parameters.clone() }
}

/// Returns parameters for smooth edges: blended and depth tested, but writing no depth.
pub fn see_through() -> DrawParameters<'static> {
    DrawParameters { depth: depth(false), blend: Blend::alpha_blending(), ..Default::default() }
}

/// Returns [`plate`]'s parameters with more depth, to leave room for lines on it.
pub fn beneath_lines() -> DrawParameters<'static> {
    let polygon_offset = PolygonOffset { factor: 1.0, units: 1.0, fill: true, ..PolygonOffset::default() };
    DrawParameters { polygon_offset, ..plate() }
}

/// Returns parameters that write depth only, so that of what is drawn there later only the front is visible.
pub fn depth_alone() -> DrawParameters<'static> {
    DrawParameters { color_mask: (false, false, false, false), ..plate() }
}

fn depth(write: bool) -> Depth {
    Depth { test: DepthTest::IfLessOrEqual, write, ..Depth::default() }
}
