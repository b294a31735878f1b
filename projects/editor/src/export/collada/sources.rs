//! Lists, as the format has them.

use crate::export::xml::Xml;
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
pub(super) fn source(xml: &mut Xml, id: &str, params: &[&str], list: impl IntoIterator<Item = f32>) {
    let list: Vec<f32> = list.into_iter().collect();
    let (kind, stride) = if params == ["TRANSFORM"] { ("float4x4", 16) } else { ("float", params.len()) };
    let array = format!("{id}-array");
    xml.element("source", &[("id", id)], |xml| {
        let count = list.len().to_string();
        xml.leaf("float_array", &[("id", &array), ("count", &count)], &numbers(&list));
        accessor(xml, &array, list.len() / stride, stride, params, kind);
    });
}

/// A list of words.
pub(super) fn names(xml: &mut Xml, id: &str, param: &str, list: impl Iterator<Item = impl AsRef<str>>) {
    let list: Vec<_> = list.collect();
    let words: Vec<&str> = list.iter().map(AsRef::as_ref).collect();
    let array = format!("{id}-array");
    xml.element("source", &[("id", id)], |xml| {
        let count = words.len().to_string();
        xml.leaf("Name_array", &[("id", &array), ("count", &count)], &words.join(" "));
        accessor(xml, &array, words.len(), 1, &[param], "name");
    });
}

fn accessor(xml: &mut Xml, array: &str, count: usize, stride: usize, params: &[&str], kind: &str) {
    xml.element("technique_common", &[], |xml| {
        let of = [
            ("source", &format!("#{array}")[..]),
            ("count", &count.to_string()),
            ("stride", &stride.to_string()),
        ];
        xml.element("accessor", &of, |xml| {
            params.iter().for_each(|param| xml.empty("param", &[("name", param), ("type", kind)]));
        });
    });
}

pub(super) fn input(xml: &mut Xml, semantic: &str, source: &str, offset: Option<usize>) {
    let source = format!("#{source}");
    let offset = offset.map(|offset| offset.to_string());
    let mut of = vec![("semantic", semantic), ("source", &source)];
    of.extend(offset.as_deref().map(|offset| ("offset", offset)));
    if semantic == "TEXCOORD" {
        of.push(("set", "0"));
    }
    xml.empty("input", &of);
}
