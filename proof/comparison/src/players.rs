//! Those who play: the ground of lesson 16, and rapier's character controller in 32 and in 64 bits.
//!
//! All are an upright box of [`HALF`], fall by the same gravity, run and jump as fast as each other, and stand on ground that
//! rises by up to 45°. None snaps to the ground or climbs stairs.

use crate::levels::Keys;
use ground::{Body, NavMesh, Obstacle, MeshPosition, Rules, Shape};
use glam::{DVec2, dvec2};

/// Half the player's size, in metres.
pub const HALF: DVec2 = dvec2(0.5, 1.0);

/// One step, in seconds.
pub const TICK: f64 = 1.0 / 60.0;

const GRAVITY: f64 = -20.0;
const JUMP: f64 = 9.0;

/// Somebody who plays.
pub trait Player {
    /// Comes to a place.
    fn begin(&mut self, at: DVec2);

    /// Makes one step, and says where it ends. `run` is how fast it runs while a key is held, in metres a second.
    fn step(&mut self, keys: Keys, run: f64) -> DVec2;
}

/// The ground of lesson 16.
pub struct Ground<'a> {
    mesh: &'a NavMesh,
    body: Body,
}

impl<'a> Ground<'a> {
    /// On a mesh.
    pub fn new(mesh: &'a NavMesh) -> Self {
        let place = MeshPosition { at: DVec2::ZERO, triangle: 0 };
        Self { mesh, body: Body::Airborne { place, velocity: DVec2::ZERO } }
    }
}

impl Player for Ground<'_> {
    fn begin(&mut self, at: DVec2) {
        let triangle = self.mesh.locate(at).unwrap_or(0);
        self.body = Body::Airborne { place: MeshPosition { at, triangle }, velocity: DVec2::ZERO };
    }

    fn step(&mut self, keys: Keys, run: f64) -> DVec2 {
        let rules = Rules { gravity: dvec2(0.0, GRAVITY), steepest: 1.0, takeoff: 2.0 };
        let speed = run * keys.way;
        let pressed = match self.body {
            body @ Body::Supported { .. } if keys.jump => self.mesh.jump(body, dvec2(speed, JUMP)),
            Body::Supported { support, .. } => Body::Supported { support, speed },
            Body::Airborne { place, velocity } => {
                Body::Airborne { place, velocity: dvec2(speed, velocity.y) }
            }
        };
        self.body = self.mesh.step(pressed, &rules, TICK).body;
        self.mesh.place(self.body).at
    }
}

/// The shape of all players.
pub fn shape(half: DVec2) -> Shape {
    let Ok(shape) = Shape::upright(half) else { panic!("{half} is no size") };
    shape
}

macro_rules! rapier {
    ($name:ident, $rapier:ident, $real:ty) => {
        /// Rapier's character controller. The player is no collider itself, so nothing has to be excluded.
        pub mod $name {
            use super::*;
            use $rapier::control::{CharacterLength, KinematicCharacterController};
            use $rapier::prelude::*;

            /// What its queries look into.
            pub struct World {
                bodies: RigidBodySet,
                colliders: ColliderSet,
                broad_phase: DefaultBroadPhase,
                narrow_phase: NarrowPhase,
                /// How many convex pieces it did not take.
                pub refused: usize,
            }

            impl World {
                /// The same convex pieces that the ground is made of.
                pub fn new(obstacles: &[Obstacle]) -> Self {
                    let mut colliders = ColliderSet::new();
                    let mut refused = 0;
                    for piece in obstacles.iter().flat_map(|o| ground::convex_pieces(&o.polygon)) {
                        let corners = piece.iter().map(|at| Vector::new(at.x as $real, at.y as $real));
                        match SharedShape::convex_polyline_unmodified(corners.collect()) {
                            Some(shape) => drop(colliders.insert(ColliderBuilder::new(shape))),
                            None => refused += 1,
                        }
                    }
                    let mut world = Self {
                        bodies: RigidBodySet::new(),
                        colliders,
                        broad_phase: DefaultBroadPhase::new(),
                        narrow_phase: NarrowPhase::new(),
                        refused,
                    };
                    world.update();
                    world
                }

                /// Brings the tree of boxes up to date with the colliders.
                fn update(&mut self) {
                    CollisionPipeline::new().step(
                        0.0,
                        &mut IslandManager::new(),
                        &mut self.broad_phase,
                        &mut self.narrow_phase,
                        &mut self.bodies,
                        &mut self.colliders,
                        &(),
                        &(),
                    );
                }
            }

            /// A player in such a world.
            pub struct Character<'a> {
                queries: QueryPipeline<'a>,
                controller: KinematicCharacterController,
                shape: SharedShape,
                at: Vector,
                /// How fast it rises, in metres a second.
                rise: $real,
                grounded: bool,
            }

            impl<'a> Character<'a> {
                /// With a gap to everything, in metres: without one, rapier's default.
                pub fn new(world: &'a World, offset: Option<f64>) -> Self {
                    let default = KinematicCharacterController::default();
                    let offset = offset.map(|offset| CharacterLength::Absolute(offset as $real));
                    let controller = KinematicCharacterController {
                        offset: offset.unwrap_or(default.offset),
                        snap_to_ground: None,
                        ..default
                    };
                    let dispatcher = world.narrow_phase.query_dispatcher();
                    let filter = QueryFilter::default();
                    Self {
                        queries: world.broad_phase.as_query_pipeline(
                            dispatcher,
                            &world.bodies,
                            &world.colliders,
                            filter,
                        ),
                        controller,
                        shape: SharedShape::cuboid(HALF.x as $real, HALF.y as $real),
                        at: Vector::ZERO,
                        rise: 0.0,
                        grounded: false,
                    }
                }
            }

            impl Player for Character<'_> {
                fn begin(&mut self, at: DVec2) {
                    self.at = Vector::new(at.x as $real, at.y as $real);
                    (self.rise, self.grounded) = (0.0, false);
                }

                fn step(&mut self, keys: Keys, run: f64) -> DVec2 {
                    if self.grounded {
                        self.rise = if keys.jump { JUMP as $real } else { 0.0 };
                    }
                    self.rise += (GRAVITY * TICK) as $real;
                    let wanted = Vector::new((run * keys.way * TICK) as $real, self.rise * TICK as $real);
                    let moved = self.controller.move_shape(
                        TICK as $real,
                        &self.queries,
                        &*self.shape,
                        &Pose::from_translation(self.at),
                        wanted,
                        |_| {},
                    );
                    self.at += moved.translation;
                    self.grounded = moved.grounded;
                    // What was stopped is lost. What slides up or down a slope is not added.
                    let rise = moved.translation.y / TICK as $real;
                    self.rise =
                        if self.rise > 0.0 { rise.clamp(0.0, self.rise) } else { rise.clamp(self.rise, 0.0) };
                    let [x, y] = self.at.to_array();
                    dvec2(x.into(), y.into())
                }
            }
        }
    };
}

rapier!(in_32_bits, rapier2d, f32);
rapier!(in_64_bits, rapier2d_f64, f64);
