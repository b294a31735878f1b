//! `<geometry>`: points, normals, texture coordinates, and triangles between them.

use super::corners::{Geometry, Group, MISSING};
use super::error::{Error, refusal};
use super::inputs::{Input, Inputs};
use super::normals;
use super::numbers::integers;
use super::polygons::Cutter;
use super::primitives::{Builder, Column, Columns};
use super::sources::{self, Source};
use super::xml::{self, Element, Xml};
use glam::{Vec2, Vec3};
use std::collections::HashMap;
use std::ops::Range;

/// Reads `<geometry>` elements.
pub(super) struct Reader<'r, 'a> {
    pub xml: &'r Xml<'a>,
    pub cutter: &'r mut Cutter,
}

impl<'a> Reader<'_, 'a> {
    /// Reads a geometry; none if it is of a kind that isn't drawn.
    ///
    /// `texture_set` returns the set of texture coordinates for the material of a symbol.
    pub fn read(
        &mut self,
        geometry: Element<'a>,
        texture_set: impl Fn(Option<&str>) -> Option<u32>,
    ) -> Result<Option<Geometry>, Error> {
        let Some(mesh) = xml::child(geometry, "mesh") else { return self.without_mesh(geometry) };
        let mut read = MeshReader {
            reader: self,
            positions: List::default(),
            normals: List::default(),
            texture_coordinates: List::default(),
            colours: List::default(),
            groups: Vec::new(),
        };
        for child in xml::elements(mesh) {
            read.add(child, &texture_set)?;
        }
        let MeshReader { positions, normals, texture_coordinates, groups, .. } = read;
        let mut read = Geometry {
            name: xml::name_of(geometry).to_owned(),
            positions: positions.entries,
            normals: normals.entries,
            texture_coordinates: texture_coordinates.entries,
            groups,
        };
        self.complete(mesh, &mut read)?;
        Ok(Some(read))
    }

    fn without_mesh(&mut self, geometry: Element) -> Result<Option<Geometry>, Error> {
        let kinds = ["convex_mesh", "spline", "brep"];
        let Some(kind) = xml::elements(geometry).find(|child| kinds.contains(&child.tag_name().name()))
        else {
            let what = format!("The geometry {} has no <mesh>.", xml::id_of(geometry));
            return Err(refusal(geometry, what, "Export the file again."));
        };
        self.xml.note(kind, || format!("<{}> is not shown, only <mesh> is.", kind.tag_name().name()));
        Ok(None)
    }

    /// Makes up missing normals and texture coordinates.
    fn complete(&mut self, mesh: Element, geometry: &mut Geometry) -> Result<(), Error> {
        let triangles = geometry.groups.iter().map(|group| group.triangles.len()).sum::<usize>();
        if triangles == 0 {
            self.xml.note(mesh, || "This mesh has no triangles: nothing of it is shown.".to_owned());
        }
        let made = normals::make_up(geometry);
        if made > 0 {
            self.xml.spend(mesh, 3 * made)?;
            self.xml.note(mesh, || {
                "Normals are missing here. They were made from the triangles, smooth but at sharp edges."
                    .to_owned()
            });
        }
        let nowhere = geometry.texture_coordinates.len() as u32;
        let corners = geometry.groups.iter_mut().flat_map(|group| group.triangles.as_flattened_mut());
        let mut missing = corners.filter(|corner| corner.texture_coordinates == MISSING).peekable();
        if missing.peek().is_some() {
            geometry.texture_coordinates.push(Vec2::ZERO);
            missing.for_each(|corner| corner.texture_coordinates = nowhere);
        }
        Ok(())
    }
}

/// A `<mesh>` that is being read.
struct MeshReader<'m, 'r, 'a> {
    reader: &'m mut Reader<'r, 'a>,
    positions: List<Vec3>,
    normals: List<Vec3>,
    texture_coordinates: List<Vec2>,
    colours: List<[f32; 3]>,
    groups: Vec<Group>,
}

impl<'a> MeshReader<'_, '_, 'a> {
    /// Adds the triangles of a child of the mesh, if it has any. See [`Reader::read`] for `texture_set`.
    fn add(
        &mut self,
        child: Element<'a>,
        texture_set: &impl Fn(Option<&str>) -> Option<u32>,
    ) -> Result<(), Error> {
        let name = child.tag_name().name();
        if matches!(name, "lines" | "linestrips" | "points") {
            self.reader.xml.note(child, || format!("<{name}> is not shown, only surfaces are."));
        }
        if !matches!(name, "triangles" | "polylist" | "polygons" | "tristrips" | "trifans") {
            return Ok(());
        }
        let symbol = child.attribute("material");
        let Some(mut columns) = self.columns(child, texture_set(symbol))? else { return Ok(()) };
        let (stride, colours) = (columns.stride, columns.colours.take());
        let Reader { xml, cutter } = &mut *self.reader;
        let positions = &self.positions.entries;
        let triangles = Builder { xml, columns, positions, cutter }.triangles(child)?;
        if !triangles.is_empty() {
            let colour = self.colour(child, colours, stride)?;
            self.groups.push(Group { symbol: symbol.map(str::to_owned), colour, triangles });
        }
        Ok(())
    }

