//! `F2`: shows your picture and ours, at the time of the key's press.
//!
//! Both are drawn again without a window, with equal settings, time, camera and model: yours by this very program, ours
//! by the lesson's solved program, which `cargo workbook run --solved` builds.

use crate::panel::{Memory, unquoted};
use crate::panels::FIXED;
use crate::runner::{Runner, Shown};
use crate::second::{Second, tool, why};
use crate::theme::{self, Fonts};
use crate::{Camera, Rect, Stagebox};
use anyhow::{Error, Result, ensure};
use gl::Gl;
use glam::{FloatExt as _, Vec2, vec2};
use glium::Texture2d;
use glium::texture::RawImage2d;
use glium::uniforms::SamplerBehavior;
use gpu::Image;
use imgui::{Condition, StyleColor, TextureId, Ui};
use imgui_glium_renderer::Renderer;
use std::ffi::OsString;
use std::process::Command;
use std::time::Instant;

/// The ways to show both pictures, in the order of the key's presses, each with its explanation.
const WAYS: [(&str, &str); 3] = [
    ("beside each other", "yours at the left, ours at the right"),
    ("a wipe", "yours left of the mouse, ours right of it"),
    ("what differs", "in red what differs"),
];
const BESIDE: usize = 0;
const WIPE: usize = 1;

/// The gap between two pictures side by side, in pixels at scale 1.
const GAP: f32 = 6.0;

/// The colour of a pixel that differs.
const RED: [u8; 4] = [200, 30, 30, 255];

/// The height of the line that says what is awaited, in pixels at scale 1.
const WAITING: f32 = 84.0;

/// The redness, 0 to 1, of the smallest difference.
const LEAST_RED: f32 = 0.3;

/// Both pictures and their difference, as textures of Dear ImGui.
struct Pair {
    pictures: [TextureId; 3],
    size: Vec2,
}

/// The comparison of the student's picture with the solved lesson's.
pub struct Ours {
    second: Second<[Image; 2]>,
    /// Both pictures, or why one could not be drawn, once they have come.
    drawn: Option<Result<[Image; 2]>>,
    /// The sentence about the two pictures.
    told: String,
    begun: Instant,
    /// True if they could not be shown, which ends the comparison.
    is_over: bool,
    pair: Option<Pair>,
    way: usize,
    /// The place of the wipe's edge, as a fraction of the width.
    edge: f32,
}

impl Ours {
    /// Starts the programs that draw the two pictures of a lesson, with these arguments.
    pub fn begin(lesson: u8, args: Vec<OsString>) -> Self {
        let second = Second::begin(move |work| {
            let mut ours = tool();
            ours.args(["run", &lesson.to_string(), "--solved"]);
            let draw = |mut command: Command, name: &str| {
                let file = std::env::temp_dir().join(format!("{name}-{}.png", std::process::id()));
                command.args(["--headless", "--picture"]).arg(&file).args(&args);
                let (_, said) = work.hear(&mut command, |_| ())?;
                let picture = Image::read(&file);
                // It may not have been written.
                let _ = std::fs::remove_file(&file);
                picture.map_err(|_| Error::msg(why(&said)))
            };
            // There may be no answers yet.
            let ours = draw(ours, "ours")?;
            // Code that panics, or never ends, draws nothing.
            let nothing = || Image { size: ours.size, pixels: vec![u8::MAX; ours.pixels.len()] };
            let yours = Command::new(std::env::current_exe()?);
            let yours = draw(yours, "yours").unwrap_or_else(|_| nothing());
            Ok([yours, ours])
        });
        let told =
            "Ours is being drawn. The first time it has to be built, which may take a minute.".to_owned();
        Self {
            second,
            drawn: None,
            told,
            begun: Instant::now(),
            is_over: false,
            pair: None,
            way: BESIDE,
            edge: 0.5,
        }
    }

    /// Returns true while the pictures are being drawn.
    pub fn is_waiting(&self) -> bool {
        self.pair.is_none() && !self.is_over
    }

    /// Switches to the next way of showing. Returns false after the last.
    pub fn go_on(&mut self) -> bool {
        self.way += 1;
        self.pair.is_some() && self.way < WAYS.len()
    }

    /// Takes the pictures when they are ready. Returns true if there is something to show.
    pub fn listen(&mut self) -> bool {
        self.drawn = self.drawn.take().or_else(|| self.second.heard());
        self.drawn.is_some()
    }

    /// Waits for the pictures, since without a window no time passes meanwhile.
    pub fn wait(&mut self) {
        if self.pair.is_none() && self.drawn.is_none() {
            self.drawn = self.second.wait();
        }
    }

