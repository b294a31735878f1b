//! Runs lesson 18's game without a window, and presses its buttons.

#![expect(clippy::unwrap_used, reason = "all of it is for tests")]

use check::Draw;
use course::root;
use ground::Controls;
use play::{Arena, Buttons, CharacterAsset, CharacterAssets, Game, StateTable, read_spheres};
use std::sync::Arc;

/// Returns the game as the lesson opens it, with its level, spheres and tables.
pub fn game() -> Game {
    let text = |name: &str| std::fs::read_to_string(root().join("assets").join(name)).unwrap();
    let table = |name: &str, character: &CharacterAsset| {
        Arc::new(StateTable::read(&text(name), name, &character.names()).unwrap())
    };
    let character =
        |name: &str| CharacterAsset::read(&root().join("assets").join(name)).map(Arc::new).unwrap();
    let (knight, dummy) = (character("knight/knight.dae"), character("play/dummy.dae"));
    let characters = CharacterAssets { knight, dummy };
    let arena = Arena {
        spheres: read_spheres("spheres.toml", &text("play/spheres.toml")).unwrap(),
        tables: [table("play/knight.toml", &characters.knight), table("play/dummy.toml", &characters.dummy)],
        ..Arena::from_toml(&text("levels/lesson_18.toml"), "lesson_18.toml").unwrap()
    };
    Game::new(&characters, arena)
}

/// Returns the game with another start for the knight.
pub fn game_at(place: [f64; 2]) -> Game {
    let mut game = game();
    game.begin_at(Some(place.into()));
    game
}

/// Returns the buttons that are pressed, from a letter for each: see `Pressed` in `knight_runs`.
pub fn buttons(pressed: &str) -> Buttons {
    let has = |letter: char| pressed.contains(letter);
    let keys = Controls { left: has('L'), right: has('R'), up: has('U'), down: has('D'), jump: has('J') };
    let (walk, punch, swing) = (has('w'), has('p'), has('s'));
    Buttons { keys, walk, punch, swing, exchange: has('x') }
}

/// Draws buttons, each with its own likelihood.
pub fn drawn(draw: &mut Draw) -> Buttons {
    let likely = [('R', 2), ('L', 4), ('U', 4), ('D', 6), ('J', 3), ('w', 6), ('p', 8), ('s', 8), ('x', 30)];
    let pressed = likely.into_iter().filter(|(_, one_in)| draw.whole(0..*one_in) == 0);
    buttons(&pressed.map(|(letter, _)| letter).collect::<String>())
}

/// Returns the name of the present state.
pub fn state_of(game: &Game) -> &str {
    game.hero.state().map_or("", |state| &state.name)
}
