//! Accessors: the meaning of a buffer's bytes.

use super::Bytes;
use super::Source;
use super::buffers::View;
use super::layout::{Component, Fields, Layout, element, layout, width};
use super::trouble::{Json, Trouble};

/// Elements of numbers, and where they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Accessor {
    /// The bytes of its buffer; none if all its elements are zero, except for those of `sparse`.
    pub bytes: Option<Bytes>,
    pub layout: Layout,
    pub count: usize,
    /// Elements whose values are elsewhere.
    sparse: Option<Sparse>,
}

/// The indices of elements that are replaced, and those in their place.
type Sparse = (Vec<usize>, Box<Accessor>);

impl Accessor {
    /// Returns all its elements, with this many numbers each.
    pub fn elements<const N: usize>(&self) -> Vec<[f32; N]> {
        self.map(|element| element)
    }

    /// Converts each of its elements of `N` numbers by a function, in one pass.
    pub(super) fn map<const N: usize, T: Clone>(&self, make: impl Fn([f32; N]) -> T) -> Vec<T> {
        self.read(&make([0.0; N]), &|bytes, layout, index| make(element(bytes, layout, index)))
    }

    /// All its elements, of one whole number each, without rounding.
    pub fn wholes(&self) -> Vec<u32> {
        self.read(&0, &|bytes, layout, index| {
            whole(bytes, layout.component, layout.offset + index * layout.stride)
        })
    }

    /// Reads each of its elements by a function of bytes, their layout and an index. Those without bytes are `zero`.
    fn read<T: Clone>(&self, zero: &T, at: &impl Fn(&[u8], &Layout, usize) -> T) -> Vec<T> {
        let mut read = match &self.bytes {
            Some(bytes) => (0..self.count).map(|index| at(bytes, &self.layout, index)).collect(),
            None => vec![zero.clone(); self.count],
        };
        if let Some((indices, values)) = &self.sparse {
            for (&index, value) in indices.iter().zip(values.read(zero, at)) {
                read[index] = value;
            }
        }
        read
    }
}

/// The whole number at a byte offset. Not all of those with four bytes would fit an `f32`.
fn whole(bytes: &[u8], component: Component, at: usize) -> u32 {
    match component {
        Component::U8 => u32::from(bytes[at]),
        Component::U16 => u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]])),
        _ => u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]),
    }
}

impl<'t> Source<'t> {
    /// Returns the accessor that a value refers to. Its type and its component must be among the given ones.
    pub(super) fn accessor(
        &self,
        reference: Json<'t>,
        types: &[&str],
        components: &[Component],
    ) -> Result<Accessor, Trouble<'t>> {
        let (_, accessor) = reference.as_reference(self.root, "accessors")?;
        let kind = accessor.required("type")?;
        let name = kind.as_string()?;
        let Some(width) = width(name).filter(|_| types.contains(&name)) else {
            return Err(kind.unknown_word(types));
        };
        let component = component(accessor.required("componentType")?)?;
        if !components.contains(&component) {
            let what = format!("Its numbers are {component:?} here, which the format has not in this place.");
            return Err(Trouble::at(accessor, what));
        }
        let fields = Fields { kind: name, ..fields(accessor, None)? };
        let read = self.read(accessor, fields)?;
        self.budget.spend(accessor, read.count, width * size_of::<f32>())?;
        Ok(read)
    }

    fn read(&self, accessor: Json<'t>, fields: Fields<'t>) -> Result<Accessor, Trouble<'t>> {
        let count = accessor.required_whole("count")?;
        if count == 0 {
            return Err(Trouble::at(accessor, "It has no elements."));
        }
        let read = match accessor.get("bufferView") {
            Some(view) => self.in_view(accessor, view, fields, count)?,
            None if accessor.get("byteOffset").is_some() => {
                return Err(Trouble::at(accessor, "It has a 'byteOffset' and no 'bufferView'."));
            }
            None => Accessor { bytes: None, layout: laid_out(accessor, &fields)?, count, sparse: None },
        };
        let sparse = accessor.get("sparse").map(|sparse| self.sparse(sparse, fields, count)).transpose()?;
        Ok(Accessor { sparse, ..read })
    }

    /// Returns the elements in a view, without those that are elsewhere.
    fn in_view(
        &self,
        at: Json<'t>,
        view: Json<'t>,
        fields: Fields<'t>,
        count: usize,
    ) -> Result<Accessor, Trouble<'t>> {
        let view = self.buffers.view(view)?;
        let layout = laid_out(at, &Fields { view_offset: view.offset, stride: view.stride, ..fields })?;
        // While 19.1 is open, elements have no numbers.
        let bytes = (layout.width > 0).then(|| view.buffer.clone());
        if bytes.is_some() {
            check(at, &view, &layout, count)?;
        }
        Ok(Accessor { bytes, layout, count, sparse: None })
    }

    fn sparse(&self, sparse: Json<'t>, fields: Fields<'t>, all: usize) -> Result<Sparse, Trouble<'t>> {
        let count = sparse.required_whole("count")?;
        if count == 0 || count > all {
            return Err(Trouble::at(sparse, format!("{count} elements cannot stand in place of {all}.")));
        }
        let [of_indices, of_values] = [sparse.required("indices")?, sparse.required("values")?];
        let component_type = of_indices.required("componentType")?;
        if !UNSIGNED.contains(&component(component_type)?) {
            return Err(Trouble::at(of_indices, "Indices are whole numbers from 0 on."));
        }
        let component_type = component_type.as_whole()?;
        let indices = Fields { component_type, kind: "SCALAR", normalized: None, ..fields };
        let indices = self.part(of_indices, indices, count)?;
        let indices: Vec<usize> = indices.wholes().into_iter().map(|index| index as usize).collect();
        if let Some(pair) = indices.windows(2).find(|pair| pair[0] >= pair[1]) {
            let what = format!("After {} comes {}: indices must grow.", pair[0], pair[1]);
            return Err(Trouble::at(of_indices, what));
        }
        if let Some(last) = indices.last().filter(|&&last| last >= all) {
            return Err(Trouble::at(of_indices, format!("There is no element {last} among {all}.")));
        }
        Ok((indices, Box::new(self.part(of_values, fields, count)?)))
    }

    /// Reads one of the two lists of a sparse accessor.
    fn part(&self, part: Json<'t>, fields: Fields<'t>, count: usize) -> Result<Accessor, Trouble<'t>> {
        let fields = Fields { offset: part.whole("byteOffset")?, ..fields };
        self.in_view(part, part.required("bufferView")?, fields, count)
    }
}

