//! Numbers and texts in the bytes of a blob. Whoever reads them names blob and byte where something cannot be.

use crate::blobs::{Blob, Damage, Part, Why};
use common::clip::Keys;
use common::skeleton::Skeleton;
use common::transform::Transform;
use formats::gltf::Bytes;
use glam::{DVec2, Mat4, Quat, Vec3};

/// What stands for an index where there is none.
const NONE: u32 = u32::MAX;

/// Adds a number of things.
pub fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend((count as u32).to_le_bytes());
}

/// Adds an index, or that there is none.
pub fn put_index(bytes: &mut Vec<u8>, index: Option<usize>) {
    bytes.extend(index.map_or(NONE, |index| index as u32).to_le_bytes());
}

/// Adds a text: how long, then its bytes.
pub fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_count(bytes, text.len());
    bytes.extend(text.as_bytes());
}

/// Adds numbers of four bytes each.
pub fn put_floats(bytes: &mut Vec<u8>, floats: &[f32]) {
    bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
}

/// Adds numbers of eight bytes each.
pub fn put_doubles(bytes: &mut Vec<u8>, doubles: &[f64]) {
    bytes.extend(doubles.iter().flat_map(|double| double.to_le_bytes()));
}

/// Adds translation, rotation and scale.
pub fn put_transform(bytes: &mut Vec<u8>, transform: Transform) {
    let Transform { translation, rotation, scale } = transform;
    put_floats(bytes, &translation.to_array());
    put_floats(bytes, &rotation.to_array());
    put_floats(bytes, &scale.to_array());
}

/// Adds keys: how many, all times, all values.
pub fn put_keys<T: Copy, const N: usize>(bytes: &mut Vec<u8>, keys: &Keys<T>, floats: fn(&T) -> [f32; N]) {
    put_count(bytes, keys.times().len());
    put_floats(bytes, keys.times());
    for value in keys.values() {
        put_floats(bytes, &floats(value));
    }
}

/// The parent of each joint.
pub fn put_parents(bytes: &mut Vec<u8>, skeleton: &Skeleton) {
    for joint in skeleton.joints() {
        put_index(bytes, joint.parent);
    }
}

/// The name of a blob: its number, and what people call it, as far as there is room.
pub fn numbered(number: usize, name: &str) -> String {
    let letters = name.chars().filter(|letter| !letter.is_control()).take(MOST_LETTERS);
    format!("{number} {}", letters.collect::<String>()).trim_end().to_owned()
}

/// A letter takes four bytes at most, and a blob's name has 255.
const MOST_LETTERS: usize = 50;

/// A blob that is read from its first byte on.
pub struct Reading {
    blob: Blob,
    at: usize,
    /// What is wrong with it, though it can be used.
    pub noted: Vec<Damage>,
}

impl Reading {
    /// Before its first byte.
    pub fn new(blob: Blob) -> Self {
        Self { blob, at: 0, noted: Vec::new() }
    }

    /// The number with which its name begins.
    pub fn number(&self) -> Result<u32, Damage> {
        let number = self.blob.name.split(' ').next().and_then(|number| number.parse().ok());
        number.ok_or_else(|| self.damage(0, "its name does not begin with a number."))
    }

    /// Damage of the whole blob, or at one of its bytes.
    pub fn why(&self, byte: usize, why: Why) -> Damage {
        let part = Part::Blob(self.blob.kind, self.blob.name.clone());
        Damage { part, byte: self.blob.at.saturating_add(byte), why }
    }

    fn damage(&self, byte: usize, what: impl Into<String>) -> Damage {
        self.why(byte, Why::Meaning(what.into()))
    }

    /// Damage at what comes next.
    pub fn here(&self, what: impl Into<String>) -> Damage {
        self.damage(self.at, what)
    }

