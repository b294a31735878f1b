//! The cards, and a panel about the chosen one.

use crate::cards::Cards;
use crate::start::{self, Job};
use anyhow::{Result, ensure};
use course::{About, LessonInfo};
use gl::colour::{ACCENT, Colour, ERROR, INK, PAPER, mix, with_alpha};
use gl::{Gl, HotReload, Texture};
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use glium::backend::Facade;
use glium::index::{NoIndices, PrimitiveType};
use glium::{DrawParameters, Program, Surface, Vertex, VertexBuffer, implement_vertex, uniform};
use stage::{
    Action, Args, Camera, Cap, Clock, Corner, Edits, Frame, Key, KeyPress, Lesson, Overlay, Pace, Panel,
    Panels, Phase, Pointer, Step,
};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use workbook::state::{State, States};
use workbook::workbook::Workbook;
use workbook::{list, memory, milestones, read};

const START: Action = Action::new("Start lesson", &[Key::ENTER, Key::SPACE]);

/// The pixels that a notch of the wheel scrolls.
const NOTCH: f32 = 90.0;

/// What a thread wants to be done with its news.
type News = Box<dyn FnOnce(&mut Gallery) + Send>;

/// News that no frame has heard yet.
#[derive(Clone, Default)]
struct Mail(Arc<Mutex<Vec<News>>>);

impl Mail {
    fn open(&self) -> MutexGuard<'_, Vec<News>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, news: impl FnOnce(&mut Gallery) + Send + 'static) {
        self.open().push(Box::new(news));
    }
}

/// The student's progress.
#[derive(Default)]
struct Looked {
    states: States,
    /// The next thing to do, or why it isn't known.
    next: String,
    /// A sentence about the student's own engine, once one was judged.
    engine: Option<String>,
}

/// All lessons, the chosen one, and what threads have told of them.
pub struct Gallery {
    gl: Gl,
    program: Rc<HotReload<Program>>,
    lessons: Vec<LessonInfo>,
    /// The first lessons' pictures, of as many as have been read.
    pictures: Vec<Option<Texture>>,
    jobs: Vec<Option<Job>>,
    looked: Option<Looked>,
    chosen: usize,
    hovered: Option<usize>,
    /// The pixels that the cards are scrolled by.
    scrolled: f32,
    /// The part of the picture for the cards: corner in pixels, size, and scale.
    free: Cell<(Vec2, Vec2, f32)>,
    tells: Option<String>,
    mail: Mail,
    /// True if a user is at the window, and no script.
    is_free: bool,
}

impl Lesson for Gallery {
    fn pace(&self) -> Pace {
        let is_done = self.pictures.len() == self.lessons.len() && self.mail.open().is_empty();
        if is_done { Pace::Still } else { Pace::Free }
    }

