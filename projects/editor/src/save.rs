//! Converts a document to blobs, and back.
//!
//! First comes the model that the document belongs to, then each animation as a blob of its own. So a save that was cut
//! still has the animations before the cut, and damage to one leaves the others. The model stays in its own file.

use super::{Animation, Document};
use common::clip::{Channel, Keys};
use common::skeleton::Skeleton;
use common::unread::Error;
use drafts::blobs::{self, Blob};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The kind of the first blob, which names the animations' model.
const MODEL: &str = "model";
const ANIMATION: &str = "animation";

/// The model whose joints are animated.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Model {
    pub file: String,
    /// The names of its joints (nodes of the rig), to whose indices the animations refer.
    pub joints: Vec<String>,
    /// The name of the animation that was edited last.
    pub edited: Option<String>,
}

impl Model {
    /// Returns the model of a file with this skeleton. `edited` names the animation that was edited last.
    pub fn new(file: String, skeleton: &Skeleton, edited: Option<String>) -> Self {
        Self { file, joints: skeleton.joints().iter().map(|joint| joint.name.clone()).collect(), edited }
    }

    /// Returns true if it has the joints of a skeleton, by name and in order.
    pub fn has_joints_of(&self, skeleton: &Skeleton) -> bool {
        self.joints.iter().eq(skeleton.joints().iter().map(|joint| &joint.name))
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saved {
    pub model: Model,
    pub document: Document,
    /// A sentence for each damaged part.
    pub damage: Vec<String>,
}

#[derive(Deserialize, Serialize)]
struct StoredAnimation {
    name: String,
    seconds: f32,
    channels: Vec<StoredChannel>,
}

/// A joint's channel as a file has it.
#[derive(Deserialize, Serialize)]
struct StoredChannel {
    joint: usize,
    translations: StoredKeys<Vec3>,
    rotations: StoredKeys<Quat>,
    scales: StoredKeys<Vec3>,
}

/// Keys as a file has them, with as many values as times.
#[derive(Deserialize, Serialize)]
struct StoredKeys<T> {
    times: Vec<f32>,
    values: Vec<T>,
}

impl<T: Copy> StoredKeys<T> {
    fn of(keys: &Keys<T>) -> Self {
        Self { times: keys.times().to_vec(), values: keys.values().to_vec() }
    }

    /// Converts the keys, or returns none if times are not sorted or a value is not right.
    fn keys(self, is_right: fn(T) -> bool) -> Option<Keys<T>> {
        let Self { times, values } = self;
        let is_in_order = times.iter().all(|time| time.is_finite()) && times.is_sorted();
        let is_right = times.len() == values.len() && is_in_order && values.iter().copied().all(is_right);
        is_right.then(|| Keys::new(times, values))
    }
}

impl StoredAnimation {
    fn of(animation: &Animation) -> Self {
        let channel = |channel: &Arc<Channel>| StoredChannel {
            joint: channel.joint,
            translations: StoredKeys::of(&channel.translations),
            rotations: StoredKeys::of(&channel.rotations),
            scales: StoredKeys::of(&channel.scales),
        };
        let Animation { name, seconds, channels } = animation;
        Self { name: name.clone(), seconds: *seconds, channels: channels.iter().map(channel).collect() }
    }

    /// Converts the animation, or returns none if a rig with this number of joints can't have it.
    fn animation(self, joints: usize) -> Option<Animation> {
        let Self { name, seconds, channels } = self;
        let is_in_order = channels.is_sorted_by(|one, next| one.joint < next.joint);
        let is_right = seconds.is_finite() && seconds >= 0.0 && is_in_order;
        let channel = |channel: StoredChannel| {
            let StoredChannel { joint, translations, rotations, scales } = channel;
            let translations = translations.keys(Vec3::is_finite)?;
            let rotations = rotations.keys(Quat::is_normalized)?;
            let scales = scales.keys(Vec3::is_finite)?;
            (joint < joints).then(|| Arc::new(Channel { joint, translations, rotations, scales }))
        };
        let channels = channels.into_iter().map(channel).collect::<Option<_>>()?;
        is_right.then_some(Animation { name, seconds, channels })
    }
}

/// Returns the blobs of a document's save.
///
/// # Errors
/// If something can't be JSON.
pub fn to_blobs(model: &Model, document: &Document) -> serde_json::Result<Vec<Blob>> {
    let animations = document.animations.iter();
    let animations = animations.map(|animation| Blob::new(ANIMATION, &StoredAnimation::of(animation)));
    std::iter::once(Blob::new(MODEL, model)).chain(animations).collect()
}

/// Reads the document in some bytes; `file` names them in errors.
///
/// # Errors
/// If it is no save, or doesn't name the joints of the animations.
pub fn read(bytes: &[u8], file: &str) -> Result<Saved, Error> {
    let mut blobs = blobs::read(bytes, file)?;
    let Some(model) = blobs.take(MODEL, Ok::<Model, _>).into_iter().next() else {
        let what = "It is not told to which model the animations belong.".to_owned();
        return Err(blobs::refused(file, what, "Open an older save."));
    };
    let animations = blobs.take(ANIMATION, |stored: StoredAnimation| {
        let name = stored.name.clone();
        let animation = stored.animation(model.joints.len());
        animation
            .map(Arc::new)
            .ok_or_else(|| format!("'{name}' has a key, a joint or a length that cannot be."))
    });
    let mut document = Document::of(animations);
    document.show_named(model.edited.as_deref().unwrap_or_default());
    Ok(Saved { model, document, damage: blobs.damage })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rotation;
    use proptest::prelude::*;

    /// The number of joints of the test's model.
    const JOINTS: usize = 9;

    fn model() -> Model {
        let names: Vec<String> = (0..JOINTS).map(|joint| format!("joint {joint}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Model::new("knight.dae".to_owned(), &Skeleton::chain(&names), Some("wave".to_owned()))
    }

    fn bytes_of(document: &Document) -> Vec<u8> {
        blobs::write(&to_blobs(&model(), document).unwrap())
    }

    fn any_keys<T: std::fmt::Debug + Copy>(
        value: impl Strategy<Value = T>,
    ) -> impl Strategy<Value = Keys<T>> {
        prop::collection::vec((-5.0f32..90.0, value), 0..9).prop_map(|mut keys| {
            keys.sort_by(|a, b| a.0.total_cmp(&b.0));
            let (times, values): (Vec<_>, Vec<_>) = keys.into_iter().unzip();
            Keys::new(times, values)
        })
    }

    fn any_vector() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(any::<f32>().prop_filter("a number", |number| number.is_finite()))
            .prop_map(Vec3::from)
    }

    fn any_document() -> impl Strategy<Value = Document> {
        let channel = (any_keys(any_vector()), any_keys(rotation()), any_keys(any_vector()));
        let channels = prop::collection::btree_map(0..JOINTS, channel, 0..JOINTS);
        let animation = (any::<String>(), 0.0f32..1e9, channels);
        prop::collection::vec(animation, 0..5).prop_map(|animations| {
            let channel = |(joint, (translations, rotations, scales))| Channel {
                joint,
                translations,
                rotations,
                scales,
            };
            let animations = animations.into_iter().map(|(name, seconds, channels)| {
                let channels = channels.into_iter().map(channel).map(Arc::new).collect();
                Arc::new(Animation { name, seconds, channels })
            });
            Document::of(animations.collect())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn any_document_comes_back_bit_by_bit(document in any_document()) {
            let file = bytes_of(&document);
            let saved = read(&file, "a.moves").unwrap();
            prop_assert!(saved.damage.is_empty());
            prop_assert_eq!((&saved.document, &saved.model), (&document, &model()));
            prop_assert_eq!(bytes_of(&saved.document), file);
        }
    }

    #[test]
    fn what_cannot_be_is_told_and_left_out() {
        let channel = Channel {
            joint: 3,
            translations: Keys::new([0.0, 1.0], [Vec3::X, Vec3::Y]),
            rotations: Keys::new([0.5], [Quat::IDENTITY]),
            scales: Keys::default(),
        };
        let channels = vec![Arc::new(channel.clone()), Arc::new(Channel { joint: 5, ..channel })];
        let wave = Arc::new(Animation { name: "wave".to_owned(), channels, ..Animation::default() });
        let cannot_be = "'wave' has a key, a joint or a length that cannot be.";
        for (right, wrong, told) in [
            ("[0.0,0.0,0.0,1.0]", "[0.0,null,0.0,1.0]", "invalid type: null, expected f32"),
            ("[0.0,0.0,0.0,1.0]", "[0.0,0.0,0.0,2.0]", cannot_be),
            ("[0.0,1.0]", "[1.0,0.5]", cannot_be),
            (",[0.0,1.0,0.0]", "", cannot_be),
            ("\"seconds\":0.0", "\"looping\":true,\"seconds\":-1.0", cannot_be),
            ("\"joint\":5", "\"joint\":9", cannot_be),
            ("\"joint\":5", "\"joint\":3", cannot_be),
        ] {
            let mut blobs = to_blobs(&model(), &Document::of(vec![wave.clone(); 3])).unwrap();
            assert!(blobs[2].json.contains(right), "{}", blobs[2].json);
            blobs[2].json = blobs[2].json.replacen(right, wrong, 1);
            let saved = read(&blobs::write(&blobs), "a.moves").unwrap();
            assert_eq!(saved.document.animations, [wave.clone(), wave.clone()]);
            let [damage] = &saved.damage[..] else { panic!("{:?}", saved.damage) };
            assert!(damage.starts_with("Line 4, animation: ") && damage.contains(told), "{wrong}: {damage}");
        }
        let animation = Blob::new(ANIMATION, &0).unwrap();
        let told = read(&blobs::write(&[animation]), "a.moves").unwrap_err().to_string();
        assert_eq!(
            told,
            "a.moves:1:1: It is not told to which model the animations belong. Open an older save."
        );
    }
}
