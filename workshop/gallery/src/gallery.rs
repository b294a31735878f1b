//! The cards, and a panel about the chosen one.

use crate::cards::{Cards, ROWS};
use crate::reel::Reel;
use crate::start::{self, Job};
use anyhow::{Result, ensure};
use course::{About, LessonInfo};
use gl::colour::{ACCENT, Colour, ERROR, FAINT, INK, PAPER, mix, with_alpha};
use gl::{Gl, HotReload};
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::texture::{MipmapsOption, RawImage2d};
use glium::{DrawParameters, Program, Surface, Texture2d, Vertex, VertexBuffer, implement_vertex, uniform};
use stage::{
    Action, Args, Camera, Cap, Clock, Corner, Frame, Key, KeyPress, Lesson, Overlay, Pace, Panel, Panels,
    Phase, Pointer, Step,
};
use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;
use workbook::branches::Branches;
use workbook::run::not_done;
use workbook::state::{State, States};
use workbook::workbook::Workbook;
use workbook::{list, memory, milestones, read};

const START: Action = Action::new("Start lesson", &[Key::ENTER, Key::SPACE]);

/// The pixels that a notch of the wheel scrolls.
const NOTCH: f32 = 90.0;

/// News from threads.
enum News {
    /// A lesson's film, or its beginning.
    Reel(usize, Reel),
    Looked(Box<Looked>),
    /// The state of a lesson that was started.
    Job(usize, Job),
    /// The path of the page that was opened in the browser.
    Read(String),
}

/// The student's progress.
#[derive(Default)]
struct Looked {
    states: States,
    /// The next thing to do, or why it isn't known.
    next: String,
    /// A sentence for each lesson about earlier ones that are not done.
    not_done: Vec<Option<String>>,
    /// A sentence about the student's own engine, once one was judged.
    engine: Option<String>,
}

/// A lesson's moving picture, and its state.
#[derive(Default)]
struct Card {
    reel: Reel,
    textures: Vec<Texture2d>,
    job: Option<Job>,
}

/// All lessons, the chosen one, and what threads have told of them.
pub struct Gallery {
    gl: Gl,
    program: Rc<HotReload<Program>>,
    lessons: Arc<[LessonInfo]>,
    cards: Vec<Card>,
    looked: Option<Box<Looked>>,
    chosen: usize,
    hovered: Option<usize>,
    /// The pixels that the cards are scrolled by.
    scrolled: f32,
    time: f32,
    /// The part of the picture for the cards: corner in pixels, size, and scale.
    free: Cell<(Vec2, Vec2, f32)>,
    /// The size of that part when the chosen card was last scrolled into sight.
    room: Vec2,
    tells: Option<String>,
    news: Receiver<News>,
    teller: Sender<News>,
    /// True if a lesson that was started has unread messages.
    has_news: Arc<AtomicBool>,
    /// True if a user is at the window, and no script.
    is_free: bool,
}

