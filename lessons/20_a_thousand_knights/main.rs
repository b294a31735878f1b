//! A thousand knights: the cost of a character, stage by stage, and the savings of each step.
//!
//! ```text
//! clip ── `Table::bake` 20.1 ─→ table ── `place` 20.2 ─→ rows ── mix ─→ matrices ── hierarchy ─→ palette   `Army::update`
//! palettes of all who are seen ──→ one texture ── crowd.vert 20.3 ─→ frame                                `draw`
//! ```

mod army;
mod chart;
mod coarse;
mod field;
mod flight;
mod measure;
mod painter;
mod panel;
mod settings;
mod skin;

use anyhow::Result;
use army::Army;
use coarse::coarse;
use gl::colour::{Colour, joint_colour, with_alpha};
use gl::{Gl, HotReload, Texture, View, asset_path};
use glam::{Mat4, Vec3};
use glium::backend::Facade as _;
use measure::{Stopwatch, Times};
use models::{ModelLook, ModelScene, Textures};
use painter::{CrowdPainter, Ground, Group, Instance};
use settings::Settings;
use skin::{Skin, SkinBuffers};
use stage::{Args, Camera, Frame, Lesson, Motion, Panel, Step};
use std::cell::{Cell, RefCell};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

fn main() -> ExitCode {
    stage::run::<ThousandKnights>(env!("CARGO_BIN_NAME"))
}

/// Edge of the cubes from which a coarse skin keeps one vertex each, in metres.
const COARSE: f32 = 0.12;

/// Knights shorter than this on screen (in pixels) use the coarse mesh.
const FAR: f32 = 50.0;

/// Height of a knight, and his reach around his middle, in metres.
const TALL: f32 = 1.8;
const REACHES: f32 = 1.5;

/// Meaning of the knights' colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colours {
    /// The knights' sides.
    Sides,
    /// Number of frames between their updates.
    HowOften,
    /// True if they are drawn finely or coarsely.
    HowFine,
}

impl Colours {
    /// A colour for the whole knight, with its strength.
    fn tint(self, every: impl Fn() -> usize, is_far: bool) -> Colour {
        match self {
            Self::Sides => [0.0; 4],
            Self::HowOften => with_alpha(joint_colour(every().ilog2() as usize), TINTED),
            Self::HowFine => with_alpha(joint_colour(usize::from(is_far)), TINTED),
        }
    }
}

/// Share of the tint in a knight's colour.
const TINTED: f32 = 0.75;

struct ThousandKnights {
    scene: ModelScene,
    /// The fine and the coarse skin.
    skins: [SkinBuffers; 2],
    painter: CrowdPainter,
    ground: Ground,
    army: Army,
    settings: Settings,
    /// The settings when the army was made.
    made: Settings,
    /// Knights of the last frame: finely and coarsely drawn.
    groups: RefCell<[Group; 2]>,
    /// View of the last frame.
    view: Cell<Option<View>>,
    time: f32,
    flies: bool,
    colours: Colours,
    /// Camera of the last frame; none while the viewer doesn't fly.
    flown: Option<Camera>,
    measured: bool,
    /// Time for posing in the last update, in milliseconds.
    posed: f32,
    /// Time of each stage now; and that of lesson 12's way, when it was last chosen.
    times: Cell<Option<Times>>,
    plain: Cell<Option<Times>>,
}

impl Lesson for ThousandKnights {
    const HAS_JOINTS: bool = false;

    fn open(gl: &Gl, _args: &Args) -> Result<Self> {
        let path = asset_path("knight/knight.dae");
        let scene = ModelScene::new(gl, formats::read(&path)?)?;
        let clips = formats::all_clips(&path, &scene.asset, true).clips;
        let image = scene.asset.materials.iter().find_map(|material| material.image.as_ref());
        let texture = match image {
            Some(image) => Textures::default().get(gl, image, &mut Vec::new())?,
            None => Rc::new(HotReload::fixed(Texture::checker(gl.get_context())?)),
        };
        let skin = Skin::of(&scene.asset);
        let coarse = coarse(&skin, COARSE);
        let settings = Settings::first();
        let army = Army::new(&scene.asset, &clips, &skin, settings.count);
        let mut painter = CrowdPainter::new(gl, skin.entries.len(), texture)?;
        painter.clear = painter::clear(army.reach());
        Ok(Self {
            skins: [SkinBuffers::new(gl, &skin)?, SkinBuffers::new(gl, &coarse)?],
            painter,
            ground: Ground::new(gl)?,
            flown: Some(flight::at(0.0, army.reach())),
            army,
            settings,
            made: settings,
            groups: RefCell::default(),
            view: Cell::default(),
            time: 0.0,
            flies: true,
            colours: Colours::Sides,
            measured: false,
            posed: 0.0,
            times: Cell::default(),
            plain: Cell::default(),
            scene,
        })
    }

