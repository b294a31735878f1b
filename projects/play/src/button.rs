//! The buttons of a knight: those of a player, and more.

pub use ground::button::*;

/// Strikes with the fist.
pub const PUNCH: Buttons = OTHERS;
/// Swings the sword, if it is in the right hand.
pub const SWING: Buttons = OTHERS << 1;
/// Exchanges the hands of sword and lamp.
pub const EXCHANGE: Buttons = OTHERS << 2;
