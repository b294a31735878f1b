//! What the editor is told of the game: what can be put up, and where joints are.

use arena_editor::{Figure, Frames, Known, Model};
use asset_cache::AssetCache;
use glam::Mat4;
use play::{CharacterAsset, CharacterAssets, Game, LAMP, SWORD};

/// Models that are no set pieces.
const OTHERS: [&str; 4] = ["knight", "dummy", SWORD, LAMP];

/// What can be put up, and what spheres can be on.
pub fn known(store: &AssetCache, characters: &CharacterAssets) -> Known {
    let pieces = store.names().into_iter().filter(|name| !OTHERS.contains(&name.as_str()));
    let model = |name: String| Model { bounds: store.model(&name).bounds(), name };
    let figures = [figure(&characters.knight, &[SWORD, LAMP]), figure(&characters.dummy, &[])];
    Known { models: pieces.map(model).collect(), figures }
}

fn figure(character: &CharacterAsset, props: &[&str]) -> Figure {
    let joints = character.rig.skeleton.joints().iter().map(|joint| joint.name.clone());
    let clip = |name: &str| Some((name.to_owned(), character.clip(name)?.seconds));
    Figure {
        ons: joints.chain(props.iter().map(|name| (*name).to_owned())).collect(),
        clips: character.names().into_iter().filter_map(clip).collect(),
        played: character.names().into_iter().map(str::to_owned).collect(),
    }
}

/// Where the joints of the knight are and what he holds, and the joints of the first dummy.
pub fn frames(game: &Game) -> Frames {
    let hero = game.hero();
    let world_from_model = hero.world_from_model(1.0);
    let joints = hero.now().iter().map(|&joint| world_from_model * joint);
    let props = game.props().iter().map(|prop| prop.world_from_prop(1.0));
    let dummy = game.dummies().first().map(|dummy| {
        let world_from_model = dummy.world_from_model(1.0);
        dummy.now().iter().map(|&joint| world_from_model * joint).collect::<Vec<Mat4>>()
    });
    [joints.chain(props).collect(), dummy.unwrap_or_default()]
}