    fn camera(&self) -> Camera {
        flight::at(self.time, self.army.reach())
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: flight::SECONDS, plays_at_start: true })
    }

    /// Computes the palettes of all knights at a time.
    fn update(&mut self, step: Step) {
        self.time = step.time;
        if self.made != self.settings {
            if self.made.count != self.settings.count {
                self.army.raise(self.settings.count);
                self.painter.clear = painter::clear(self.army.reach());
                self.plain.set(None);
            }
            self.made = self.settings;
            self.times.set(None);
        }
        let start = Instant::now();
        // While time is stopped every knight is updated, so that the picture is at rest.
        let view = self.view.get().filter(|_| self.settings.waits && step.dt != 0.0);
        self.army.update(step.dt, &self.settings.how, view);
        self.posed = measure::milliseconds(start.elapsed());
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        let now = flight::at(self.time, self.army.reach());
        match self.flown.filter(|_| self.flies) {
            Some(before) => flight::lead(camera, before, now),
            None if self.flies => *camera = now,
            None => {}
        }
        self.flown = self.flies.then_some(now);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel::show(self, panel);
    }

    /// Draws the knights by their palettes.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.view.set(Some(frame.view));
        self.ground.draw(frame, field::APART, self.army.reach(), self.painter.clear)?;
        self.painter.draw_shadows(frame, self.army.feet())?;
        let mut stopwatch = self.measured.then(|| Stopwatch::start(frame.gl()));
        if self.settings.each {
            self.draw_each(frame)?;
            if let Some(stopwatch) = &mut stopwatch {
                stopwatch.lap_drawn(frame.gl(), 2);
            }
        } else {
            self.draw_groups(frame, stopwatch.as_mut())?;
        }
        if let Some(Stopwatch { times, .. }) = stopwatch {
            self.measure(times);
            chart::draw(frame, self.times.get(), self.plain.get());
        }
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
        for (_, character, rows) in self.army.all() {
            let mut matrices = rows.chunks_exact(3).map(matrix);
            for (index, surface) in self.scene.asset.surfaces.iter().enumerate() {
                palette.clear();
                palette.extend(matrices.by_ref().take(surface.joints.len() + 1));
                let world_from_model = character.world_from_model;
                self.scene.draw_surface(frame, index, world_from_model, &palette, ModelLook::default())?;
            }
        }
        Ok(())
    }

    /// Draws all visible knights: the near ones by one call, and the far ones by another.
    fn draw_groups(&self, frame: &mut Frame<'_>, mut stopwatch: Option<&mut Stopwatch>) -> Result<()> {
        let Settings { look, coarse, seen_only, waits, .. } = self.settings;
        let groups = &mut *self.groups.borrow_mut();
        groups.iter_mut().for_each(Group::clear);
        for (index, (knight, character, palette)) in self.army.all().enumerate() {
            let world_from_model = character.world_from_model;
            let middle = world_from_model.w_axis.truncate() + 0.5 * TALL * Vec3::Y;
            if seen_only && !frame.view.sees(middle, REACHES) {
                continue;
            }
            let is_far = coarse && frame.view.metres_of_pixels(middle, FAR) > TALL;
            let [a_world_x, a_world_y, a_world_z, _] = world_from_model.transpose().to_cols_array_2d();
            let a_side = if knight.side { 1.0 } else { 0.0 };
            let a_tint =
                self.colours.tint(|| if waits { self.army.every(index, &frame.view) } else { 1 }, is_far);
            let instance = Instance { a_world_x, a_world_y, a_world_z, a_side, a_tint };
            groups[usize::from(is_far)].add(palette, look.rows, instance);
        }
        let gl = frame.gl();
        for (group, skin) in groups.iter().zip(&self.skins) {
            self.painter.draw(frame, skin, group, look, |stage| {
                if let Some(stopwatch) = &mut stopwatch {
                    stopwatch.lap_drawn(gl, stage as usize);
                }
            })?;
        }
        Ok(())
    }

    /// Smooths the times of a frame's stages.
    fn measure(&self, mut times: Times) {
        times[0] = self.posed;
        let times = measure::smoothed(self.times.get(), times);
        self.times.set(Some(times));
        if self.settings == Settings::plain(self.settings.count) {
            self.plain.set(Some(times));
        }
    }
}
