//! Draws models from files, in light that can change.
//!
//! **In here:** What it takes to draw a model, to look into it and to light it; no model is read or played. **Depends on:** `common`, `formats`, `gl`, `gpu`, `stage`.

mod joint_scene;
mod lighting;
mod lights;
mod model_scene;
mod parts;
mod skin_painter;
mod textures;
pub mod wings;

pub use joint_scene::JointScene;
pub use lighting::Lighting;
pub use lights::{Lights, MOST_SPOTS, Spot};
pub use model_scene::{ModelLook, ModelScene};
pub use skin_painter::{SkinLook, SkinPainter};
pub use textures::Textures;
