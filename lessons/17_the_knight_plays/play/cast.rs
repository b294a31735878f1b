//! The models of those who play, and of what they hold.

use anyhow::Result;
use common::asset::Surface;
use common::gl::{Gl, ModelLook, ModelScene, asset_path};
use common::play::{Game, Hand, Hold, JOINT_FROM_GRIP, Thing, world_from_thing};
use common::stage::Frame;
use glam::Mat4;

/// The surface of the knight's model that is his sword. It is a thing of its own here.
const IN_FIST: &str = "sword";

pub struct Cast {
    knight: ModelScene,
    dummy: ModelScene,
    things: Vec<(String, ModelScene)>,
}

impl Cast {
    pub fn open(gl: &Gl) -> Result<Self> {
        let read = |asset: &str| ModelScene::read(gl, &asset_path(asset));
        let thing = |name: &str| Ok((name.to_owned(), read(&format!("play/{name}.dae"))?));
        Ok(Self {
            knight: read("knight/knight.dae")?,
            dummy: read("play/dummy.dae")?,
            things: [common::play::SWORD, common::play::LAMP].into_iter().map(thing).collect::<Result<_>>()?,
        })
    }

    /// Draws all who play, as far between the last two ticks as `between` says.
    pub fn draw(&self, frame: &mut Frame<'_>, game: &Game, between: f32) -> Result<()> {
        let hero = game.hero();
        let (world_from_knight, joints) = (hero.world_from_model(between), hero.joints(between));
        draw(frame, &self.knight, world_from_knight, &joints)?;
        for dummy in game.dummies() {
            draw(frame, &self.dummy, dummy.world_from_model(between), dummy.joints())?;
        }
        for thing in game.things() {
            let held = |hand: Hand| {
                let joint = hero.stock().joint(hand.joint())?;
                let model_from_joint = *joints.get(joint)?;
                Some(world_from_thing(world_from_knight, model_from_joint, JOINT_FROM_GRIP, thing.form().thing_from_grip))
            };
            let world_from_thing = match thing.hold() {
                Hold::Held(hand) => held(hand),
                _ => Some(thing.world_from_thing(between)),
            };
            if let Some(world_from_thing) = world_from_thing {
                self.draw_thing(frame, thing, world_from_thing)?;
            }
        }
        Ok(())
    }

    /// Draws the skeletons of all who have one, over everything.
    pub fn draw_skeletons(&self, frame: &mut Frame<'_>, game: &Game, between: f32) -> Result<()> {
        let hero = game.hero();
        skeleton(frame, &self.knight, hero.world_from_model(between), &hero.joints(between))?;
        for dummy in game.dummies() {
            skeleton(frame, &self.dummy, dummy.world_from_model(between), dummy.joints())?;
        }
        Ok(())
    }

    fn draw_thing(&self, frame: &mut Frame<'_>, thing: &Thing, world_from_thing: Mat4) -> Result<()> {
        let scene = self.things.iter().find(|(name, _)| *name == thing.form().name);
        let Some((_, scene)) = scene else { return Ok(()) };
        let nodes = scene.model_from_nodes_at_rest();
        draw(frame, scene, world_from_thing * scene.world_from_model(), &nodes)
    }
}

fn skeleton(frame: &mut Frame<'_>, scene: &ModelScene, world_from_model: Mat4, nodes: &[Mat4]) -> Result<()> {
    let world_from_nodes: Vec<Mat4> = nodes.iter().map(|&node| world_from_model * node).collect();
    scene.skeletons.draw(&mut frame.target, &frame.view, &world_from_nodes)
}

fn draw(frame: &mut Frame<'_>, scene: &ModelScene, world_from_model: Mat4, nodes: &[Mat4]) -> Result<()> {
    let palette = |surface: &Surface, palette: &mut Vec<Mat4>| {
        if !surface.name.eq_ignore_ascii_case(IN_FIST) || scene.asset.surfaces.len() == 1 {
            surface.palette_into(nodes, palette);
        }
    };
    scene.draw(&mut frame.target, &frame.view, world_from_model, palette, ModelLook::default())
}
