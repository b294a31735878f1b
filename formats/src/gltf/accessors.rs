//! Accessors: the meaning of a buffer's bytes.

use super::Source;
use super::bytes::Bytes;
use super::layout::{Component, Layout, element};
use super::trouble::{Json, Trouble};

impl Layout {
    /// Returns the distance from the start of one element to the next.
    #[inline]
    pub(super) fn step(&self) -> usize {
        if self.stride == 0 { self.size() } else { self.stride }
    }
}

/// Elements of numbers, and where they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Accessor {
    /// The bytes of its view; none if all its elements are zero, except for those of `sparse`.
    pub bytes: Option<Bytes>,
    /// Their layout there.
    pub layout: Layout,
    /// Their number.
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
            whole(bytes, layout.component, layout.offset + index * layout.step())
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
        let normalized = self.normalized(accessor, component)?;
        let layout = Layout { offset: 0, stride: 0, component, width, normalized };
        let read = self.read(accessor, layout)?;
        self.budget.spend(accessor, read.count, width * size_of::<f32>())?;
        Ok(read)
    }

    /// Returns true if its numbers are normalised. Floats, and integers of four bytes, can't be.
    fn normalized(&self, accessor: Json<'t>, component: Component) -> Result<bool, Trouble<'t>> {
        let normalized = accessor.is("normalized")?;
        Ok(normalized && !matches!(component, Component::F32 | Component::U32))
    }

    fn read(&self, accessor: Json<'t>, layout: Layout) -> Result<Accessor, Trouble<'t>> {
        let count = accessor.required_whole("count")?;
        if count == 0 {
            return Err(Trouble::at(accessor, "It has no elements."));
        }
        let offset = accessor.whole("byteOffset")?.unwrap_or(0);
        let layout = Layout { offset, ..layout };
        let (bytes, layout) = match accessor.get("bufferView") {
            Some(view) => {
                let (bytes, stride) = self.buffers.view(view)?;
                let layout = Layout { stride, ..layout };
                self.check(accessor, &bytes, &layout, count)?;
                (Some(bytes), layout)
            }
            None if accessor.get("byteOffset").is_some() => {
                return Err(Trouble::at(accessor, "It has a 'byteOffset' and no 'bufferView'."));
            }
            None => (None, layout),
        };
        let sparse = accessor.get("sparse").map(|sparse| self.sparse(sparse, layout, count)).transpose()?;
        Ok(Accessor { bytes, layout, count, sparse })
    }

    /// Fails if elements are outside of their view, or misaligned.
    fn check(&self, at: Json<'t>, bytes: &[u8], layout: &Layout, count: usize) -> Result<(), Trouble<'t>> {
        let Layout { offset, stride, component, .. } = *layout;
        if stride != 0 && stride < layout.size() {
            let what = format!("Elements of {} bytes cannot begin every {stride} bytes.", layout.size());
            return Err(Trouble::at(at, what));
        }
        let size = component.size();
        let is_aligned = offset.is_multiple_of(size) && stride.is_multiple_of(size);
        let before_last = (count - 1).checked_mul(layout.step());
        let end = before_last.and_then(|before| before.checked_add(offset)?.checked_add(layout.size()));
        if end.is_none_or(|end| end > bytes.len()) {
            let mut what = format!(
                "{count} elements of {} bytes from byte {offset} on do not fit into a view of {} bytes.",
                layout.size(),
                bytes.len()
            );
            if !is_aligned {
                what +=
                    &format!(" They should begin at multiples of {size} bytes: is 'byteOffset' meant so?");
            }
            return Err(Trouble::at(at, what));
        }
        Ok(())
    }

    fn sparse(&self, sparse: Json<'t>, layout: Layout, all: usize) -> Result<Sparse, Trouble<'t>> {
        let count = sparse.required_whole("count")?;
        if count == 0 || count > all {
            return Err(Trouble::at(sparse, format!("{count} elements cannot stand in place of {all}.")));
        }
        let [of_indices, of_values] = [sparse.required("indices")?, sparse.required("values")?];
        let component = component(of_indices.required("componentType")?)?;
        if !UNSIGNED.contains(&component) {
            return Err(Trouble::at(of_indices, "Indices are whole numbers from 0 on."));
        }
        let indices =
            self.part(of_indices, Layout { component, width: 1, normalized: false, ..layout }, count)?;
        let indices: Vec<usize> = indices.wholes().into_iter().map(|index| index as usize).collect();
        if let Some(pair) = indices.windows(2).find(|pair| pair[0] >= pair[1]) {
            let what = format!("After {} comes {}: indices must grow.", pair[0], pair[1]);
            return Err(Trouble::at(of_indices, what));
        }
        if let Some(last) = indices.last().filter(|&&last| last >= all) {
            return Err(Trouble::at(of_indices, format!("There is no element {last} among {all}.")));
        }
        Ok((indices, Box::new(self.part(of_values, layout, count)?)))
    }

    /// Reads one of the two lists of a sparse accessor.
    fn part(&self, part: Json<'t>, layout: Layout, count: usize) -> Result<Accessor, Trouble<'t>> {
        let (bytes, stride) = self.buffers.view(part.required("bufferView")?)?;
        let layout = Layout { offset: part.whole("byteOffset")?.unwrap_or(0), stride, ..layout };
        self.check(part, &bytes, &layout, count)?;
        Ok(Accessor { bytes: Some(bytes), layout, count, sparse: None })
    }
}

/// Components for positions, normals and texture coordinates. All but `F32` are those of `KHR_mesh_quantization`.
pub(super) const ANY: [Component; 5] =
    [Component::F32, Component::I8, Component::U8, Component::I16, Component::U16];

/// Components for indices of vertices.
pub(super) const UNSIGNED: [Component; 3] = [Component::U8, Component::U16, Component::U32];

/// Returns the count of numbers in an element of a type.
pub(super) fn width(kind: &str) -> Option<usize> {
    match kind {
        "SCALAR" => Some(1),
        "VEC2" => Some(2),
        "VEC3" => Some(3),
        "VEC4" => Some(4),
        "MAT4" => Some(16),
        _ => None,
    }
}

pub(super) fn component<'t>(code: Json<'t>) -> Result<Component, Trouble<'t>> {
    match code.as_whole()? {
        5120 => Ok(Component::I8),
        5121 => Ok(Component::U8),
        5122 => Ok(Component::I16),
        5123 => Ok(Component::U16),
        5125 => Ok(Component::U32),
        5126 => Ok(Component::F32),
        other => Err(Trouble::at(code, format!("There is no component type {other}."))),
    }
}
