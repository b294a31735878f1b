//! Animations.

use super::ANIMATION;
use crate::Animation;
use common::clip::{Channel, Keys};
use drafts::blobs::{Blob, Damage};
use drafts::bytes::{Reading, numbered, put_count, put_floats, put_index, put_keys, put_text};
use std::sync::Arc;

/// The fewest bytes that a channel takes.
const SMALLEST_CHANNEL: usize = 4 + 3 * 4;

pub fn to_blob(number: usize, animation: &Animation) -> Blob {
    let mut bytes = Vec::new();
    put_text(&mut bytes, &animation.name);
    put_floats(&mut bytes, &[animation.seconds]);
    bytes.push(animation.looping.into());
    put_count(&mut bytes, animation.channels.len());
    for channel in &animation.channels {
        put_index(&mut bytes, Some(channel.joint));
        put_keys(&mut bytes, &channel.translations, |value| value.to_array());
        put_keys(&mut bytes, &channel.rotations, |value| value.to_array());
        put_keys(&mut bytes, &channel.scales, |value| value.to_array());
    }
    Blob::new(ANIMATION, numbered(number, &animation.name), bytes)
}

/// An animation of so many nodes.
pub fn read(reading: &mut Reading, nodes: usize) -> Result<Animation, Damage> {
    let name = reading.text()?;
    let seconds = reading.float()?;
    if seconds < 0.0 {
        return Err(reading.here(format!("it lasts {seconds} s, which is less than nothing.")));
    }
    let looping = reading.u8()? != 0;
    let mut channels: Vec<Arc<Channel>> = Vec::new();
    for _ in 0..reading.count(SMALLEST_CHANNEL)? {
        let channel = channel(reading, nodes)?;
        if channels.last().is_some_and(|last| last.joint >= channel.joint) {
            return Err(reading.here(format!("joint {} comes twice, or too late.", channel.joint)));
        }
        channels.push(Arc::new(channel));
    }
    Ok(Animation { name, seconds, looping, channels })
}

fn channel(reading: &mut Reading, nodes: usize) -> Result<Channel, Damage> {
    let joint = reading.index(nodes, "node")?;
    let times = reading.times()?;
    let moves = reading.floats(times.len())?;
    let translations = Keys::new(times, moves.into_iter().map(Into::into));
    let times = reading.times()?;
    let turns = reading.rotations(times.len())?;
    let rotations = Keys::new(times, turns);
    let times = reading.times()?;
    let stretches = reading.floats(times.len())?;
    let scales = Keys::new(times, stretches.into_iter().map(Into::into));
    Ok(Channel { joint, translations, rotations, scales })
}
