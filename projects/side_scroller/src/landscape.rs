//! A level as it is seen, with the hills behind it.

use crate::floors::Floors;
use crate::hills::Hills;
use crate::scenery::Scenery;
use anyhow::Result;
use gl::Gl;
use glam::{DVec2, Vec3};
use ground::Level;
use stage::Frame;
use std::cell::RefCell;
use std::rc::Rc;

/// A level's ground on the graphics card, and the hills.
pub struct Landscape {
    hills: Hills,
    level: Level,
    /// The level's edges on which one can walk.
    pub floors: Rc<Floors>,
    /// Uploaded when it is drawn first, and when the level has changed.
    scenery: RefCell<Option<Scenery>>,
}

impl Landscape {
    /// Uploads the hills behind a level.
    pub fn new(gl: &Gl, level: &Level) -> Result<Self> {
        let floors = Rc::new(Floors::new(level));
        Ok(Self { hills: Hills::new(gl)?, level: level.clone(), floors, scenery: RefCell::default() })
    }

    /// Shows this level from now on.
    pub fn change(&mut self, level: &Level) {
        if self.level != *level {
            (self.level, self.floors) = (level.clone(), Rc::new(Floors::new(level)));
            self.scenery = RefCell::default();
        }
    }

    /// Draws the ground. `moved` tells how far an obstacle is from its first place.
    pub fn draw(&self, frame: &mut Frame<'_>, moved: impl Fn(usize) -> DVec2) -> Result<()> {
        let mut scenery = self.scenery.borrow_mut();
        let scenery = match &mut *scenery {
            Some(scenery) => scenery,
            none => none.insert(Scenery::new(frame.gl(), &self.level, &self.floors)?),
        };
        scenery.draw(frame, moved)
    }

    /// Draws the hills. Where they do not grow smaller with the distance, they go `along` with the viewer.
    pub fn draw_hills(&self, frame: &mut Frame<'_>, along: Option<Vec3>) -> Result<()> {
        self.hills.draw(frame, along)
    }
}
