//! Lesson 17's game without a window, and what is pressed in it.

#![expect(clippy::unwrap_used, reason = "all of it is for tests")]

use common::course::root;
use common::ground::Keys;
use common::play::{Buttons, Game, Stocks};
use lessons::arena::yard;

/// The game that the lesson opens with.
pub fn game() -> Game {
    let assets = root().join("assets");
    let text = |name: &str| std::fs::read_to_string(assets.join("play").join(name)).unwrap();
    let mut arena = yard();
    arena.tables = [text("knight.toml"), text("dummy.toml")];
    Game::new(&Stocks::read(&assets).unwrap(), arena).unwrap()
}

/// A game in which the knight begins somewhere else.
pub fn game_at(place: [f64; 2]) -> Game {
    let mut game = game();
    game.begin_at(Some(place.into()));
    game
}

/// What is pressed, a letter for each button: see `Pressed` in `knight_runs`.
pub fn buttons(pressed: &str) -> Buttons {
    let has = |letter: char| pressed.contains(letter);
    let keys = Keys { left: has('L'), right: has('R'), up: has('U'), down: has('D'), jump: has('J') };
    let (walk, punch, swing) = (has('w'), has('p'), has('s'));
    Buttons { keys, walk, punch, swing, take: has('t'), exchange: has('x') }
}

/// The name of the state that is on.
pub fn state_of(game: &Game) -> &str {
    game.hero().state().map_or("", |state| &state.name)
}