    /// Returns the colour of a primitive's corners, if it is the same for all and not white. A note tells of several.
    fn colour(
        &self,
        primitive: Element<'a>,
        colours: Option<Column>,
        stride: usize,
    ) -> Result<Option<[f32; 3]>, Error> {
        let Some(column) = colours else { return Ok(None) };
        let mut used = Vec::new();
        for list in primitive.descendants().filter(|list| matches!(list.tag_name().name(), "p" | "h")) {
            let entries: Vec<i32> = integers(list)?;
            let entries = entries.chunks_exact(stride).filter_map(|record| column.entry(record));
            used.extend(entries.map(|entry| self.colours.entries[entry as usize]));
            used.dedup();
        }
        if used.len() > 1 {
            self.reader.xml.left_out.borrow_mut().insert("vertex colours");
            let what = "Its corners have several colours, which are not shown: those of glTF are.";
            self.reader.xml.note(primitive, || what.to_owned());
            return Ok(None);
        }
        Ok(used.first().copied().filter(|colour| *colour != [1.0; 3]))
    }

    /// Reads the columns of every corner; none if the element has no corners at all.
    fn columns(&mut self, primitive: Element<'a>, set: Option<u32>) -> Result<Option<Columns>, Error> {
        let inputs = Inputs::of(primitive)?;
        let Some(vertex) = inputs.find("VERTEX") else {
            if xml::child(primitive, "p").is_none() {
                return Ok(None);
            }
            let what = format!("{} has no <input semantic='VERTEX'>.", xml::tag(primitive));
            return Err(refusal(primitive, what, "Export the file again: it says where the corners are."));
        };
        let vertices = self.vertices(vertex.element)?;
        let shared = |element| Input { element, ..vertex };
        let position = shared(vertices.position);
        let normal = inputs.find("NORMAL").or(vertices.normal.map(shared));
        let at_texture = inputs.texture_coordinates(set).or(vertices.texture_coordinates.map(shared));
        if inputs.all("TEXCOORD").count() > 1 {
            self.reader.xml.left_out.borrow_mut().insert("further texture coordinates");
        }
        let colour = inputs.find("COLOR").or(vertices.colour.map(shared));
        let Self { reader, positions, normals, texture_coordinates, colours, .. } = self;
        let texture_coordinates =
            texture_coordinates.column_if_there(reader, at_texture, "texture coordinates", pairs)?;
        Ok(Some(Columns {
            stride: inputs.stride,
            position: positions.column(reader, position, "positions", places)?,
            normal: normals.column_if_there(reader, normal, "normals", places)?,
            texture_coordinates,
            colours: colours.column_if_there(reader, colour, "colours", triples)?,
        }))
    }

    /// Reads the inputs of the `<vertices>` that an input refers to.
    fn vertices(&self, input: Element<'a>) -> Result<Vertices<'a>, Error> {
        let element = self.reader.xml.referred(input, "source", &["vertices"])?;
        let Some(position) = xml::input(element, "POSITION") else {
            let what = format!("The vertices {} have no <input semantic='POSITION'>.", xml::id_of(element));
            return Err(refusal(element, what, "Export the file again: it says where the points are."));
        };
        let [normal, texture_coordinates, colour] =
            ["NORMAL", "TEXCOORD", "COLOR"].map(|semantic| xml::input(element, semantic));
        Ok(Vertices { position, normal, texture_coordinates, colour })
    }
}

/// The inputs of `<vertices>`: lists that share one index for each point.
struct Vertices<'a> {
    position: Element<'a>,
    normal: Option<Element<'a>>,
    texture_coordinates: Option<Element<'a>>,
    colour: Option<Element<'a>>,
}

/// Reads the entries in a source.
type Records<T> = fn(&Source) -> Result<Vec<T>, Error>;

/// Entries that corners refer to: those of one source or, rarely, of several, concatenated.
#[derive(Default)]
struct List<T> {
    entries: Vec<T>,
    ranges: HashMap<roxmltree::NodeId, Range<usize>>,
}

impl<T> List<T> {
    /// Finds the entries that an input refers to.
    fn column<'a>(
        &mut self,
        reader: &mut Reader<'_, 'a>,
        input: Input<'a>,
        what: &'static str,
        records: Records<T>,
    ) -> Result<Column, Error> {
        let source = reader.xml.referred(input.element, "source", &["source"])?;
        let range = match self.ranges.get(&source.id()) {
            Some(range) => range.clone(),
            None => {
                let numbers = sources::numbers(reader.xml, source)?;
                reader.xml.spend(source, numbers.size())?;
                let entries = records(&numbers)?;
                let start = self.entries.len();
                self.entries.extend(entries);
                self.ranges.insert(source.id(), start..self.entries.len());
                start..self.entries.len()
            }
        };
        Ok(Column { offset: input.offset, range, what })
    }

    /// Like [`List::column`], for something that can be made up: a note says if it is missing.
    fn column_if_there<'a>(
        &mut self,
        reader: &mut Reader<'_, 'a>,
        input: Option<Input<'a>>,
        what: &'static str,
        records: Records<T>,
    ) -> Result<Option<Column>, Error> {
        let Some(input) = input else { return Ok(None) };
        match reader.xml.find(input.element, "source", &["source"]) {
            Ok(_) => self.column(reader, input, what, records).map(Some),
            Err((what, _)) => {
                reader.xml.note(input.element, || what);
                Ok(None)
            }
        }
    }
}

/// The positions in a source. A flat drawing has positions of two numbers.
fn places(source: &Source) -> Result<Vec<Vec3>, Error> {
    if source.stride() == Some(2) {
        return Ok(pairs(source)?.into_iter().map(|place| place.extend(0.0)).collect());
    }
    Ok(source.records()?.into_iter().map(Vec3::from_array).collect())
}

/// The colours in a source, without their opacity: exporters write anything there.
fn triples(source: &Source) -> Result<Vec<[f32; 3]>, Error> {
    source.records()
}

/// The texture coordinates in a source.
fn pairs(source: &Source) -> Result<Vec<Vec2>, Error> {
    Ok(source.records()?.into_iter().map(Vec2::from_array).collect())
}