/// Returns the fields of an accessor, and of its view if it has one.
pub(super) fn fields<'t>(accessor: Json<'t>, view: Option<&View>) -> Result<Fields<'t>, Trouble<'t>> {
    Ok(Fields {
        view_offset: view.and_then(|view| view.offset),
        stride: view.and_then(|view| view.stride),
        offset: accessor.whole("byteOffset")?,
        component_type: accessor.required_whole("componentType")?,
        kind: accessor.required("type")?.as_string()?,
        normalized: accessor.get("normalized").map(|_| accessor.is("normalized")).transpose()?,
    })
}

fn laid_out<'t>(at: Json<'t>, fields: &Fields<'_>) -> Result<Layout, Trouble<'t>> {
    layout(fields).ok_or_else(|| Trouble::at(at, "There is no layout for it."))
}

/// Fails if elements are outside of their view.
fn check<'t>(at: Json<'t>, view: &View, layout: &Layout, count: usize) -> Result<(), Trouble<'t>> {
    let Layout { offset, stride, component, .. } = *layout;
    if stride != 0 && stride < layout.size() {
        let what = format!("Elements of {} bytes cannot begin every {stride} bytes.", layout.size());
        return Err(Trouble::at(at, what));
    }
    let size = component.size();
    let from = offset.wrapping_sub(view.offset.unwrap_or(0));
    let is_aligned = from.is_multiple_of(size) && stride.is_multiple_of(size);
    let before_last = (count - 1).checked_mul(stride);
    let end = before_last.and_then(|before| before.checked_add(from)?.checked_add(layout.size()));
    if end.is_none_or(|end| end > view.length) {
        let mut what = format!(
            "{count} elements of {} bytes from byte {from} on do not fit into a view of {} bytes.",
            layout.size(),
            view.length
        );
        if !is_aligned {
            what += &format!(" They should begin at multiples of {size} bytes: is 'byteOffset' meant so?");
        }
        return Err(Trouble::at(at, what));
    }
    Ok(())
}

/// Components for positions, normals and texture coordinates. All but `F32` are those of `KHR_mesh_quantization`.
pub(super) const ANY: [Component; 5] =
    [Component::F32, Component::I8, Component::U8, Component::I16, Component::U16];

/// Components for indices of vertices.
pub(super) const UNSIGNED: [Component; 3] = [Component::U8, Component::U16, Component::U32];

pub(super) fn component<'t>(code: Json<'t>) -> Result<Component, Trouble<'t>> {
    let number = code.as_whole()?;
    Component::of(number).ok_or_else(|| Trouble::at(code, format!("There is no component type {number}.")))
}
