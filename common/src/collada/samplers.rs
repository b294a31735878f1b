//! `<sampler>`: puts times, values and tangents together to a curve.

use super::curves::{Curve, Handles, Interpolation};
use super::error::{Error, Notes, quote};
use super::sources::{self, Source};
use super::transforms::force_last_row;
use super::xml::{self, Element, Xml};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// How many numbers all curves may have together. Samplers can share sources, so that a short file could ask for many.
const MAX_NUMBERS: usize = 1 << 25;

/// How many numbers a key has if it is a matrix.
const MATRIX: usize = 16;

/// Reads samplers, each only once.
pub(super) struct Samplers<'x, 'a> {
    xml: &'x Xml<'a>,
    sources: HashMap<roxmltree::NodeId, Rc<Source>>,
    curves: HashMap<(roxmltree::NodeId, usize), Option<Arc<Curve>>>,
    numbers: usize,
}

impl<'x, 'a> Samplers<'x, 'a> {
    pub fn new(xml: &'x Xml<'a>) -> Self {
        Self { xml, sources: HashMap::new(), curves: HashMap::new(), numbers: 0 }
    }

    /// The curve of a channel, with `width` numbers per key; none if it has no keys.
    pub fn curve(
        &mut self,
        channel: Element<'a>,
        width: usize,
        notes: &mut Notes,
    ) -> Result<Option<Arc<Curve>>, Error> {
        let sampler = self.xml.referred(channel, "source", &["sampler"])?;
        let key = (sampler.id(), width);
        if let Some(curve) = self.curves.get(&key) {
            return Ok(curve.clone());
        }
        let curve = self.read(sampler, channel, width, notes)?.map(Arc::new);
        self.curves.insert(key, curve.clone());
        Ok(curve)
    }

    fn read(
        &mut self,
        sampler: Element<'a>,
        channel: Element<'a>,
        width: usize,
        notes: &mut Notes,
    ) -> Result<Option<Curve>, Error> {
        let times = self.needed(sampler, "INPUT", notes)?;
        let values = self.needed(sampler, "OUTPUT", notes)?;
        let (times, mut values) = (times.numbers().to_vec(), values.numbers().to_vec());
        check_times(sampler, &times)?;
        if is_too_wide(channel, width, times.len(), values.len(), notes) {
            return Ok(None);
        }
        check_values(channel, width, times.len(), values.len())?;
        if times.is_empty() {
            notes.add(sampler, || "This sampler has no keys: what it should move stays.".to_owned());
            return Ok(None);
        }
        let interpolations = self.interpolations(sampler, times.len(), notes)?;
        let mut handles = Vec::new();
        if width == MATRIX {
            force_last_rows(sampler, &mut values, notes);
        } else if interpolations.iter().any(|&interpolation| is_curved(interpolation)) {
            handles = self.handles(sampler, &times, &values, &interpolations, notes)?;
        }
        self.count(sampler, values.len() + 4 * handles.len())?;
        Ok(Some(Curve::new(times, values, interpolations, handles)))
    }

