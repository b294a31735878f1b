//! `<sampler>`: combines times, values and tangents into a curve.

use super::curves::{Curve, Handles, Interpolation};
use super::error::{Error, Notes, quote, refusal};
use super::sources::{self, Source};
use super::tangents;
use super::transforms::force_last_row;
use super::xml::{self, Element, Xml};
use std::collections::HashMap;
use std::sync::Arc;

/// Most numbers of all curves together. Samplers can share sources, so that a short file could ask for many.
const MAX_NUMBERS: usize = 1 << 25;

/// Numbers in a key that is a matrix.
const MATRIX: usize = 16;

/// Reads samplers, each only once.
pub(super) struct Samplers<'x, 'a> {
    xml: &'x Xml<'a>,
    curves: HashMap<(roxmltree::NodeId, usize), Option<Arc<Curve>>>,
    numbers: usize,
}

impl<'x, 'a> Samplers<'x, 'a> {
    pub fn new(xml: &'x Xml<'a>) -> Self {
        Self { xml, curves: HashMap::new(), numbers: 0 }
    }

    /// The curve of a channel, with `width` numbers per key; none if it has no keys.
    pub fn curve(&mut self, channel: Element<'a>, width: usize) -> Result<Option<Arc<Curve>>, Error> {
        let sampler = self.xml.referred(channel, "source", &["sampler"])?;
        let key = (sampler.id(), width);
        if let Some(known) = self.curves.get(&key) {
            return Ok(known.clone());
        }
        // One without keys is read only once, too.
        self.curves.insert(key, None);
        let input = self.needed(sampler, "INPUT")?;
        let output = self.needed(sampler, "OUTPUT")?;
        let (times, values) = (input.numbers(), output.numbers());
        check_times(sampler, times)?;
        if is_too_wide(channel, width, times.len(), values.len(), &self.xml.notes) {
            return Ok(None);
        }
        check_values(channel, width, times.len(), values.len())?;
        if times.is_empty() {
            self.xml.note(sampler, || "This sampler has no keys: what it should move stays.".to_owned());
            return Ok(None);
        }
        let interpolations = self.interpolations(sampler, times.len())?;
        let mut handles = Vec::new();
        if width != MATRIX && interpolations.iter().any(|&interpolation| is_curved(interpolation)) {
            handles = self.handles(sampler, times, values, &interpolations)?;
        }
        let mut values = values.to_vec();
        if width == MATRIX {
            force_last_rows(sampler, &mut values, &self.xml.notes);
        }
        let curve = Arc::new(Curve::new(times.to_vec(), values, interpolations, handles));
        self.curves.insert(key, Some(curve.clone()));
        Ok(Some(curve))
    }

    /// The source of a sampler's input, if it has that input.
    fn input(&self, sampler: Element<'a>, semantic: &str) -> Result<Option<Element<'a>>, Error> {
        xml::input(sampler, semantic).map(|input| self.xml.referred(input, "source", &["source"])).transpose()
    }

    /// The numbers of a sampler's input, if it has that input.
    fn numbers(&mut self, sampler: Element<'a>, semantic: &str) -> Result<Option<Source<'a>>, Error> {
        let Some(source) = self.input(sampler, semantic)? else { return Ok(None) };
        let source = sources::numbers(self.xml, source)?;
        self.count(sampler, source.size())?;
        Ok(Some(source))
    }

    /// The numbers of an input that a curve must have.
    fn needed(&mut self, sampler: Element<'a>, semantic: &str) -> Result<Source<'a>, Error> {
        self.numbers(sampler, semantic)?.ok_or_else(|| {
            let what = format!("The sampler {} has no <input semantic='{semantic}'>.", xml::id_of(sampler));
            refusal(sampler, what, "Export the file again: INPUT gives the times, OUTPUT the values.")
        })
    }

    /// The interpolation after each key.
    fn interpolations(&mut self, sampler: Element<'a>, keys: usize) -> Result<Vec<Interpolation>, Error> {
        let Some(source) = self.input(sampler, "INTERPOLATION")? else {
            return Ok(vec![Interpolation::Linear; keys]);
        };
        let known = interpolations(self.xml, source)?;
        let there = known.len();
        self.count(sampler, there)?;
        if there < keys {
            self.xml.note(source, || {
                format!("There are {there} interpolations for {keys} keys; the last one goes on.")
            });
        }
        let last = known.last().copied().unwrap_or_default();
        Ok(known.into_iter().chain(std::iter::repeat(last)).take(keys).collect())
    }

    /// The inner control points of all Bézier curves between keys; none if the tangents are missing.
    fn handles(
        &mut self,
        sampler: Element<'a>,
        times: &[f32],
        values: &[f32],
        interpolations: &[Interpolation],
    ) -> Result<Vec<Handles>, Error> {
        let arriving = self.numbers(sampler, "IN_TANGENT")?;
        let leaving = self.numbers(sampler, "OUT_TANGENT")?;
        let both = [&arriving, &leaving].map(|source| {
            let numbers = source.as_ref().map(Source::numbers);
            numbers.filter(|numbers| [values.len(), 2 * values.len()].contains(&numbers.len()))
        });
        let [Some(arriving), Some(leaving)] = both else {
            self.xml.note(sampler, || {
                "Tangents are missing or have a wrong count: its curves go straight.".to_owned()
            });
            return Ok(Vec::new());
        };
        Ok(tangents::handles(times, values, interpolations, leaving, arriving))
    }

    /// Counts the numbers of all curves.
    fn count(&mut self, sampler: Element, numbers: usize) -> Result<(), Error> {
        self.numbers += numbers;
        if self.numbers > MAX_NUMBERS {
            let what = format!("With this sampler all curves have more than {MAX_NUMBERS} numbers.");
            return Err(refusal(sampler, what, "Export fewer keys, or one animation at a time."));
        }
        Ok(())
    }
}

fn interpolations(xml: &Xml, source: Element) -> Result<Vec<Interpolation>, Error> {
    let names = sources::names(xml, source)?;
    let mut unknown = None;
    let interpolation = |name: &String| match name.as_str() {
        "STEP" => Interpolation::Step,
        "LINEAR" => Interpolation::Linear,
        "BEZIER" => Interpolation::Bezier,
        "HERMITE" => Interpolation::Hermite,
        _ => {
            unknown.get_or_insert(name.clone());
            Interpolation::Linear
        }
    };
    let interpolations = names.iter().map(interpolation).collect();
    if let Some(name) = unknown {
        xml.note(source, || format!("The interpolation {} is read as LINEAR.", quote(&name)));
    }
    Ok(interpolations)
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
            Err(refusal(sampler, what, "Sort the keys by time, or export the file again."))
        }
    }
}

/// Returns true, with a note, if a channel for one number has several per key, so that the right one is unknown.
fn is_too_wide(channel: Element, width: usize, times: usize, numbers: usize, notes: &Notes) -> bool {
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

/// Fails unless there are as many values as times.
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
    Err(refusal(channel, what, "Export the file again: every key needs its value."))
}

fn force_last_rows(sampler: Element, values: &mut [f32], notes: &Notes) {
    let (matrices, _) = values.as_chunks_mut();
    let changed = matrices.iter_mut().map(force_last_row).filter(|&changed| changed).count();
    if changed > 0 {
        notes.add(sampler, || format!("The last rows of {changed} matrices are read as 0 0 0 1."));
    }
}
