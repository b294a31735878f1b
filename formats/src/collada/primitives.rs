//! `<triangles>`, `<polylist>` and the like: lists of corners, cut into triangles.

use super::corners::{Corner, MISSING};
use super::error::{Error, refusal};
use super::numbers::{at_word, beyond, integers};
use super::polygons::{Cutter, Flaws};
use super::xml::{self, Element, Xml};
use glam::Vec3;
use std::ops::Range;

/// The indices of a corner, by the lists that they are for.
pub(super) struct Columns {
    /// Numbers in a corner.
    pub stride: usize,
    pub position: Column,
    pub normal: Option<Column>,
    pub texture_coordinates: Option<Column>,
    /// It makes no vertices: only a colour that all corners have is shown.
    pub colours: Option<Column>,
}

/// One of the indices of every corner.
pub(super) struct Column {
    pub offset: usize,
    /// The range of the entries that it refers to, among all of their kind.
    pub range: Range<usize>,
    /// The name of the entries.
    pub what: &'static str,
}

impl Column {
    /// The index of the entry that a record refers to.
    pub fn entry(&self, record: &[i32]) -> Option<u32> {
        let entry = self.range.start + usize::try_from(record[self.offset]).ok()?;
        u32::try_from(entry).ok().filter(|_| entry < self.range.end)
    }

    /// The error for an index out of range.
    fn refuse(&self, list: Element, numbers: &[i32], record: usize, stride: usize) -> Error {
        let index = record * stride + self.offset;
        let what = beyond("A corner", numbers[index], self.what, self.range.len());
        at_word(list, index, what, "Export the file again.")
    }
}

impl Columns {
    /// Reads the corners from a list of numbers.
    fn corners(&self, list: Element) -> Result<Vec<Corner>, Error> {
        let numbers = integers(list)?;
        if numbers.len() % self.stride != 0 {
            let what = format!(
                "<{}> has {} numbers, and every corner needs {}.",
                list.tag_name().name(),
                numbers.len(),
                self.stride
            );
            return Err(refusal(list, what, "Export the file again: it is not whole."));
        }
        let mut corners = Vec::with_capacity(numbers.len() / self.stride);
        for (at, record) in numbers.chunks_exact(self.stride).enumerate() {
            let entry = |column: &Column| {
                column.entry(record).ok_or_else(|| column.refuse(list, &numbers, at, self.stride))
            };
            let optional = |column: &Option<Column>| column.as_ref().map_or(Ok(MISSING), entry);
            corners.push(Corner {
                position: entry(&self.position)?,
                normal: optional(&self.normal)?,
                texture_coordinates: optional(&self.texture_coordinates)?,
            });
        }
        Ok(corners)
    }
}

/// Builds triangles from an element's corners.
pub(super) struct Builder<'b> {
    pub xml: &'b Xml<'b>,
    pub columns: Columns,
    pub positions: &'b [Vec3],
    pub cutter: &'b mut Cutter,
}