    /// Uploads the pictures that have come.
    pub fn prepare(&mut self, gl: &Gl, renderer: &mut Renderer) -> Result<()> {
        let Some(drawn) = self.drawn.take() else { return Ok(()) };
        match drawn.and_then(|[yours, ours]| Ok((difference(&yours, &ours)?, yours, ours))) {
            Ok(((differs, difference), yours, ours)) => {
                let size = vec2(ours.size.0 as f32, ours.size.1 as f32);
                self.told = match 100.0 * differs as f32 / (size.x * size.y) {
                    0.0 => "no pixel differs".to_owned(),
                    part => format!("{:.1} % of the pixels differ", part.max(0.1)),
                };
                let pictures = [yours, ours, difference].map(|image| upload(gl, renderer, image));
                let [yours, ours, difference] = pictures;
                self.pair = Some(Pair { pictures: [yours?, ours?, difference?], size });
            }
            Err(error) => {
                (self.told, self.is_over) = (unquoted(&format!("Ours cannot be shown: {error:#}")), true);
            }
        }
        Ok(())
    }

    /// Frees the pictures' textures.
    pub fn end(self, renderer: &mut Renderer) {
        for picture in self.pair.into_iter().flat_map(|pair| pair.pictures) {
            renderer.textures().remove(picture);
        }
    }

    /// Shows the pictures over the view.
    pub fn show(&mut self, ui: &Ui, area: Stagebox, fonts: Fonts, memory: &mut Memory) {
        let _background = ui.push_style_color(StyleColor::WindowBg, theme::PAPER);
        let window = ui.window("yours and ours").position(area.free.low.to_array(), Condition::Always);
        // While it waits, the view is still seen below.
        let height = if self.pair.is_none() { WAITING * area.scale } else { area.free.size().y };
        window.size([area.free.size().x, height], Condition::Always).flags(FIXED).build(|| {
            memory.regions.cover(ui);
            for (way, (name, _)) in WAYS.into_iter().enumerate() {
                ui.radio_button(name, &mut self.way, way);
                memory.found(name, item(ui));
                ui.same_line();
            }
            ui.text_colored(theme::FAINT, "F2 goes on, Esc ends");
            let bold = ui.push_font(fonts.bold);
            let legend = WAYS.get(self.way).filter(|_| self.pair.is_some());
            let told = match legend {
                Some((_, legend)) => format!("{}; {legend}", self.told),
                None if self.is_waiting() => format!("{} {} s", self.told, self.begun.elapsed().as_secs()),
                None => self.told.clone(),
            };
            ui.text_wrapped(told);
            bold.pop();
            memory.found(format!("compared={}", self.told), item(ui));
            if let Some(pair) = &self.pair {
                pair.show(ui, area.scale, self.way, &mut self.edge);
            }
        });
    }
}

impl Pair {
    /// Shows one way in the rest of a window.
    fn show(&self, ui: &Ui, scale: f32, way: usize, edge: &mut f32) {
        let low = Vec2::from(ui.cursor_screen_pos());
        let room = Rect { low, high: low + Vec2::from(ui.content_region_avail()) };
        let half = 0.5 * (room.size().x + GAP * scale);
        let [left, right] = [room.without(0.0, 0.0, half, 0.0), room.without(half, 0.0, 0.0, 0.0)];
        let [yours, ours, difference] = self.pictures;
        match way {
            BESIDE => {
                self.draw(ui, yours, fit(self.size, left), [0.0, 1.0]);
                self.draw(ui, ours, fit(self.size, right), [0.0, 1.0]);
            }
            WIPE => {
                let place = fit(self.size, room);
                let mouse = Vec2::from(ui.io().mouse_pos);
                if place.contains(mouse) {
                    *edge = (mouse.x - place.low.x) / place.size().x;
                }
                self.draw(ui, yours, place, [0.0, *edge]);
                self.draw(ui, ours, place, [*edge, 1.0]);
                let at = place.low.x + *edge * place.size().x;
                let line = ui.get_window_draw_list();
                line.add_line([at, place.low.y], [at, place.high.y], theme::ACCENT).thickness(scale).build();
            }
            _ => self.draw(ui, difference, fit(self.size, room), [0.0, 1.0]),
        }
    }

    /// Draws the columns of a picture between two fractions of its width.
    fn draw(&self, ui: &Ui, picture: TextureId, place: Rect, [from, to]: [f32; 2]) {
        let across = |part: f32| place.low.x + part * place.size().x;
        let (low, high) = ([across(from), place.low.y], [across(to), place.high.y]);
        let list = ui.get_window_draw_list();
        list.add_image(picture, low, high).uv_min([from, 0.0]).uv_max([to, 1.0]).build();
    }
}