    /// The source that a sampler's input names, if it has that input.
    fn input(&self, sampler: Element<'a>, semantic: &str) -> Result<Option<Element<'a>>, Error> {
        let input =
            xml::children(sampler, "input").find(|input| input.attribute("semantic") == Some(semantic));
        input.map(|input| self.xml.referred(input, "source", &["source"])).transpose()
    }

    /// The numbers that a sampler's input names, if it has that input.
    fn numbers(
        &mut self,
        sampler: Element<'a>,
        semantic: &str,
        notes: &mut Notes,
    ) -> Result<Option<Rc<Source>>, Error> {
        let Some(element) = self.input(sampler, semantic)? else { return Ok(None) };
        if let Some(source) = self.sources.get(&element.id()) {
            return Ok(Some(Rc::clone(source)));
        }
        let source = Rc::new(sources::numbers(self.xml, element, notes)?);
        self.sources.insert(element.id(), Rc::clone(&source));
        Ok(Some(source))
    }

    /// The numbers of an input without which there is no curve.
    fn needed(
        &mut self,
        sampler: Element<'a>,
        semantic: &str,
        notes: &mut Notes,
    ) -> Result<Rc<Source>, Error> {
        self.numbers(sampler, semantic, notes)?.ok_or_else(|| {
            let what = format!("The sampler {} has no <input semantic=\"{semantic}\">.", xml::id_of(sampler));
            Error::at(sampler, what, "Export the file again: INPUT gives the times, OUTPUT the values.")
        })
    }

    /// How to go on from each key.
    fn interpolations(
        &self,
        sampler: Element<'a>,
        keys: usize,
        notes: &mut Notes,
    ) -> Result<Vec<Interpolation>, Error> {
        let Some(source) = self.input(sampler, "INTERPOLATION")? else {
            return Ok(vec![Interpolation::Linear; keys]);
        };
        let names = sources::names(self.xml, source, notes)?;
        let mut unknown = None;
        let mut interpolation = |name| match name {
            "STEP" => Interpolation::Step,
            "LINEAR" => Interpolation::Linear,
            "BEZIER" => Interpolation::Bezier,
            "HERMITE" => Interpolation::Hermite,
            _ => {
                unknown.get_or_insert(name);
                Interpolation::Linear
            }
        };
        let mut interpolations: Vec<_> = names.iter().take(keys).map(&mut interpolation).collect();
        if let Some(name) = unknown {
            notes.add(source, || format!("The interpolation {} is read as LINEAR.", quote(name)));
        }
        if interpolations.len() < keys {
            let there = interpolations.len();
            notes.add(source, || {
                format!("There are {there} interpolations for {keys} keys; the last one goes on.")
            });
            interpolations.resize(keys, interpolations.last().copied().unwrap_or_default());
        }
        Ok(interpolations)
    }

    /// The middle points of all Bézier curves between keys; none if the tangents are missing.
    fn handles(
        &mut self,
        sampler: Element<'a>,
        times: &[f32],
        values: &[f32],
        interpolations: &[Interpolation],
        notes: &mut Notes,
    ) -> Result<Vec<Handles>, Error> {
        let arriving = self.numbers(sampler, "IN_TANGENT", notes)?;
        let leaving = self.numbers(sampler, "OUT_TANGENT", notes)?;
        let width = values.len() / times.len();
        let both = [&arriving, &leaving].map(|source| {
            source.as_ref().and_then(|source| Tangents::of(source.numbers(), times.len(), width))
        });
        let [Some(arriving), Some(leaving)] = both else {
            notes.add(sampler, || {
                "Tangents are missing or have a wrong count: its curves go straight.".to_owned()
            });
            return Ok(Vec::new());
        };
        // Behind the last key there is no curve.
        let mut handles = vec![Handles::default(); values.len()];
        for (index, handle) in handles.iter_mut().enumerate().take(values.len() - width) {
            let (key, i) = (index / width, index % width);
            let ends = [key, key + 1].map(|key| Point { time: times[key], value: values[key * width + i] });
            let leaving = leaving.at(key, i, ends, interpolations[key], 0);
            let arriving = arriving.at(key + 1, i, ends, interpolations[key], 1);
            *handle =
                Handles { times: [leaving.time, arriving.time], values: [leaving.value, arriving.value] };
        }
        Ok(handles)
    }

    /// Counts the numbers of all curves.
    fn count(&mut self, sampler: Element, numbers: usize) -> Result<(), Error> {
        self.numbers += numbers;
        if self.numbers > MAX_NUMBERS {
            let what = format!("With this sampler all curves have more than {MAX_NUMBERS} numbers.");
            return Err(Error::at(sampler, what, "Export fewer keys, or one animation at a time."));
        }
        Ok(())
    }
}

/// A point in the plane of time and value.
#[derive(Clone, Copy)]
struct Point {
    time: f32,
    value: f32,
}

/// The tangents on one side of all keys.
///
/// The specification gives every number a tangent of two coordinates, time and value. Some files have
/// one time per key for all its numbers, and old ones no times at all.
struct Tangents<'s> {
    numbers: &'s [f32],
    form: Form,
    width: usize,
}

/// What a key has for `n` numbers.
#[derive(Clone, Copy)]
enum Form {
    /// n values.
    Values,
    /// One time and n values.
    TimeAndValues,
    /// n pairs of a time and a value.
    Pairs,
}