    fn actions() -> &'static [Action] {
        &[START]
    }

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let lessons = LessonInfo::all(course::root())?;
        ensure!(!lessons.is_empty(), "there are no lessons in {}", course::root().display());
        let mut gallery = Self {
            gl: gl.clone(),
            program: gl.program("sprite.vert", "sprite.frag", &[Point::build_bindings()])?,
            pictures: Vec::new(),
            jobs: lessons.iter().map(|_| None).collect(),
            lessons,
            looked: None,
            chosen: 0,
            hovered: None,
            scrolled: 0.0,
            free: Cell::new((Vec2::ZERO, vec2(940.0, 800.0), 1.0)),
            tells: None,
            mail: Mail::default(),
            // A script's pictures are the same every time.
            is_free: !args.headless && args.script.is_none(),
        };
        if gallery.is_free {
            tell_looks(gallery.mail.clone());
        } else {
            gallery.looked = Some(look());
            while gallery.read_next_picture() {}
        }
        Ok(gallery)
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 2.0)
    }

    fn update(&mut self, step: Step) {
        // One a frame, so that the window doesn't wait for them.
        self.read_next_picture();
        let news = std::mem::take(&mut *self.mail.open());
        news.into_iter().for_each(|news| news(self));
        self.scrolled = self.layout().within(self.scrolled);
        self.hovered = step.input.mouse.and_then(|mouse| self.under(mouse.pixel));
        if step.input.pressed(START) {
            self.start();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let lesson = &self.lessons[self.chosen];
        let about = &lesson.about.data;
        if let Some(looked) = &self.looked {
            panel.told(&looked.next);
            looked.engine.iter().for_each(|engine| panel.note(engine));
            panel.separator();
        }
        panel.heading(&lesson.heading());
        panel.note(&format!("Part {} · {} minutes{}", about.part, about.minutes, builds_on(about)));
        panel.text_wrapped(&about.summary);
        let starts = panel.command("Start");
        panel.heading("Afterwards you can");
        about.goals.iter().for_each(|goal| panel.text_wrapped(format!("– {goal}")));
        panel.heading("You write");
        for exercise in lesson.exercises() {
            let (colour, state) = stage::dot(self.state(exercise.id()));
            panel.text_colored(colour, state);
            panel.same_line();
            panel.text_wrapped(format!("{} {}", exercise.id(), exercise.title));
        }
        if starts {
            self.start();
        }
    }

    fn pointer(&mut self, pointer: &Pointer, _: &mut Clock) -> bool {
        if let (Phase::Press, Some(card)) = (pointer.phase, self.under(pointer.pixel)) {
            self.choose(card);
            if pointer.double {
                self.start();
            }
        }
        true
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let overlay = frame.overlay(Corner::UpperLeft);
        let (corner, room) = (overlay.pixel(Vec2::ZERO), overlay.size());
        self.free.set((corner, room, frame.view.scale));
        let cards = self.layout();
        let down = vec2(0.0, self.scrolled.round());
        for (index, lesson) in self.lessons.iter().enumerate() {
            let place = cards.corner(index) - down;
            if place.y > room.y || place.y + cards.card.y < 0.0 {
                continue;
            }
            if let Some(Some(picture)) = self.pictures.get(index) {
                let ends = [place, place + cards.picture].map(|end| corner + end * frame.view.scale);
                self.draw_picture(frame, picture, ends)?;
            }
            self.draw_words(&mut frame.overlay(Corner::UpperLeft), index, place, &cards);
            let middle = corner + (place + 0.5 * cards.card) * frame.view.scale;
            if let Some(point) = frame.view.ray(middle).on_plane_z() {
                frame.handle(format!("{:02}", lesson.number), point);
            }
        }
        let mut overlay = frame.overlay(Corner::UpperLeft);
        let [all, seen] = cards.heights();
        if all > seen {
            let [low, high] = [self.scrolled, self.scrolled + seen].map(|end| end / all * seen);
            overlay.rectangle(vec2(room.x - 8.0, low), vec2(room.x - 2.0, high), with_alpha(INK, 0.25));
        }
        // Otherwise the cards would shine through a panel below them.
        overlay.rectangle(vec2(0.0, room.y), room + vec2(0.0, cards.card.y), PAPER);
        Ok(())
    }

    fn edits(&mut self) -> Option<&mut dyn Edits> {
        Some(self)
    }
}

impl Edits for Gallery {
    fn panels(&mut self, panels: &mut Panels<'_>) {
        if let Some(told) = self.tells.take() {
            panels.tell(told);
        }
        if let Some(Job::Failed(errors)) = &self.jobs[self.chosen] {
            let heading = self.lessons[self.chosen].heading();
            panels.bottom(300.0, |panel| {
                panel.heading(&format!("{heading} could not be built"));
                panel.note("Mend the code, save it, and press Enter again. Esc closes this.");
                panel.code(errors);
            });
        }
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        if press.key.cap == Cap::F(1) {
            if !press.repeat && self.is_free {
                self.read();
            }
            return true;
        }
        if let Some(next) = self.layout().next(self.chosen, press.key.cap) {
            self.choose(next);
            return true;
        }
        let job = &mut self.jobs[self.chosen];
        press.key.cap == Cap::Escape && job.take_if(|job| matches!(job, Job::Failed(_))).is_some()
    }

    fn wheel(&mut self, notches: f32) -> bool {
        self.scrolled = self.layout().within(self.scrolled - NOTCH * notches);
        true
    }
}

/// A corner of a picture, for the shader.
#[derive(Clone, Copy)]
struct Point {
    a_position: [f32; 3],
    a_texture_coordinates: [f32; 2],
}
implement_vertex!(Point, a_position, a_texture_coordinates);

