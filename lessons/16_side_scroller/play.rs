//! A level to play in, and to change.

pub mod edit;
mod figure;
mod game;
mod making;
mod status;

use crate::Scene;
use anyhow::Result;
use edit::Editor;
use figure::FigurePainter;
use game::Game;
use glam::{DVec2, Vec3, dvec2};
use ground::{Body, Controls, Player, Stance};
use side_scroller::follow::Eye;
use side_scroller::hills::Hills;
use side_scroller::layers::{self, Layers};
use side_scroller::replay::{Replay, Request};
use side_scroller::scenery::Scenery;
use side_scroller::shadow;
use side_scroller::time::{self, Time};
use stage::gl::{Gl, MeshBuffers};
use stage::{Args, Camera, Frame, KeyPress, Lens, Panel, Panels, Pointer, Step};
use std::cell::RefCell;

/// How many metres are seen from below to above, and how far one looks down on it, in degrees.
const HEIGHT: f32 = 11.0;
const PITCH: f32 = 11.0;

/// How far above the feet one looks.
const ABOVE: DVec2 = dvec2(0.0, 1.7);

/// Whose mesh can be shown: the player's, or that of one of the stances.
const STANCES: [(Option<Stance>, &str); 4] = [
    (None, "player"),
    (Some(Stance::Standing), "standing"),
    (Some(Stance::Ducking), "ducking"),
    (Some(Stance::Large), "large"),
];

/// What is shown.
struct Shows {
    scenery: bool,
    grown: bool,
    mesh: bool,
    triangle: bool,
    stance: Option<Stance>,
}

/// What was uploaded of a version of the level.
#[derive(Default)]
struct Uploaded {
    scenery: Option<Scenery>,
    layers: [Option<Layers>; Stance::ALL.len()],
}

pub struct Play {
    editor: Editor,
    /// The version of the level that is played, and how many other levels were opened before it.
    version: u64,
    opened: u64,
    game: Game,
    /// What was pressed since the last tick.
    pressed: Controls,
    time: Time,
    replay: Replay<Player>,
    eye: Eye,
    follows: bool,
    flat: bool,
    /// Whether what is far is as large as what is near.
    parallel: bool,
    shows: Shows,
    uploaded: RefCell<Uploaded>,
    hills: Hills,
    painter: FigurePainter,
    triangle: MeshBuffers,
}

impl Play {
    pub fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let editor = Editor::open(args)?;
        let game = Game::new(editor.level().clone());
        Ok(Self {
            version: editor.version(),
            opened: editor.opened(),
            editor,
            pressed: Controls::default(),
            time: Time::default(),
            replay: Replay::default(),
            eye: Eye::new(game.seen() + ABOVE),
            game,
            follows: true,
            flat: false,
            parallel: false,
            shows: Shows { scenery: true, grown: false, mesh: false, triangle: false, stance: None },
            uploaded: RefCell::default(),
            hills: Hills::new(gl)?,
            painter: FigurePainter::new(gl)?,
            triangle: layers::unit_triangle(gl)?,
        })
    }

    fn restart(&mut self) {
        self.replay.stop(&self.game.player);
        self.game.restart();
        self.eye.jump(self.game.seen() + ABOVE);
    }

    /// One tick of the game.
    fn tick(&mut self) {
        let keys = self.replay.keys(std::mem::take(&mut self.pressed));
        self.game.tick(keys);
        self.replay.tick(&self.game.player);
        self.eye.tick(self.game.seen() + ABOVE, self.game.player.velocity(&self.game.world));
        // Nobody is led away from what he drags.
        if self.game.is_over() && !self.editor.is_dragging() {
            self.restart();
        }
    }

    /// Lets the editor go on. If the level is another one then, so is the world.
    fn edit(&mut self, mouse: Option<&Pointer>) {
        let game = &mut self.game;
        let moved = (0..game.level.obstacles.len()).map(|obstacle| game.moved(obstacle, 1.0)).collect();
        self.editor.update(mouse, moved);
        if self.editor.version() == self.version {
            return;
        }
        self.version = self.editor.version();
        game.change(self.editor.level());
        self.uploaded = RefCell::default();
        // Controls lead elsewhere in another level.
        self.replay.forget();
        if self.opened != self.editor.opened() {
            self.opened = self.editor.opened();
            self.restart();
        }
    }

    fn stance(&self) -> Stance {
        self.shows.stance.unwrap_or(self.game.player.stance)
    }

    /// Whether the player is seen as a point: where it has another shape than it has, or obstacles have grown by its own.
    fn is_point(&self) -> bool {
        self.shows.grown || self.stance() != self.game.player.stance
    }

    /// The viewer, in front of a place. What it sees in depth is as its lens shows it.
    fn viewer(&self, target: Vec3, height: f32) -> Camera {
        match self.flat {
            true => Camera::flat(target, height),
            false => Camera::orbit(target, height, 0.0, PITCH),
        }
    }

    fn shown_panel(&mut self, panel: &mut Panel<'_>) {
        let shows = &mut self.shows;
        panel.choice_of("mesh of", &mut shows.stance, &STANCES);
        panel.switch("scenery", &mut shows.scenery);
        panel.same_line();
        panel.switch("grown", &mut shows.grown);
        panel.same_line();
        panel.switch("mesh", &mut shows.mesh);
        panel.switch("triangle", &mut shows.triangle);
        panel.same_line();
        panel.switch("flat", &mut self.flat);
        if panel.edit().changed {
            let Camera { target, height, .. } = *panel.camera;
            *panel.camera = self.viewer(target, height);
        }
        panel.same_line();
        panel.switch("follow", &mut self.follows);
    }

    fn draw_level(&self, frame: &mut Frame<'_>, scenery: &Scenery, between: f64) -> Result<()> {
        let (game, moved) = (&self.game, |obstacle| self.game.moved(obstacle, between));
        self.hills.draw(frame, self.parallel.then_some(self.eye.shown))?;
        scenery.draw(frame, moved)?;
        if self.is_point() {
            return Ok(());
        }
        let half = 0.5 * game.player.stance.size().x as f32;
        shadow::draw(frame, game.floors.all(moved), game.at(between), half)
    }

    fn draw_layers(&self, frame: &mut Frame<'_>, layers: &Layers, between: f64) -> Result<()> {
        if self.shows.grown {
            layers.draw_grown(frame, |obstacle| self.game.moved(obstacle, between))?;
        }
        if self.shows.mesh {
            layers.draw_mesh(frame)?;
        }
        Ok(())
    }

    fn draw_triangle(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (world, player) = (&self.game.world, &self.game.player);
        let corners = world.mesh(player.stance).triangle(player.triangle());
        layers::draw_triangle(frame, &self.triangle, corners)?;
        if let Body::Supported { support, .. } = player.body {
            layers::draw_support(frame, player, world, support.along);
        }
        Ok(())
    }
}

