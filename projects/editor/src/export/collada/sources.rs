//! Lists, as the format has them.

use crate::export::xml::{Xml, el};
use common::transform::Transform;
use glam::Mat4;
use std::fmt::{Display, Write as _};

pub(super) fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

/// The sixteen numbers of a matrix as the format has them: row by row.
pub(super) fn rows(matrix: Mat4) -> [f32; 16] {
    matrix.transpose().to_cols_array()
}

/// Numbers with spaces between. Rust writes as many digits as tell them from their neighbours.
pub(super) fn numbers<T: Display>(numbers: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for number in numbers {
        let _ = write!(text, "{}{number}", if text.is_empty() { "" } else { " " });
    }
    text
}

/// A list of numbers; `params` name those that belong together. A matrix is one thing of sixteen numbers.
pub(super) fn source(id: &str, params: &[&str], list: impl IntoIterator<Item = f32>) -> Xml {
    let list: Vec<f32> = list.into_iter().collect();
    let (kind, stride) = if params == ["TRANSFORM"] { ("float4x4", 16) } else { ("float", params.len()) };
    listed(id, "float_array", numbers(&list), list.len(), stride, params, kind)
}

/// A list of words.
pub(super) fn names(id: &str, param: &str, list: impl Iterator<Item = impl AsRef<str>>) -> Xml {
    let list: Vec<_> = list.collect();
    let words: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    listed(id, "Name_array", words.join(" "), words.len(), 1, &[param], "name")
}

fn listed(
    id: &str,
    array: &'static str,
    text: String,
    count: usize,
    stride: usize,
    params: &[&str],
    kind: &str,
) -> Xml {
    let params = params.iter().map(|param| el("param").at("name", param).at("type", kind));
    let accessor = el("accessor").at("source", format!("#{id}-array")).at("count", count / stride);
    el("source").at("id", id).of([
        el(array).at("id", format!("{id}-array")).at("count", count).text(text),
        el("technique_common").of([accessor.at("stride", stride).of(params)]),
    ])
}

pub(super) fn input(semantic: &str, source: &str) -> Xml {
    el("input").at("semantic", semantic).at("source", format!("#{source}"))
}