impl Gallery {
    fn layout(&self) -> Cards {
        Cards::new(self.lessons.len(), self.free.get().1)
    }

    /// Returns the card at a pixel.
    fn under(&self, pixel: Vec2) -> Option<usize> {
        let (corner, _, scale) = self.free.get();
        self.layout().at((pixel - corner) / scale + vec2(0.0, self.scrolled))
    }

    fn state(&self, id: course::Id) -> Option<State> {
        self.looked.as_ref().map(|looked| looked.states.get(id))
    }

    /// Reads the picture of the first lesson that has none yet, its first one without a panel. Returns false after the last.
    fn read_next_picture(&mut self) -> bool {
        let Some(lesson) = self.lessons.get(self.pictures.len()) else { return false };
        let first = lesson.about.data.pictures.iter().find(|picture| {
            picture.file.get_ref().ends_with(".png") && !picture.args.iter().any(|arg| arg == "--panel")
        });
        let path = first.map(|picture| course::root().join(lesson.file(picture.file.get_ref())));
        // A lesson whose picture can't be read has none on its card.
        self.pictures.push(path.and_then(|path| Texture::read(self.gl.get_context(), &path).ok()));
        true
    }

    /// Selects a card, and scrolls it into sight.
    fn choose(&mut self, card: usize) {
        self.chosen = card;
        self.scrolled = self.layout().in_sight(card, self.scrolled);
    }

    /// Starts the chosen lesson, or shows why not.
    fn start(&mut self) {
        let chosen = self.chosen;
        let is_built = |job: &Option<Job>| matches!(job, Some(Job::Builds(_)));
        self.tells = match &self.jobs[chosen] {
            Some(Job::Builds(_)) => Some("It is being built already.".to_owned()),
            Some(Job::Runs) => Some("It is running already, in a window of its own.".to_owned()),
            _ => self.jobs.iter().position(is_built).map(|other| {
                let heading = self.lessons[other].heading();
                format!("{heading} is still being built. One at a time.")
            }),
        };
        if self.tells.is_none() {
            self.jobs[chosen] = Some(Job::Builds(String::new()));
            let mail = self.mail.clone();
            start::start(&self.lessons[chosen], move |job| {
                mail.send(move |gallery| gallery.jobs[chosen] = Some(job))
            });
        }
    }

    /// Opens the text of the chosen lesson in the browser.
    fn read(&self) {
        let (name, mail) = (self.lessons[self.chosen].number.to_string(), self.mail.clone());
        thread::spawn(move || {
            let read = || read::read(&Workbook::open(course::root())?, &name);
            let told = read().unwrap_or_else(|error| format!("{error:#}"));
            mail.send(|gallery| gallery.tells = Some(told));
        });
    }