impl Scene for Play {
    fn camera(&self) -> Camera {
        self.viewer(self.eye.shown, HEIGHT)
    }

    fn update(&mut self, step: &Step) {
        self.edit(step.input.mouse.as_ref());
        self.pressed = time::pressed(self.pressed, &step.input);
        if self.time.step(&step.input) {
            self.tick();
        }
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.parallel = camera.lens == Lens::Orthographic;
        if self.follows {
            self.eye.lead(&mut camera.target, self.time.between(between));
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.shown_panel(panel);
        self.editor.panel(panel);
        panel.heading("Play");
        self.time.panel(panel);
        panel.same_line();
        if panel.command("restart") {
            self.restart();
        }
        if let Request::Begin(player) = self.replay.panel(panel, &self.game.player) {
            self.game.place(player);
            self.eye.jump(self.game.seen() + ABOVE);
        }
        status::panel(panel, &self.game.world, &self.game.player);
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        self.editor.panels(panels);
    }

    fn pointer(&mut self, pointer: &Pointer) -> bool {
        self.editor.pointer(pointer)
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        self.editor.key(press)
    }

    fn pause(&mut self) -> &'static str {
        self.time.pause();
        "Paused. P goes on, Esc once more ends the lesson."
    }

    fn unsaved(&self) -> Option<String> {
        self.editor.unsaved()
    }

    fn save(&mut self) -> Result<()> {
        self.editor.save()
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let (game, between, gl) = (&self.game, self.time.between(frame.between), frame.gl());
        let (at, stance, shows) = (game.at(between), self.stance(), &self.shows);
        let Uploaded { scenery, layers } = &mut *self.uploaded.borrow_mut();
        if shows.scenery {
            if scenery.is_none() {
                *scenery = Some(Scenery::new(gl, &game.level, &game.floors)?);
            }
            scenery.as_ref().map_or(Ok(()), |scenery| self.draw_level(frame, scenery, between))?;
        } else {
            frame.grid()?;
        }
        if !self.is_point() {
            self.painter.draw(frame, &game.figure, at)?;
        }
        if shows.grown || shows.mesh {
            let layers = &mut layers[stance as usize];
            if layers.is_none() {
                *layers = Some(Layers::new(gl, &game.world, &game.level, stance)?);
            }
            layers.as_ref().map_or(Ok(()), |layers| self.draw_layers(frame, layers, between))?;
        }
        if shows.triangle && stance == game.player.stance {
            self.draw_triangle(frame)?;
        }
        if self.is_point() || shows.triangle {
            layers::draw_point(frame, stance, at);
        }
        self.editor.draw(frame);
        frame.handle("player", at.as_vec2().extend(0.0));
        if let Some(sum) = self.replay.proven() {
            frame.handle(format!("again the same: {sum:016x}"), at.as_vec2().extend(0.0));
        }
        Ok(())
    }
}
