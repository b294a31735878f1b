//! A thousand knights: the cost of a character, stage by stage, and the savings of each step.
//!
//! ```text
//! clip ── `rotations` 21.1 ─→ table ── `place` 21.2 ─→ rows ── mix ─→ matrices ── hierarchy ─→ palette   `Army::update`
//! palettes of all who are seen ──→ one texture ── crowd.vert 21.3 ─→ frame                              `CrowdPainter::draw`
//! ```

mod army;
mod chart;
mod coarse;
mod costs;
mod field;
mod flight;
mod groups;
mod looks;
mod painter;
mod panel;
mod settings;
mod skin;

use anyhow::Result;
use army::Army;
use costs::{Costs, Stage, Stopwatch};
use flight::Flight;
use gl::{Gl, HotReload, Model, ModelLook, Texture, View, asset_path};
use glam::Mat4;
use glium::backend::Facade as _;
use painter::{CrowdPainter, Ground};
use panel::Instruments;
use skin::Skin;
use stage::{Args, Camera, Frame, Lesson, Pace, Panel, Step};
use std::cell::Cell;
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    stage::run::<ThousandKnights>(env!("CARGO_BIN_NAME"))
}

struct ThousandKnights {
    army: Army,
    /// Draws one knight after the other, as in lesson 12.
    scene: Model,
    /// Draws many knights by one call.
    painter: CrowdPainter,
    ground: Ground,
    flight: Flight,
    costs: Costs,
    instruments: Instruments,
    /// View of the last frame, by which the next update tells who is far away.
    view: Cell<Option<View>>,
}

impl Lesson for ThousandKnights {
    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let path = asset_path("knight/knight.dae");
        let scene = Model::new(gl, formats::read(&path)?)?;
        let clips = formats::all_clips(&path, &scene.asset).clips;
        let image = scene.asset.materials.iter().find_map(|material| material.image.as_ref());
        let texture = match image {
            Some(image) => Texture::of_material(gl, image, &mut Vec::new())?,
            None => Rc::new(HotReload::fixed(Texture::checker(gl.get_context())?)),
        };
        let skin = Skin::of(&scene.asset);
        let instruments = Instruments::new(!args.headless);
        let army = Army::new(&scene.asset, &clips, &skin, instruments.settings.count);
        Ok(Self {
            painter: CrowdPainter::new(gl, &skin, texture)?,
            ground: Ground::new(gl)?,
            flight: Flight::new(army.reach()),
            costs: Costs::new(instruments.settings),
            army,
            scene,
            instruments,
            view: Cell::default(),
        })
    }

    fn camera(&self) -> Camera {
        self.flight.camera(self.army.reach())
    }

    fn pace(&self) -> Pace {
        Pace::Plays(flight::SECONDS)
    }

    /// Computes the palettes of all knights at a time.
    fn update(&mut self, step: Step) {
        let settings = self.instruments.settings;
        self.flight.time = step.time;
        self.army.raise(settings.count);
        // While time is stopped every knight is updated, so that the picture is at rest.
        let view = self.view.get().filter(|_| settings.waits && step.dt != 0.0);
        self.costs.pose(settings, || self.army.update(step.dt, &settings.how, view));
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        self.flight.follow(camera, self.army.reach(), self.instruments.flies);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        self.instruments.show(&self.army, &self.costs, panel);
    }

    /// Draws the knights by their palettes.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.view.set(Some(frame.view));
        self.ground.draw(frame, self.army.reach())?;
        self.painter.draw_shadows(frame, &self.army)?;
        let mut stopwatch = Stopwatch::start(frame.gl(), self.instruments.measured);
        if self.instruments.settings.each {
            self.draw_each(frame)?;
            stopwatch.lap(frame.gl(), Stage::Draw);
        } else {
            self.painter.draw(frame, &self.army, &self.instruments, &mut stopwatch)?;
        }
        self.costs.show(frame, &stopwatch);
        Ok(())
    }
}

impl ThousandKnights {
    /// Draws each knight by calls of his own, like lesson 12.
    fn draw_each(&self, frame: &mut Frame<'_>) -> Result<()> {
        let matrix = |rows: &[[f32; 4]]| {
            Mat4::from_cols_array_2d(&[rows[0], rows[1], rows[2], [0.0, 0.0, 0.0, 1.0]]).transpose()
        };
        let mut palette = Vec::new();
        for (_, world_from_model, rows) in self.army.all() {
            let mut matrices = rows.chunks_exact(3).map(matrix);
            for (index, surface) in self.scene.asset.surfaces.iter().enumerate() {
                palette.clear();
                palette.extend(matrices.by_ref().take(surface.joints.len() + 1));
                self.scene.draw_surface(
                    &mut frame.scene(),
                    index,
                    world_from_model,
                    &palette,
                    ModelLook::default(),
                )?;
            }
        }
        Ok(())
    }
}