    /// Draws all of a picture between two corners. The pixels of its edge fill what is left beside it, or above and below.
    fn draw_picture(&self, frame: &mut Frame<'_>, picture: &Texture, ends: [Vec2; 2]) -> Result<()> {
        let texture = picture.sampler();
        let covered = (ends[1] - ends[0]) / vec2(texture.0.width() as f32, texture.0.height() as f32);
        let beyond = 0.5 * (covered / covered.min_element() - 1.0);
        let corner = |x: usize, y: usize| Point {
            a_position: [ends[x].x, ends[1 - y].y, 0.0],
            a_texture_coordinates: [[-beyond.x, 1.0 + beyond.x][x], [-beyond.y, 1.0 + beyond.y][y]],
        };
        let points =
            VertexBuffer::immutable(frame.gl(), &[corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)])?;
        let [width, height] = frame.view.size.map(|side| side as f32);
        let clip_from_pixel = Mat4::from_translation(vec3(-1.0, 1.0, 0.0))
            * Mat4::from_scale(vec3(2.0 / width, -2.0 / height, 1.0));
        let uniforms = uniform! { u_clip_from_model: clip_from_pixel.to_cols_array_2d(), u_texture: texture };
        let strip = NoIndices(PrimitiveType::TriangleStrip);
        frame.target.draw(&points, strip, &self.program.get(), &uniforms, &DrawParameters::default())?;
        Ok(())
    }

    fn draw_words(&self, overlay: &mut Overlay<'_>, index: usize, place: Vec2, cards: &Cards) {
        let (lesson, end) = (&self.lessons[index], place + cards.card);
        let (about, width) = (&lesson.about.data, cards.card.x - 20.0);
        let below = place + vec2(0.0, cards.picture.y);
        let is_chosen = index == self.chosen;
        overlay.rectangle(below, end, if is_chosen { mix(PAPER, ACCENT, 0.12) } else { PAPER });
        overlay.rectangle(place, place + vec2(30.0, 22.0), with_alpha(INK, 0.8));
        let number = format!("{:02}", lesson.number);
        overlay.small(place + vec2(15.0, 11.0), Vec2::splat(0.5), 30.0, number, PAPER);
        overlay.paragraph(below + vec2(10.0, 8.0), width, 2, &about.title, INK);
        let mut dot = vec2(below.x + 10.0, end.y - 17.0);
        for exercise in lesson.exercises() {
            let (colour, _) = stage::dot(self.state(exercise.id()));
            overlay.rectangle(dot, dot + Vec2::splat(9.0), colour);
            dot.x += 13.0;
        }
        if let Some(looked) = &self.looked {
            let all = lesson.exercises();
            let done = all.iter().filter(|exercise| looked.states.get(exercise.id()).is_right()).count();
            let count = format!("{done} of {} right", all.len());
            overlay.small(dot + vec2(4.0, 4.0), vec2(0.0, 0.5), width, count, INK);
        }
        if let Some((text, colour)) = self.jobs[index].as_ref().and_then(told) {
            let strip = below - vec2(0.0, 30.0);
            overlay.rectangle(strip, below + vec2(cards.card.x, 0.0), with_alpha(colour, 0.9));
            overlay.small(strip + vec2(10.0, 12.0), vec2(0.0, 0.5), width, text, PAPER);
        }
        let (colour, wide) = match index {
            _ if is_chosen => (ACCENT, 4.0),
            _ if self.hovered == Some(index) => (mix(INK, PAPER, 0.3), 2.0),
            _ => (with_alpha(INK, 0.3), 1.0),
        };
        let corners = [place, vec2(end.x, place.y), end, vec2(place.x, end.y), place - vec2(0.0, 0.5 * wide)];
        overlay.line(corners, wide, colour);
    }
}

/// Returns what a card shows of a lesson that was started, and the colour behind it.
fn told(job: &Job) -> Option<(String, Colour)> {
    Some(match job {
        Job::Builds(last) if last.is_empty() => ("building".to_owned(), INK),
        Job::Builds(last) => (format!("building: {last} is done"), INK),
        Job::Runs => ("it runs".to_owned(), ACCENT),
        Job::Failed(_) => ("could not be built".to_owned(), ERROR),
        Job::Ended(false) => ("ended with an error; see the terminal".to_owned(), ERROR),
        Job::Ended(true) => return None,
    })
}

fn builds_on(about: &About) -> String {
    let numbers: Vec<_> = about.builds_on.iter().map(|number| format!("{:02}", number.get_ref())).collect();
    if numbers.is_empty() { String::new() } else { format!(" · builds on {}", numbers.join(", ")) }
}

/// Reads the student's progress in a thread, at first and whenever a check has saved it.
fn tell_looks(mail: Mail) {
    let progress = memory::file(&memory::folder(course::root()));
    let files: Vec<_> = milestones::files(course::root()).into_iter().chain([progress]).collect();
    let written = move || files.iter().filter_map(|file| file.metadata().ok()?.modified().ok()).max();
    thread::spawn(move || {
        loop {
            let before = written();
            let looked = look();
            mail.send(|gallery| gallery.looked = Some(looked));
            while written() == before {
                thread::sleep(Duration::from_secs(1));
            }
        }
    });
}

/// Reads the student's progress.
fn look() -> Looked {
    let looked = || {
        let workbook = Workbook::open(course::root())?;
        let states = States::of(&workbook)?;
        let engine = milestones::told(&workbook.root);
        Ok(Looked { next: list::next(&workbook, &states), states, engine })
    };
    let unknown = |error: anyhow::Error| Looked { next: format!("{error:#}"), ..Looked::default() };
    looked().unwrap_or_else(unknown)
}
