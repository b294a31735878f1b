//! What some lessons show, apart from their programs, so that checks and tests can ask it too.
//!
//! Each module is a file in its lesson's folder.

#[path = "17_the_knight_plays/arena.rs"]
pub mod arena;
#[path = "08_blending_on_the_gpu/arm.rs"]
pub mod arm;
#[path = "16_side_scroller/contrast/both.rs"]
pub mod both;
#[path = "04_joint_chain_lines/chains.rs"]
pub mod chains;
#[path = "12_full_playback/clips.rs"]
pub mod clips;
#[path = "16_side_scroller/play/floors.rs"]
pub mod floors;
#[path = "16_side_scroller/play/follow.rs"]
pub mod follow;
#[path = "16_side_scroller/force/forced.rs"]
pub mod forced;
#[path = "16_side_scroller/play/hills.rs"]
pub mod hills;
#[path = "16_side_scroller/play/layers.rs"]
pub mod layers;
#[path = "16_side_scroller/play/levels.rs"]
pub mod levels;
#[path = "12_full_playback/looks.rs"]
pub mod looks;
#[path = "16_side_scroller/play/making/mod.rs"]
pub mod making;
#[path = "01_hierarchical_transforms/plate.rs"]
pub mod plate;
#[path = "03_cut_out_puppet/puppet.rs"]
pub mod puppet;
#[path = "16_side_scroller/contrast/runs.rs"]
pub mod runs;
#[path = "16_side_scroller/play/scenery.rs"]
pub mod scenery;
#[path = "16_side_scroller/play/shadow.rs"]
pub mod shadow;
#[path = "16_side_scroller/force/sketches.rs"]
pub mod sketches;
#[path = "16_side_scroller/play/solid.rs"]
pub mod solid;
#[path = "16_side_scroller/play/tape.rs"]
pub mod tape;
#[path = "16_side_scroller/play/time.rs"]
pub mod time;
