//! A game that plays clips, with the actions, props and hits of its characters.
//!
//! It computes numbers only, 120 times a second. Equal buttons make equal games, to the last bit.
//!
//! **In here:** Actions, props and hits of a character, without a window. **Depends on:** `common`, `course`, `formats`, `ground`.

mod actor;
mod arena;
mod attach;
mod attempt;
pub mod button;
mod character;
mod conditions;
mod dummy;
mod game;
mod hero;
mod hits;
mod level_file;
mod played;
mod props;
mod source;
mod spheres;
mod state_machine;
mod table;
mod touch;

pub use actor::Actor;
pub use arena::{Arena, BEHIND, Piece, Span, Sphere};
pub use attach::{Hand, JOINT_FROM_GRIP, world_from_prop};
pub use attempt::{Attempt, FALL_COSTS, STANDING_COSTS, seconds};
pub use character::{CharacterAsset, CharacterAssets};
pub use conditions::{Condition, Conditions};
pub use dummy::Dummy;
pub use game::{Game, HitStop, Respawn};
pub use hero::Hero;
pub use hits::{Body, Hit, Hits};
pub use played::Played;
pub use props::{LAMP, Props, SWORD};
pub use spheres::{Placed, placed, read_spheres};
pub use state_machine::{StateMachine, TakenTransition};
pub use table::{Rate, State, StateTable, Transition};
pub use touch::{Moving, touch};