impl Lesson for Gallery {
    const PACE: Pace = Pace::Free;
    const ACTIONS: &'static [Action] = &[START];
    const TAKES_RIGHT_BUTTON: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let lessons: Arc<[LessonInfo]> = LessonInfo::all(course::root())?.into();
        ensure!(!lessons.is_empty(), "there are no lessons in {}", course::root().display());
        // A picture or a film is the same every time.
        let is_free = !args.headless && args.script.is_none();
        let (teller, news) = mpsc::channel();
        let mut gallery = Self {
            gl: gl.clone(),
            program: gl.program("sprite.vert", "sprite.frag", &[Point::build_bindings()])?,
            cards: lessons.iter().map(|_| Card::default()).collect(),
            lessons,
            looked: None,
            chosen: 0,
            hovered: None,
            scrolled: 0.0,
            time: 0.0,
            free: Cell::new((Vec2::ZERO, vec2(940.0, 800.0), 1.0)),
            room: Vec2::ZERO,
            tells: None,
            news,
            teller,
            has_news: Arc::default(),
            is_free,
        };
        if is_free {
            tell_reels(gallery.lessons.clone(), gallery.teller.clone());
            let files = milestones::files(course::root()).into_iter();
            let progress = memory::folder(course::root()).join("progress.json");
            tell_looks(files.chain([progress]).collect(), gallery.teller.clone());
            return Ok(gallery);
        }
        for card in 0..gallery.lessons.len() {
            let reel = Reel::of(&gallery.lessons[card], false).unwrap_or_default();
            gallery.hear(News::Reel(card, reel));
        }
        gallery.hear(News::Looked(look()));
        Ok(gallery)
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 2.0)
    }

    fn update(&mut self, step: Step) {
        self.time = step.time;
        self.has_news.store(false, Ordering::Relaxed);
        while let Ok(news) = self.news.try_recv() {
            self.hear(news);
        }
        let cards = self.layout();
        self.hovered = step.input.mouse.and_then(|mouse| self.under(mouse.pixel));
        let (_, room, _) = self.free.get();
        if room != self.room {
            self.scrolled = cards.in_sight(self.chosen, self.scrolled);
            self.room = room;
        }
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
        if panel.command("Start") {
            self.start();
        }
        let lesson = &self.lessons[self.chosen];
        panel.heading("Afterwards you can");
        for goal in &lesson.about.data.goals {
            panel.text_wrapped(format!("– {goal}"));
        }
        panel.heading("You write");
        for exercise in lesson.exercises() {
            let (colour, state) = stage::dot(self.state(exercise.id()));
            panel.text_colored(colour, state);
            panel.same_line();
            panel.text_wrapped(format!("{} {}", exercise.id(), exercise.title));
        }
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        if let Some(told) = self.tells.take() {
            panels.tell(told);
        }
        if let Some(Job::Failed(errors)) = &self.cards[self.chosen].job {
            let heading = self.lessons[self.chosen].heading();
            panels.bottom(300.0, |panel| {
                panel.heading(&format!("{heading} could not be built"));
                panel.note("Mend the code, save it, and press Enter again. Esc closes this.");
                panel.code(errors);
            });
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

    fn key(&mut self, press: &KeyPress) -> bool {
        if press.key.cap == Cap::F(1) {
            if !press.repeat && self.is_free {
                self.read();
            }
            return true;
        }
        let cards = self.layout();
        if let Some(next) = cards.next(self.chosen, press.key.cap) {
            self.choose(next);
            return true;
        }
        let job = &mut self.cards[self.chosen].job;
        press.key.cap == Cap::Escape && job.take_if(|job| matches!(job, Job::Failed(_))).is_some()
    }

    fn wheel(&mut self, notches: f32) -> bool {
        self.scrolled = self.layout().within(self.scrolled - NOTCH * notches);
        true
    }

    fn rests(&self) -> bool {
        // While a lesson is built or runs, it has the whole machine.
        let works = |card: &Card| matches!(card.job, Some(Job::Builds(_) | Job::Runs));
        self.cards.iter().any(works) && !self.has_news.load(Ordering::Relaxed)
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let overlay = frame.overlay(Corner::UpperLeft);
        let (corner, room) = (overlay.pixel(Vec2::ZERO), overlay.size());
        self.free.set((corner, room, frame.view.scale));
        let cards = self.layout();
        let down = vec2(0.0, self.scrolled.round());
        for (index, card) in self.cards.iter().enumerate() {
            let place = cards.corner(index) - down;
            if place.y > room.y || place.y + cards.card.y < 0.0 {
                continue;
            }
            let ends =
                [place, place + vec2(cards.card.x, cards.picture)].map(|end| corner + end * frame.view.scale);
            self.draw_picture(frame, card, ends)?;
            let overlay = &mut frame.overlay(Corner::UpperLeft);
            self.draw_words(overlay, index, place, &cards);
            let middle = corner + (place + 0.5 * cards.card) * frame.view.scale;
            if let Some(point) = frame.view.ray(middle).on_plane_z() {
                frame.handle(format!("{:02}", self.lessons[index].number), point);
            }
        }
        let mut overlay = frame.overlay(Corner::UpperLeft);
        let [all, seen] = cards.heights();
        if all > seen {
            let ends = [self.scrolled, self.scrolled + seen].map(|end| end / all * seen);
            let (low, high) = (vec2(room.x - 8.0, ends[0]), vec2(room.x - 2.0, ends[1]));
            overlay.rectangle(low, high, with_alpha(INK, 0.25));
        }
        // Otherwise the cards would shine through a panel below them.
        overlay.rectangle(vec2(0.0, room.y), room + vec2(0.0, cards.card.y), PAPER);
        Ok(())
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
        let (_, room, _) = self.free.get();
        Cards::new(self.cards.len(), room)
    }

    /// Returns the card at a pixel.
    fn under(&self, pixel: Vec2) -> Option<usize> {
        let (corner, _, scale) = self.free.get();
        self.layout().at((pixel - corner) / scale + vec2(0.0, self.scrolled))
    }

    fn state(&self, id: course::Id) -> Option<State> {
        self.looked.as_ref().map(|looked| looked.states.get(id))
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Reel(card, mut reel) => {
                let size = crate::reel::SIZE.map(|side| side as u32).into();
                let pictures = std::mem::take(&mut reel.pictures).into_iter();
                let texture = |pixels| {
                    let image = RawImage2d::from_raw_rgb(pixels, size);
                    Texture2d::with_mipmaps(&self.gl, image, MipmapsOption::NoMipmap)
                };
                // A card may have no picture.
                let textures = pictures.map(texture).collect::<Result<_, _>>().unwrap_or_default();
                (self.cards[card].reel, self.cards[card].textures) = (reel, textures);
            }
            News::Read(told) => self.tells = Some(told),
            News::Looked(looked) => self.looked = Some(looked),
            News::Job(card, job) => self.cards[card].job = Some(job),
        }
    }

    /// Selects a card, and scrolls it into sight.
    fn choose(&mut self, card: usize) {
        self.chosen = card;
        self.scrolled = self.layout().in_sight(card, self.scrolled);
    }

    /// Starts the chosen lesson, or shows why not.
    fn start(&mut self) {
        let (card, lesson) = (self.chosen, &self.lessons[self.chosen]);
        let is_built = |card: &Card| matches!(card.job, Some(Job::Builds(_)));
        self.tells = match &self.cards[card].job {
            Some(Job::Builds(_)) => Some("It is being built already.".to_owned()),
            Some(Job::Runs) => Some("It is running already, in a window of its own.".to_owned()),
            _ => self.cards.iter().position(is_built).map(|other| {
                let heading = self.lessons[other].heading();
                format!("{heading} is still being built. One at a time.")
            }),
        };
        if self.tells.is_some() {
            return;
        }
        let (teller, has_news) = (self.teller.clone(), self.has_news.clone());
        let not_done = self.looked.as_ref().and_then(|looked| looked.not_done.get(card)?.as_deref());
        self.cards[card].job = Some(Job::Builds(String::new()));
        start::start(lesson, not_done, move |job| {
            let _ = teller.send(News::Job(card, job));
            has_news.store(true, Ordering::Relaxed);
        });
    }

    /// Opens the text of the chosen lesson in the browser.
    fn read(&self) {
        let (name, teller) = (self.lessons[self.chosen].number.to_string(), self.teller.clone());
        thread::spawn(move || {
            let read = || read::read(&Workbook::open(course::root())?, &name);
            let _ = teller.send(News::Read(read().unwrap_or_else(|error| format!("{error:#}"))));
        });
    }

    fn draw_picture(&self, frame: &mut Frame<'_>, card: &Card, ends: [Vec2; 2]) -> Result<()> {
        let Some(texture) = card.textures.get(card.reel.at(card.textures.len(), self.time)) else {
            return Ok(());
        };
        let point = |x: usize, y: usize| Point {
            a_position: [ends[x].x, ends[y].y, 0.0],
            a_texture_coordinates: [x as f32, y as f32],
        };
        let points =
            VertexBuffer::immutable(frame.gl(), &[point(0, 0), point(1, 0), point(0, 1), point(1, 1)])?;
        let [width, height] = frame.view.size.map(|side| side as f32);
        let clip_from_pixel = Mat4::from_translation(vec3(-1.0, 1.0, 0.0))
            * Mat4::from_scale(vec3(2.0 / width, -2.0 / height, 1.0));
        let uniforms =
            uniform! { u_clip_from_model: clip_from_pixel.to_cols_array_2d(), u_texture: texture.sampled() };
        let strip = NoIndices(PrimitiveType::TriangleStrip);
        frame.target.draw(&points, strip, &self.program.get(), &uniforms, &DrawParameters::default())?;
        Ok(())
    }

    fn draw_words(&self, overlay: &mut Overlay<'_>, index: usize, place: Vec2, cards: &Cards) {
        let (lesson, end) = (&self.lessons[index], place + cards.card);
        let (about, width) = (&lesson.about.data, cards.card.x - 20.0);
        let below = place + vec2(0.0, cards.picture);
        let is_chosen = index == self.chosen;
        overlay.rectangle(below, end, if is_chosen { mix(PAPER, ACCENT, 0.12) } else { PAPER });
        overlay.rectangle(place, place + vec2(30.0, 22.0), with_alpha(INK, 0.8));
        overlay.small(
            place + vec2(15.0, 11.0),
            Vec2::splat(0.5),
            30.0,
            format!("{:02}", lesson.number),
            PAPER,
        );
        overlay.paragraph(below + vec2(10.0, 8.0), width, 1, true, &about.title, INK);
        let mut dot = below + vec2(10.0, 31.0);
        for exercise in lesson.exercises() {
            let (colour, _) = stage::dot(self.state(exercise.id()));
            overlay.rectangle(dot, dot + Vec2::splat(9.0), colour);
            dot.x += 13.0;
        }
        let right = |id| self.state(id).is_some_and(State::is_right);
        let done = lesson.exercises().iter().filter(|exercise| right(exercise.id())).count();
        let count = match self.looked {
            Some(_) => format!("{done} of {} right", lesson.exercises().len()),
            None => String::new(),
        };
        overlay.small(dot + vec2(4.0, 4.0), vec2(0.0, 0.5), width, count, INK);
        let minutes = format!("{} min", about.minutes);
        overlay.small(vec2(end.x - 10.0, dot.y + 4.0), vec2(1.0, 0.5), width, minutes, FAINT);
        overlay.paragraph(below + vec2(10.0, 48.0), width, ROWS, false, &about.summary, mix(INK, FAINT, 0.6));
        if let Some((text, colour)) = self.cards[index].job.as_ref().and_then(told) {
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

/// Reads the films in a thread, first the beginning of each, then all of each.
fn tell_reels(lessons: Arc<[LessonInfo]>, teller: Sender<News>) {
    thread::spawn(move || {
        for first in [true, false] {
            for (card, lesson) in lessons.iter().enumerate() {
                // A lesson whose picture can't be read has none on its card.
                let reel = Reel::of(lesson, first).unwrap_or_default();
                if teller.send(News::Reel(card, reel)).is_err() {
                    return;
                }
            }
        }
    });
}

/// Reads the student's progress in a thread, at first and whenever a check has saved it.
fn tell_looks(files: Vec<PathBuf>, teller: Sender<News>) {
    let time = |file: &PathBuf| std::fs::metadata(file).and_then(|data| data.modified()).ok();
    let written = move || files.iter().filter_map(time).max();
    thread::spawn(move || {
        loop {
            let before = written();
            if teller.send(News::Looked(look())).is_err() {
                return;
            }
            while written() == before {
                thread::sleep(Duration::from_secs(1));
            }
        }
    });
}

/// Reads the student's progress.
fn look() -> Box<Looked> {
    let looked = || {
        let workbook = Workbook::open(course::root())?;
        let states = States::of(&workbook)?;
        let branches = Branches::of(&workbook.root);
        let not_done = |lesson| not_done(&workbook, lesson, &states, &branches);
        let not_done = workbook.lessons.iter().map(not_done).collect();
        let engine = milestones::told(&workbook.root);
        Ok(Looked { next: list::next(&workbook, &states), states, not_done, engine })
    };
    let unknown = |error: anyhow::Error| Looked { next: format!("{error:#}"), ..Looked::default() };
    Box::new(looked().unwrap_or_else(unknown))
}