impl Builder<'_> {
    /// The triangles of `<triangles>`, `<polylist>`, `<polygons>`, `<tristrips>` or `<trifans>`.
    pub fn triangles(&mut self, element: Element) -> Result<Vec<[Corner; 3]>, Error> {
        let name = element.tag_name().name();
        if name == "polylist" {
            return self.polylist(element);
        }
        let mut triangles = Vec::new();
        for list in xml::elements(element) {
            match (list.tag_name().name(), name) {
                ("p", "triangles") => triangles.append(&mut self.plain(list)?),
                ("p", "tristrips") => strip(&self.list(list)?, &mut triangles),
                ("p", "trifans") => fan(&self.list(list)?, &mut triangles),
                ("p", _) => {
                    let outline = self.list(list)?;
                    self.cutter.cut(&outline, self.positions, &mut triangles);
                }
                ("ph", "polygons") => {
                    self.xml.note(list, || "The holes of this polygon are not cut.".to_owned());
                    let outline = xml::child(list, "p").map_or(Ok(Vec::new()), |list| self.list(list))?;
                    self.cutter.cut(&outline, self.positions, &mut triangles);
                }
                _ => {}
            }
        }
        self.note_flaws(element);
        Ok(triangles)
    }

    /// Reads the corners of a list, of which no primitive makes more than one triangle each.
    fn list(&mut self, list: Element) -> Result<Vec<Corner>, Error> {
        let corners = self.columns.corners(list)?;
        self.xml.spend(list, 9 * corners.len())?;
        Ok(corners)
    }

    fn plain(&mut self, list: Element) -> Result<Vec<[Corner; 3]>, Error> {
        let corners = self.columns.corners(list)?;
        self.xml.spend(list, 3 * corners.len())?;
        let (triangles, left) = corners.as_chunks();
        if !left.is_empty() {
            let what = format!("<p> has {} corners, and every triangle needs three.", corners.len());
            return Err(refusal(list, what, "Export the file again: it is not whole."));
        }
        Ok(triangles.to_vec())
    }

    fn polylist(&mut self, element: Element) -> Result<Vec<[Corner; 3]>, Error> {
        let counts = xml::child(element, "vcount").map_or(Ok(Vec::new()), lengths)?;
        let list = xml::child(element, "p");
        let corners = list.map_or(Ok(Vec::new()), |list| self.list(list))?;
        let sum: usize = counts.iter().sum();
        if sum != corners.len() {
            let what = format!("<vcount> adds up to {sum} corners, and <p> has {}.", corners.len());
            return Err(refusal(list.unwrap_or(element), what, "Export the file again: it is not whole."));
        }
        let mut triangles = Vec::with_capacity(sum.saturating_sub(2 * counts.len()));
        let mut rest = &corners[..];
        for count in counts {
            let (polygon, behind) = rest.split_at(count);
            self.cutter.cut(polygon, self.positions, &mut triangles);
            rest = behind;
        }
        self.note_flaws(element);
        Ok(triangles)
    }

    fn note_flaws(&mut self, element: Element) {
        let Flaws { small, odd } = self.cutter.take_flaws();
        if small > 0 {
            self.xml.note(element, || {
                format!("Polygons with fewer than three corners are left out here: {small}.")
            });
        }
        if odd > 0 {
            self.xml.note(element, || {
                format!("Polygons that cross themselves, have no area or far too many corners may look wrong here: {odd}.")
            });
        }
    }
}

/// Reads the number of corners of each polygon, or of influences of each point.
pub(super) fn lengths(list: Element) -> Result<Vec<usize>, Error> {
    let numbers = integers(list)?;
    let counts: Option<Vec<_>> = numbers.iter().map(|&number| usize::try_from(number).ok()).collect();
    counts.ok_or_else(|| {
        let index = numbers.iter().position(|&number| number < 0).unwrap_or(0);
        let what = format!("The count {} is below zero.", numbers[index]);
        at_word(list, index, what, "Export the file again.")
    })
}

/// Every corner but the first two forms a triangle with the two before it; every second one is reversed.
fn strip(corners: &[Corner], triangles: &mut Vec<[Corner; 3]>) {
    for (at, corner) in corners.windows(3).enumerate() {
        let [a, b, c] = [corner[0], corner[1], corner[2]];
        // Exporters repeat corners to join strips: those triangles have no area, and are left out.
        let is_flat = a.position == b.position || b.position == c.position || c.position == a.position;
        if !is_flat {
            triangles.push(if at % 2 == 0 { [a, b, c] } else { [b, a, c] });
        }
    }
}

/// Every corner but the first two forms a triangle with the one before it and the first.
fn fan(corners: &[Corner], triangles: &mut Vec<[Corner; 3]>) {
    let Some((&first, rest)) = corners.split_first() else { return };
    triangles.extend(rest.windows(2).map(|pair| [first, pair[0], pair[1]]));
}