impl<'s> Tangents<'s> {
    /// Takes the numbers for tangents, if their count fits one of the forms.
    fn of(numbers: &'s [f32], keys: usize, width: usize) -> Option<Self> {
        let forms = [(width, Form::Values), (2 * width, Form::Pairs), (width + 1, Form::TimeAndValues)];
        let fits = |(per_key, _): &(usize, Form)| numbers.len() == keys * per_key;
        forms.into_iter().find(fits).map(|(_, form)| Self { numbers, form, width })
    }

    /// The handle of a key's number on the curve between the points `ends`, of which the key is one.
    /// Its time is 0 at the first and 1 at the second of them.
    fn at(&self, key: usize, i: usize, ends: [Point; 2], interpolation: Interpolation, end: usize) -> Point {
        let (time, value) = match self.form {
            Form::Values => (None, self.numbers[key * self.width + i]),
            Form::Pairs => {
                let pair = 2 * (key * self.width + i);
                (Some(self.numbers[pair]), self.numbers[pair + 1])
            }
            Form::TimeAndValues => {
                let first = key * (self.width + 1);
                (Some(self.numbers[first]), self.numbers[first + 1 + i])
            }
        };
        let point = ends[end];
        let outwards = if end == 0 { 1.0 } else { -1.0 };
        let third = [1.0 / 3.0, 2.0 / 3.0][end];
        let part = |time: f32| {
            let [t, t0, t1] = [time, ends[0].time, ends[1].time].map(f64::from);
            // Beyond the two keys a curve could run back in time.
            if t1 > t0 { ((t - t0) / (t1 - t0)).clamp(0.0, 1.0) as f32 } else { third }
        };
        match (interpolation, time) {
            // A handle is a point of the plane.
            (Interpolation::Bezier, Some(time)) => Point { time: part(time), value },
            // Without a time it is, by an old custom, a distance from the key.
            (Interpolation::Bezier, None) => Point { time: third, value: point.value + outwards * value },
            // The curve's velocity at its ends is three times the way to the handle.
            (_, Some(time)) => Point {
                time: part(point.time + outwards * time / 3.0),
                value: point.value + outwards * value / 3.0,
            },
            (_, None) => Point { time: third, value: point.value + outwards * value / 3.0 },
        }
    }
}

fn is_curved(interpolation: Interpolation) -> bool {
    matches!(interpolation, Interpolation::Bezier | Interpolation::Hermite)
}

fn check_times(sampler: Element, times: &[f32]) -> Result<(), Error> {
    match times.windows(2).position(|pair| pair[0] > pair[1]) {
        None => Ok(()),
        Some(key) => {
            let what = format!(
                "The times of the sampler {} go back: after {} s comes {} s.",
                xml::id_of(sampler),
                times[key],
                times[key + 1]
            );
            Err(Error::at(sampler, what, "Sort the keys by time, or export the file again."))
        }
    }
}

/// Whether a channel for one number has several per key, and none of them is the one that is meant.
fn is_too_wide(channel: Element, width: usize, times: usize, numbers: usize, notes: &mut Notes) -> bool {
    let is_too_wide = width == 1 && numbers > times && numbers.is_multiple_of(times);
    if is_too_wide {
        let target = quote(channel.attribute("target").unwrap_or_default());
        let there = numbers / times;
        notes.add(channel, || {
            format!("{target} needs one number per key, and has {there}: it moves nothing.")
        });
    }
    is_too_wide
}

/// Checks that there are as many values as times.
fn check_values(channel: Element, width: usize, times: usize, numbers: usize) -> Result<(), Error> {
    let target = quote(channel.attribute("target").unwrap_or_default());
    let what = if !numbers.is_multiple_of(width) {
        format!(
            "{target} needs {width} numbers per key, and has {numbers} in all: not a multiple of {width}."
        )
    } else if numbers / width != times {
        format!("{target} has {} values for {times} times.", numbers / width)
    } else {
        return Ok(());
    };
    Err(Error::at(channel, what, "Export the file again: every key needs its value."))
}

fn force_last_rows(sampler: Element, values: &mut [f32], notes: &mut Notes) {
    let (matrices, _) = values.as_chunks_mut();
    let changed = matrices.iter_mut().map(force_last_row).filter(|&changed| changed).count();
    if changed > 0 {
        notes.add(sampler, || format!("The last rows of {changed} matrices are read as 0 0 0 1."));
    }
}
