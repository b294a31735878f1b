//! Collects a file's channels into a clip.

use super::animations::{Animation, AnimationChannel};
use super::error::{Error, quote, refusal};
use super::samplers::Samplers;
use super::targets::Targets;
use super::xml::{self, Element, Xml};
use std::path::Path;

/// Most channels of a file: one that moves a node with ten instances counts ten times.
const MAX_CHANNELS: usize = 1_000_000;

/// The clip of all channels of a file, from its first key to its last, if it moves anything.
pub(super) fn clip(xml: &Xml, targets: &Targets, file: &str) -> Result<Option<Animation>, Error> {
    if let Some(clip) = xml.library("library_animation_clips", "animation_clip").next() {
        xml.note(clip, || "Clips are not told apart: all animations are one.".to_owned());
    }
    let mut channels = channels(xml, targets)?;
    channels.sort_by_key(|channel| (channel.node, channel.transform));
    let start = channels.iter().map(|channel| channel.curve.start()).reduce(f32::min);
    let end = channels.iter().map(|channel| channel.curve.end()).reduce(f32::max);
    let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(start.zip(end).map(|(start, end)| Animation { name, start, end, channels }))
}

/// All channels of the file that move a node of the scene.
fn channels(xml: &Xml, targets: &Targets) -> Result<Vec<AnimationChannel>, Error> {
    let mut samplers = Samplers::new(xml);
    let (mut channels, mut lost) = (Vec::new(), Vec::new());
    // Animations may be nested to any depth.
    let elements = xml::children(xml.root(), "library_animations").flat_map(|library| library.descendants());
    for element in elements.filter(|element| element.tag_name().name() == "channel") {
        let address = xml::required(element, "target")?;
        let found = match targets.find(address) {
            Ok(found) => found,
            Err(why) => {
                lost.push((element, format!("{} moves nothing: {why}.", quote(address))));
                continue;
            }
        };
        check_count(element, channels.len() + found.len())?;
        for target in found {
            let Some(curve) = samplers.curve(element, target.width)? else { continue };
            let (node, transform, part) = (target.node, target.transform, target.part);
            channels.push(AnimationChannel { node, transform, part, curve });
        }
    }
    // A scene that lacks its nodes would have a note for each joint.
    if let Some(((element, first), more)) = lost.split_first() {
        let also = format!(" The same is true of {} more.", more.len());
        xml.note(*element, || format!("{first}{}", if more.is_empty() { "" } else { &also }));
    }
    Ok(channels)
}

fn check_count(element: Element, channels: usize) -> Result<(), Error> {
    if channels <= MAX_CHANNELS {
        return Ok(());
    }
    let what = format!("With this there are more than {MAX_CHANNELS} channels.");
    Err(refusal(element, what, "Export fewer nodes, or one animation at a time."))
}