    /// So many things of so many bytes each.
    fn take(&mut self, count: usize, each: usize) -> Result<&[u8], Damage> {
        let all = count.checked_mul(each).and_then(|all| self.at.checked_add(all));
        let Some(end) = all.filter(|&end| end <= self.blob.bytes.len()) else {
            let left = self.blob.bytes.len() - self.at;
            return Err(self.here(format!("{count} × {each} bytes should follow, and only {left} do.")));
        };
        let begin = std::mem::replace(&mut self.at, end);
        Ok(&self.blob.bytes[begin..end])
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(1, N)?);
        Ok(array)
    }

    /// One byte.
    pub fn u8(&mut self) -> Result<u8, Damage> {
        self.array().map(u8::from_le_bytes)
    }

    /// A whole number of four bytes.
    pub fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    /// How many things follow that have so many bytes each at least.
    pub fn count(&mut self, each: usize) -> Result<usize, Damage> {
        let begin = self.at;
        let count = self.u32()? as usize;
        let room = (self.blob.bytes.len() - self.at) / each;
        match count <= room {
            true => Ok(count),
            false => {
                Err(self
                    .damage(begin, format!("{count} things should follow, and there is room for {room}.")))
            }
        }
    }

    /// An index of one of so many things.
    pub fn index(&mut self, below: usize, of: &str) -> Result<usize, Damage> {
        let begin = self.at;
        let index = self.u32()? as usize;
        match index < below {
            true => Ok(index),
            false => Err(self.damage(begin, format!("there is no {of} {index}: there are {below}."))),
        }
    }

    /// An index that may be none.
    pub fn optional(&mut self) -> Result<Option<u32>, Damage> {
        Ok(Some(self.u32()?).filter(|&index| index != NONE))
    }

    /// A text.
    pub fn text(&mut self) -> Result<String, Damage> {
        let length = self.count(1)?;
        let begin = self.at;
        let text = String::from_utf8(self.take(length, 1)?.to_vec());
        text.map_err(|_| self.damage(begin, "this text is no UTF-8."))
    }

    /// A number that is one.
    pub fn float(&mut self) -> Result<f32, Damage> {
        self.floats::<1>(1).map(|float| float[0][0])
    }

    /// So many times so many numbers. Each is one: neither infinite nor NaN.
    pub fn floats<const N: usize>(&mut self, count: usize) -> Result<Vec<[f32; N]>, Damage> {
        let begin = self.at;
        let floats: Vec<[f32; N]> = rows(self.take(count, 4 * N)?, f32::from_le_bytes);
        match floats.as_flattened().iter().position(|float| !float.is_finite()) {
            Some(bad) => {
                let what = format!("this number is {}.", floats.as_flattened()[bad]);
                Err(self.damage(begin + 4 * bad, what))
            }
            None => Ok(floats),
        }
    }

    /// So many points of the plane, in numbers of eight bytes. Whether they are finite is the reader's affair.
    pub fn points(&mut self, count: usize) -> Result<Vec<DVec2>, Damage> {
        let (numbers, _) = self.take(count, 16)?.as_chunks::<8>();
        let (points, _) = numbers.as_chunks::<2>();
        Ok(points.iter().map(|point| DVec2::from(point.map(f64::from_le_bytes))).collect())
    }

    /// A number of eight bytes.
    pub fn double(&mut self) -> Result<f64, Damage> {
        self.array().map(f64::from_le_bytes)
    }

    /// So many times so many whole numbers.
    pub fn wholes<const N: usize>(&mut self, count: usize) -> Result<Vec<[u32; N]>, Damage> {
        self.take(count, 4 * N).map(|bytes| rows(bytes, u32::from_le_bytes))
    }

    /// Three numbers.
    pub fn vec3(&mut self) -> Result<Vec3, Damage> {
        self.floats(1).map(|floats| floats[0].into())
    }

    /// Sixteen numbers, column by column.
    pub fn matrix(&mut self) -> Result<Mat4, Damage> {
        self.floats(1).map(|floats| Mat4::from_cols_array(&floats[0]))
    }

    /// Rotations, each of length 1.
    pub fn rotations(&mut self, count: usize) -> Result<Vec<Quat>, Damage> {
        let begin = self.at;
        let all = self.floats(count)?;
        let rotations: Vec<_> = all.into_iter().map(Quat::from_array).collect();
        match rotations.iter().position(|rotation| !rotation.is_normalized()) {
            Some(bad) => {
                let length = rotations[bad].length();
                Err(self.damage(begin + 16 * bad, format!("this rotation has the length {length}, not 1.")))
            }
            None => Ok(rotations),
        }
    }

    /// Translation, rotation and scale.
    pub fn transform(&mut self) -> Result<Transform, Damage> {
        Ok(Transform { translation: self.vec3()?, rotation: self.rotations(1)?[0], scale: self.vec3()? })
    }

    /// Times that do not run back. As many values belong behind them.
    pub fn times(&mut self) -> Result<Vec<f32>, Damage> {
        let count = self.count(4)?;
        let begin = self.at;
        let times = self.floats::<1>(count)?.into_flattened();
        match times.windows(2).position(|pair| pair[0] > pair[1]) {
            Some(bad) => {
                Err(self.damage(begin + 4 * (bad + 1), "this key is earlier than the one before it."))
            }
            None => Ok(times),
        }
    }

    /// The parent of the joint with an index: it stands before.
    pub fn parent(&mut self, joint: usize) -> Result<Option<usize>, Damage> {
        let begin = self.at;
        match self.optional()?.map(|parent| parent as usize) {
            Some(parent) if parent >= joint => Err(self.damage(
                begin,
                format!("joint {joint} has the parent {parent}, which does not stand before it."),
            )),
            parent => Ok(parent),
        }
    }

    /// All bytes that are left.
    pub fn rest(&mut self) -> Bytes {
        let mut bytes = std::mem::take(&mut self.blob.bytes);
        bytes.drain(..std::mem::take(&mut self.at));
        bytes.into()
    }

    /// Whether nothing is left.
    pub fn end(&self) -> Result<(), Damage> {
        match self.blob.bytes.len() - self.at {
            0 => Ok(()),
            left => Err(self.here(format!("{left} bytes more than are known here."))),
        }
    }
}

/// Bytes as rows of numbers of four bytes each.
fn rows<T: Copy + Default, const N: usize>(bytes: &[u8], number: fn([u8; 4]) -> T) -> Vec<[T; N]> {
    let (numbers, _) = bytes.as_chunks::<4>();
    let (rows, _) = numbers.as_chunks::<N>();
    rows.iter().map(|row| row.map(number)).collect()
}
