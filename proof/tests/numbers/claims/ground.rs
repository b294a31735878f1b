//! Lesson 16.

use super::Claims;
use anyhow::Result;
use glam::{DVec2, dvec2};
use ground::{MovementParameters, Polygon, Stance, grown};

pub fn grown_hit_and_jumped(claims: &mut Claims) -> Result<()> {
    let shape = Stance::Standing.shape();
    let size = extent(shape.corners());
    let [least, most] = [dvec2(2.0, 0.0), dvec2(4.0, 1.0)];
    claims.say("The player is 0.8 wide and 1.8 high", &(size[1] - size[0]).to_array());
    claims.say("What does a box from (2, 0) to (4, 1) grow to?", &[least.x, least.y, most.x, most.y]);
    let corners = [least, dvec2(most.x, least.y), most, dvec2(least.x, most.y)];
    let [low, high] = extent(&grown(Polygon::new(&corners)?.corners(), &shape));
    claims.say("A box from (1.6, −1.8) to (4.4, 1):", &[low.x, low.y, high.x, high.y]);
    let triangle = Polygon::new(&[DVec2::ZERO, dvec2(3.0, 0.0), dvec2(1.0, 2.0)])?;
    let all = grown(triangle.corners(), &shape).len();
    claims.count(
        "The triangle has 3 edges and he has 4. The triangle's lower edge and his have the same direction, so they become one: 6 edges, 6 corners.",
        &[triangle.corners().len(), shape.corners().len(), all, all],
    );

    let (runs, falls, degrees) = (6.0, 10.0, 45.0_f64);
    let slope = DVec2::from_angle(degrees.to_radians());
    let along = DVec2::NEG_Y.dot(slope) * falls;
    claims.say("A player runs at 6 units a second, and the ground begins to rise by 45°.", &[runs, degrees]);
    claims.say("Another one falls onto the same slope at 10 units a second.", &[falls]);
    claims.say("The first has 6 · cos 45° = 4.24 left", &[runs, degrees, runs * slope.x]);
    claims.say(
        "the slope's direction is (0.707, 0.707), and his velocity (0, −10): the dot product is −7.07. He slides down at 7.07 units a second.",
        &[slope.x, slope.y, 0.0, -falls, along, -along],
    );
    jumped(claims);
    Ok(())
}

fn jumped(claims: &mut Claims) {
    let MovementParameters { gravity, held, jump_height, .. } = MovementParameters::default();
    let light = held * gravity;
    let velocity = (2.0 * light * jump_height).sqrt();
    claims.say(
        "In this lesson `gravity` is 36, `held` is 0.5, and `jump_height` is 2.96.",
        &[gravity, held, jump_height],
    );
    claims.say(
        "While the key is held, gravity is 18, so v = √(2 · 18 · 2.96) = 10.3 units a second.",
        &[light, 2.0, light, jump_height, velocity],
    );
    claims.say("he comes 1.48 high", &[0.5 * velocity * velocity / gravity]);
}

/// The least and the greatest coordinates.
fn extent(corners: &[DVec2]) -> [DVec2; 2] {
    let first = corners[0];
    let fold = |pick: fn(DVec2, DVec2) -> DVec2| corners.iter().copied().fold(first, pick);
    [fold(DVec2::min), fold(DVec2::max)]
}
