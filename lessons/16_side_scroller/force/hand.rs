//! What the mouse does to a task: it drags corners, adds some, and wants edges between two of them.

use crate::force::sketches::Task;
use glam::{DVec2, Vec2, Vec3};
use stage::{Phase, PointGrip, Pointer};

/// A press that moves by no more pixels is a click.
const STILL: f32 = 4.0;

/// No corner is dragged farther than this.
const FARTHEST: f64 = 1000.0;

pub struct Hand {
    grip: PointGrip<usize>,
    /// The corner that was pressed, and where, if the mouse has not moved since.
    pressed: Option<(usize, Vec2)>,
    /// The corner that was clicked, and waits for a second one.
    pub chosen: Option<usize>,
}

impl Hand {
    pub fn empty() -> Self {
        Self { grip: PointGrip::none(), pressed: None, chosen: None }
    }

    /// Whether the mouse holds a corner.
    pub fn holds(&self) -> bool {
        self.grip.holds()
    }

    /// Follows the mouse. True if the task is another one now.
    pub fn follow(&mut self, pointer: &Pointer, task: &mut Task) -> bool {
        let places: Vec<(usize, Vec3)> =
            task.places.iter().map(|place| place.as_vec2().extend(0.0)).enumerate().collect();
        let dragged = self.grip.follow(pointer, &places);
        let hit = pointer.pressed(places.iter().copied());
        match pointer.phase {
            Phase::Press => {
                self.pressed = hit.map(|corner| (corner, pointer.pixel));
                if hit.is_none() {
                    self.chosen = None;
                    return pointer.double && self.add(pointer, task);
                }
            }
            Phase::Drag => {
                if let Some((_, from)) = self.pressed {
                    if from.distance(pointer.pixel) <= STILL * pointer.view.scale {
                        return false;
                    }
                    (self.pressed, self.chosen) = (None, None);
                }
                if let Some((corner, place)) = dragged {
                    task.places[corner] = held(place);
                    return true;
                }
            }
            Phase::Release => {
                if let Some((corner, _)) = self.pressed.take() {
                    return self.click(corner, task);
                }
            }
            Phase::Hover => {}
        }
        false
    }

    fn add(&mut self, pointer: &Pointer, task: &mut Task) -> bool {
        let place = pointer.on_plane_z();
        task.places.extend(place.map(held));
        place.is_some()
    }

    fn click(&mut self, corner: usize, task: &mut Task) -> bool {
        match self.chosen.take() {
            None => self.chosen = Some(corner),
            Some(first) if first == corner => {}
            Some(first) => {
                task.toggle([first, corner]);
                return true;
            }
        }
        false
    }
}

fn held(place: Vec3) -> DVec2 {
    place.truncate().as_dvec2().clamp(DVec2::splat(-FARTHEST), DVec2::splat(FARTHEST))
}
