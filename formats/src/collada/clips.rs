//! Collects a file's channels, and sorts them into clips.

use super::animations::{Animation, AnimationChannel};
use super::error::{Error, Notes, quote, refusal};
use super::samplers::Samplers;
use super::targets::Targets;
use super::xml::{self, Element, Xml};
use std::ops::Range;
use std::path::Path;

/// Most channels of a file: one that moves a node with ten instances counts ten times, and again for each clip that it
/// is part of.
const MAX_CHANNELS: usize = 1_000_000;

/// A channel, and its place in the file.
struct Placed {
    position: usize,
    channel: AnimationChannel,
}

/// All clips of a file: those that it names, and one of all other channels.
pub(super) fn clips(xml: &Xml, targets: Targets, file: &str) -> Result<Vec<Animation>, Error> {
    let channels = channels(xml, &targets)?;
    let mut is_left = vec![true; channels.len()];
    let mut clips = Vec::new();
    let mut in_clips = 0;
    for element in xml.library("library_animation_clips", "animation_clip") {
        let mut indices = Vec::new();
        for run in runs(xml, element, &channels) {
            in_clips += run.len();
            check_count(element, in_clips)?;
            is_left[run.clone()].fill(false);
            indices.extend(run);
        }
        indices.sort_unstable();
        indices.dedup();
        let name = element.attribute("name").or_else(|| element.attribute("id"));
        let name = name.map_or_else(|| format!("clip {}", clips.len()), str::to_owned);
        match clip(name, indices.into_iter().map(|index| &channels[index].channel)) {
            Some(clip) => clips.push(cut(clip, element, &xml.notes)),
            None => xml.note(element, || "This clip moves no node of the scene.".to_owned()),
        }
    }
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    let left = channels.iter().zip(is_left).filter(|(_, is_left)| *is_left);
    clips.extend(clip(stem.into_owned(), left.map(|(placed, _)| &placed.channel)));
    Ok(clips)
}

/// All channels of the file that move a node of the scene.
fn channels(xml: &Xml, targets: &Targets) -> Result<Vec<Placed>, Error> {
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
            let channel =
                AnimationChannel { node: target.node, transform: target.transform, part: target.part, curve };
            channels.push(Placed { position: element.range().start, channel });
        }
    }
    // A scene that lacks its nodes would have a note for each joint.
    if let Some(((element, first), more)) = lost.split_first() {
        let also = format!(" The same is true of {} more.", more.len());
        xml.note(*element, || format!("{first}{}", if more.is_empty() { "" } else { &also }));
    }
    Ok(channels)
}

/// The channels of all animations that a clip names. Those of one animation are in a row.
fn runs(xml: &Xml, clip: Element, channels: &[Placed]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    for instance in xml::children(clip, "instance_animation") {
        match xml.find(instance, "url", &["animation"]) {
            Ok(animation) => {
                let index = |position| channels.partition_point(|placed| placed.position < position);
                let range = animation.range();
                runs.push(index(range.start)..index(range.end));
            }
            Err((what, _)) => xml.note(instance, || what),
        }
    }
    runs
}

/// A clip from its first key to its last, if it moves anything.
fn clip<'c>(name: String, channels: impl Iterator<Item = &'c AnimationChannel>) -> Option<Animation> {
    let mut channels: Vec<_> = channels.cloned().collect();
    channels.sort_by_key(|channel| (channel.node, channel.transform));
    let start = channels.iter().map(|channel| channel.curve.start()).reduce(f32::min)?;
    let end = channels.iter().map(|channel| channel.curve.end()).reduce(f32::max)?;
    Some(Animation { name, start, end, channels })
}

/// Limits the clip to the times of its element.
fn cut(clip: Animation, element: Element, notes: &Notes) -> Animation {
    let time = |attribute, otherwise| {
        let given = element.attribute(attribute).map(|text| text.trim().parse::<f32>());
        given.map_or(Some(otherwise), |given| given.ok().filter(|time| time.is_finite()))
    };
    match (time("start", clip.start), time("end", clip.end)) {
        (Some(start), Some(end)) if start <= end => Animation { start, end, ..clip },
        _ => {
            notes.add(element, || {
                "The start and end of this clip make no sense: it plays all its keys.".to_owned()
            });
            clip
        }
    }
}

fn check_count(element: Element, channels: usize) -> Result<(), Error> {
    if channels <= MAX_CHANNELS {
        return Ok(());
    }
    let what = format!("With this there are more than {MAX_CHANNELS} channels.");
    Err(refusal(element, what, "Export fewer nodes, or one animation at a time."))
}