/// Returns the rectangle of Dear ImGui's last item.
fn item(ui: &Ui) -> Rect {
    Rect { low: ui.item_rect_min().into(), high: ui.item_rect_max().into() }
}

/// Fits a picture of this size into a rectangle, without enlarging it.
fn fit(size: Vec2, room: Rect) -> Rect {
    let scale = (room.size() / size).min_element().clamp(0.0, 1.0);
    let low = (room.centre() - 0.5 * scale * size).round();
    Rect { low, high: low + (scale * size).round() }
}

/// Counts the pixels that differ, and returns a pale picture in which those are red, the more the farther apart they are.
fn difference(yours: &Image, ours: &Image) -> Result<(usize, Image)> {
    ensure!(yours.size == ours.size, "the two have other sizes");
    let mut differs = 0;
    let pairs = yours.pixels.chunks_exact(4).zip(ours.pixels.chunks_exact(4));
    let pixels = pairs.flat_map(|(a, b)| {
        let pale = [a[0], a[1], a[2], u8::MAX].map(|channel| u8::MAX - (u8::MAX - channel) / 3);
        let Some(most) = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().filter(|most| *most > 0) else {
            return pale;
        };
        differs += 1;
        let part = LEAST_RED + (1.0 - LEAST_RED) * f32::from(most) / 255.0;
        let mix = |i: usize| f32::from(pale[i]).lerp(f32::from(RED[i]), part).round() as u8;
        [mix(0), mix(1), mix(2), u8::MAX]
    });
    let pixels = pixels.collect();
    Ok((differs, Image { size: ours.size, pixels }))
}

/// Uploads a picture as a texture of Dear ImGui.
fn upload(gl: &Gl, renderer: &mut Renderer, Image { size, pixels }: Image) -> Result<TextureId> {
    let texture = Texture2d::new(gl, RawImage2d::from_raw_rgba(pixels, size))?;
    let sampler = SamplerBehavior::default();
    Ok(renderer.textures().insert(imgui_glium_renderer::Texture { texture: texture.into(), sampler }))
}

impl Runner {
    /// Returns true if the lesson's picture can be compared with ours, since settings, time, camera and model make it.
    pub(crate) fn can_compare(&mut self) -> bool {
        self.aids.heading.number > 0 && self.pace().is_clocks() && !self.is_editor()
    }

    /// Begins the comparison, switches to its next way, or ends it.
    pub(crate) fn compare(&mut self) -> Result<()> {
        match &mut self.aids.ours {
            None => {
                let area = self.area();
                let [width, height] = area.free.size().to_array().map(|side| side as u32);
                let mut words =
                    vec![format!("--size={width}x{height}").into(), format!("--scale={}", area.scale).into()];
                words.extend(self.moment()?);
                self.aids.ours = Some(Ours::begin(self.aids.heading.number, words));
            }
            Some(ours) => {
                if !ours.go_on() {
                    self.end_comparison();
                }
            }
        }
        Ok(())
    }

    /// Ends the comparison, so that the scene is shown again.
    pub(crate) fn end_comparison(&mut self) {
        self.aids.ours.take().into_iter().for_each(|ours| ours.end(&mut self.gui.renderer));
    }

    /// Returns the arguments that draw this moment again, at any size.
    pub(crate) fn moment(&mut self) -> Result<Vec<OsString>> {
        let shown = self.gui.show(Shown { panel: true, ..Shown::default() });
        let inspects = std::mem::take(&mut self.aids.inspector.open);
        self.memory.settings.noted = Some(Vec::new());
        let painted = self.paint(0.0);
        (self.gui.shown, self.aids.inspector.open) = (shown, inspects);
        let settings = self.memory.settings.noted.take().unwrap_or_default();
        painted?;
        // Code that was stopped shows no controls: it began with these.
        let settings = if self.trouble().is_some() { self.args.settings.clone() } else { settings };
        let Camera { target, height: metres, yaw, pitch, .. } = self.camera;
        let mut line = vec![
            format!("--at={}", self.time.clock.time),
            format!("--camera={},{},{},{metres},{yaw},{pitch}", target.x, target.y, target.z),
        ];
        line.extend(settings.into_iter().map(|(name, value)| format!("--set={name}={value}")));
        let mut line: Vec<_> = line.into_iter().map(OsString::from).collect();
        if let Some(model) = &self.args.model {
            line.extend(["--".into(), std::path::absolute(model)?.into_os_string()]);
        }
        Ok(line)
    }
}
