//! The models of the players, of their props and of the scenery, and the knight's lamp.

use crate::assets::{Assets, DUMMY, KNIGHT};
use crate::controls::Controls;
use crate::debug::Debug;
use anyhow::Result;
use common::transform::transform_point;
use gl::{Extent, Gl, Lamp, Light};
use glam::{DVec2, Mat4, Vec3, vec3};
use play::{Actor, BEHIND, CharacterAssets, Dummy, Game, LAMP, SWORD};
use side_scroller::floors::Floors;
use side_scroller::shadow;
use stage::{Frame, Inspected};

/// Source of the lamp's light in the lamp's own frame: its node `light`. It shines ahead, and a little down.
const LENS: Vec3 = vec3(0.0, -0.205, 0.128);
const AHEAD: Vec3 = vec3(0.0, -0.3, 1.0);

/// Half the width of the shadow of an upright body, and the most that its head may lean to one side, both in metres.
const SHADOW: f32 = 0.32;
const LEANS: f64 = 0.25;

/// A player in a frame: the matrices from its model to the level, and from its nodes to its model.
struct Figure {
    world_from_model: Mat4,
    nodes: Vec<Mat4>,
}

/// Knight, dummies and props in a frame, between two ticks. Made once for all that draws them.
pub struct CastMoment {
    /// Time of the frame between the last two ticks, from 0 to 1.
    pub between: f64,
    knight: Figure,
    dummies: Vec<Figure>,
    /// The matrix from each of his props to the level, if there is one.
    props: [(&'static str, Option<Mat4>); 2],
}

impl CastMoment {
    /// The players of a game, `between` the last two ticks. One that is paused by a hit stays at its last tick.
    pub fn new(game: &Game, between: f64) -> Self {
        let between = if game.stop.stood { 1.0 } else { between };
        let (hero, part) = (&game.hero.actor, between as f32);
        let figure = |actor: &Actor| Figure {
            world_from_model: actor.world_from_model(part),
            nodes: actor.joints(part),
        };
        let knight = figure(hero);
        let props = [SWORD, LAMP].map(|prop| {
            let Figure { world_from_model, nodes } = &knight;
            (prop, game.props.world_from(prop, &hero.character, *world_from_model, nodes))
        });
        Self {
            between,
            dummies: game.dummies.iter().map(|dummy| figure(&dummy.actor)).collect(),
            props,
            knight,
        }
    }

    /// Returns the light of sun and sky, or at night of the moon and of the lamp that the knight has.
    pub fn light(&self, &Controls { night, lamp, .. }: &Controls) -> Light {
        let [_, (_, world_from_lamp)] = self.props;
        let shine = |world_from_lamp: Mat4| Lamp {
            at: transform_point(world_from_lamp, LENS),
            towards: world_from_lamp.transform_vector3(AHEAD),
        };
        Light { is_night: night, lamp: world_from_lamp.filter(|_| night && lamp).map(shine) }
    }

    /// Draws the shadows of all bodies on the floors.
    fn draw_shadows(&self, frame: &mut Frame<'_>, game: &Game, floors: &Floors) -> Result<()> {
        let Figure { world_from_model, nodes } = &self.knight;
        let joint =
            |name| game.hero.actor.character.rig.skeleton.named(name).and_then(|joint| nodes.get(joint));
        let across = |name| joint(name).map(|&node| f64::from((*world_from_model * node).w_axis.x));
        let at = game.at(self.between);
        let hips = across("hips").unwrap_or(at.x);
        // The hips are the middle of a lying body, and a dummy's foot is its end.
        let knight = shadow_of([at, at.with_x(hips)], across("head").unwrap_or(hips) - hips, 1.0);
        let dummy = |dummy: &Dummy| {
            let [from, to] = dummy.actor.world_from("head").unwrap_or_default().map(|head| head.w_axis.x);
            let way = f64::from(from + self.between as f32 * (to - from)) - dummy.actor.at().x;
            shadow_of([dummy.actor.at(), dummy.actor.at() + 0.5 * way * DVec2::X], way, 0.5)
        };
        let moved = |obstacle| game.moved(obstacle, self.between);
        let mut shadows = game.dummies.iter().map(dummy).chain([knight]);
        shadows.try_for_each(|(middle, half)| shadow::draw(frame, floors.all(moved), (middle, BEHIND), half))
    }
}

pub struct Cast {
    pub assets: Assets,
    pub debug: Debug,
}

impl Cast {
    /// Reads all models, and what the game needs of them.
    pub fn open(gl: &Gl) -> Result<(Self, CharacterAssets)> {
        let assets = Assets::open(gl)?;
        let characters = assets.characters();
        Ok((Self { assets, debug: Debug::new(gl)? }, characters))
    }

    /// Draws all players, and the scenery around them.
    pub fn draw(&self, frame: &mut Frame<'_>, game: &Game, seen: &CastMoment) -> Result<()> {
        for piece in &game.arena.pieces {
            self.assets.draw(frame, &piece.model, piece.place().to_matrix())?;
        }
        let players =
            [(KNIGHT, &seen.knight)].into_iter().chain(seen.dummies.iter().map(|dummy| (DUMMY, dummy)));
        for (file, Figure { world_from_model, nodes }) in players {
            self.assets.draw_posed(frame, file, *world_from_model, nodes)?;
        }
        for (prop, world_from_prop) in seen.props {
            if let Some(world_from_prop) = world_from_prop {
                self.assets.draw(frame, prop, world_from_prop)?;
            }
        }
        Ok(())
    }

    /// Draws the shadows of all bodies and of what stands about.
    pub fn draw_shadows(
        &self,
        frame: &mut Frame<'_>,
        game: &Game,
        seen: &CastMoment,
        floors: &Floors,
    ) -> Result<()> {
        for piece in &game.arena.pieces {
            let Extent { low, high } = self.assets.bounds(&piece.model);
            let half = 0.5 * piece.size * (high - low);
            if !frame.view.sees(piece.at, 2.0 * half.x) {
                continue;
            }
            // What is much wider than deep stands on two legs.
            let is_wide = half.x > 2.0 * half.z;
            let (legs, size) = if is_wide { (&[-1.0, 1.0][..], half.z) } else { (&[0.0][..], half.x) };
            for leg in legs {
                let at = piece.at.truncate().as_dvec2() + f64::from(leg * (half.x - half.z)) * DVec2::X;
                let floors = floors.all(|obstacle| game.moved(obstacle, seen.between));
                shadow::draw(frame, floors, (at, piece.at.z), 1.3 * size)?;
            }
        }
        seen.draw_shadows(frame, game, floors)
    }

    /// Returns the inspector's input: the knight.
    pub fn inspected(&self, CastMoment { knight, .. }: &CastMoment) -> Option<Inspected> {
        self.assets.inspected(knight.world_from_model, &knight.nodes)
    }
}

/// Returns a shadow below the feet of an upright body, or below the middle of a lying one. The head is `beside` that, and
/// `part` of this distance is half of the body's length.
fn shadow_of([feet, middle]: [DVec2; 2], beside: f64, part: f64) -> (DVec2, f32) {
    // Even an idle character leans a little.
    let lies = (beside.abs() - LEANS).max(0.0);
    (feet.lerp(middle, (lies / LEANS).min(1.0)), SHADOW + (part * lies) as f32)
}
