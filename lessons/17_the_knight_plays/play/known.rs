//! What the editor is told of the game: what can be put up, and where joints are.

use crate::making::building::{Figure, Frames, Known, Model};
use glam::Mat4;
use play::{Game, LAMP, SWORD, Stock, Stocks};
use stage::gl::Store;

/// Models that are no set pieces.
const OTHERS: [&str; 4] = ["knight", "dummy", SWORD, LAMP];

/// What can be put up, and what spheres can be on.
pub fn known(store: &Store, stocks: &Stocks) -> Known {
    let pieces = store.names().into_iter().filter(|name| !OTHERS.contains(&name.as_str()));
    let model = |name: String| Model { bounds: store.model(&name).bounds(), name };
    let figures = [figure(&stocks.knight, &[SWORD, LAMP]), figure(&stocks.dummy, &[])];
    Known { models: pieces.map(model).collect(), figures }
}

fn figure(stock: &Stock, things: &[&str]) -> Figure {
    let joints = stock.rig.skeleton.joints().iter().map(|joint| joint.name.clone());
    let clip = |name: &str| Some((name.to_owned(), stock.clip(name)?.seconds));
    Figure {
        ons: joints.chain(things.iter().map(|name| (*name).to_owned())).collect(),
        clips: stock.names().into_iter().filter_map(clip).collect(),
        played: stock.names().into_iter().map(str::to_owned).collect(),
    }
}

/// Where the joints of the knight are and what he holds, and the joints of the first dummy.
pub fn frames(game: &Game) -> Frames {
    let hero = game.hero();
    let world_from_model = hero.world_from_model(1.0);
    let joints = hero.now().iter().map(|&joint| world_from_model * joint);
    let things = game.things().iter().map(|thing| thing.world_from_thing(1.0));
    let dummy = game.dummies().first().map(|dummy| {
        let world_from_model = dummy.world_from_model(1.0);
        dummy.now().iter().map(|&joint| world_from_model * joint).collect::<Vec<Mat4>>()
    });
    [joints.chain(things).collect(), dummy.unwrap_or_default()]
}
