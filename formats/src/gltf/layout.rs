//! Layouts of numbers in bytes.

/// The type of a component, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A signed integer of one byte.
    I8,
    /// An unsigned integer of one byte.
    U8,
    /// A signed integer of two bytes.
    I16,
    /// An unsigned integer of two bytes.
    U16,
    /// An unsigned integer of four bytes.
    U32,
    /// A float of four bytes.
    F32,
}

impl Component {
    /// Returns the type for a number of the format; none if it has no such number.
    pub fn of(component_type: usize) -> Option<Self> {
        match component_type {
            5120 => Some(Self::I8),
            5121 => Some(Self::U8),
            5122 => Some(Self::I16),
            5123 => Some(Self::U16),
            5125 => Some(Self::U32),
            5126 => Some(Self::F32),
            _ => None,
        }
    }

    /// Returns its size in bytes.
    #[inline]
    pub fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The component at an offset, as it is stored.
    #[inline(always)]
    pub fn read(self, bytes: &[u8], at: usize) -> f32 {
        match self {
            Self::I8 => f32::from(bytes[at] as i8),
            Self::U8 => f32::from(bytes[at]),
            Self::I16 => f32::from(i16::from_le_bytes([bytes[at], bytes[at + 1]])),
            Self::U16 => f32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]])),
            Self::U32 => u32::from_le_bytes(four(bytes, at)) as f32,
            Self::F32 => f32::from_le_bytes(four(bytes, at)),
        }
    }

    /// The largest integer of this type; none for floats.
    #[inline]
    pub fn largest(self) -> Option<f32> {
        match self {
            Self::I8 => Some(127.0),
            Self::U8 => Some(255.0),
            Self::I16 => Some(32_767.0),
            Self::U16 => Some(65_535.0),
            Self::U32 => Some(4_294_967_295.0),
            Self::F32 => None,
        }
    }
}

#[inline]
fn four(bytes: &[u8], at: usize) -> [u8; 4] {
    // Sliced at once, so that the bounds are checked once.
    let four = &bytes[at..at + 4];
    [four[0], four[1], four[2], four[3]]
}

/// Returns the count of numbers in an element of a type; none if the format has no such type.
pub fn width(kind: &str) -> Option<usize> {
    match kind {
        "SCALAR" => Some(1),
        "VEC2" => Some(2),
        "VEC3" => Some(3),
        "VEC4" => Some(4),
        "MAT4" => Some(16),
        _ => None,
    }
}

/// What a file says of an accessor and its view; `None` where it says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields<'a> {
    /// The view's `byteOffset`.
    pub view_offset: Option<usize>,
    /// The view's `byteStride`.
    pub stride: Option<usize>,
    /// The accessor's `byteOffset`.
    pub offset: Option<usize>,
    /// The accessor's `componentType`.
    pub component_type: usize,
    /// The accessor's `type`.
    pub kind: &'a str,
    /// The accessor's `normalized`.
    pub normalized: Option<bool>,
}

/// The layout of an accessor's elements in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// First byte of element 0, in the buffer.
    pub offset: usize,
    /// Bytes from the start of one element to the start of the next.
    pub stride: usize,
    /// Type of the numbers in them.
    pub component: Component,
    /// Count of numbers in an element.
    pub width: usize,
    /// True if integers mean numbers from 0 to 1, or from -1 to 1 if they are signed.
    pub normalized: bool,
}

impl Layout {
    /// Returns the size of an element in bytes.
    #[inline]
    pub fn size(&self) -> usize {
        self.width * self.component.size()
    }
}

/// Returns the layout of an accessor; none if the format has no such component type, or no such type of elements.
pub fn layout(fields: &Fields<'_>) -> Option<Layout> {
    // TODO 19.1: Give the layout that these fields mean, and those that the file has left out.
    // BEGIN SOLUTION 19.1
    let component = Component::of(fields.component_type)?;
    let width = width(fields.kind)?;
    let is_fraction = !matches!(component, Component::U32 | Component::F32);
    Some(Layout {
        offset: fields.view_offset.unwrap_or(0) + fields.offset.unwrap_or(0),
        stride: fields.stride.unwrap_or(width * component.size()),
        component,
        width,
        normalized: is_fraction && fields.normalized.unwrap_or(false),
    })
    // END SOLUTION 19.1
    // STARTER 19.1: let component = Component::of(fields.component_type)?;
    // STARTER 19.1: Some(Layout { offset: 0, stride: 0, component, width: 0, normalized: false })
}

/// Returns an element's numbers, normalised if the layout says so. `bytes` are long enough, and `layout.width` is `N`.
#[inline(always)]
pub fn element<const N: usize>(bytes: &[u8], layout: &Layout, index: usize) -> [f32; N] {
    let mut element = [0.0; N];
    let first = layout.offset + index * layout.stride;
    for (i, number) in element.iter_mut().enumerate() {
        let stored = layout.component.read(bytes, first + i * layout.component.size());
        *number = match layout.component.largest() {
            Some(largest) if layout.normalized => (stored / largest).max(-1.0),
            _ => stored,
        };
    }
    element
}

/// Tests exercise 19.1 with a known layout. If it fails, returns the beginning of every error message.
pub(crate) fn misread() -> &'static str {
    let fields = Fields {
        view_offset: Some(8),
        stride: None,
        offset: Some(4),
        component_type: 5123,
        kind: "VEC3",
        normalized: None,
    };
    let right = Layout { offset: 12, stride: 6, component: Component::U16, width: 3, normalized: false };
    match layout(&fields) {
        Some(layout) if layout == right => "",
        _ => {
            "Exercise 19.1 does not find numbers right yet, so nothing of a glTF file can be right: `cargo workbook check 19.1` says more, and `cargo workbook solve 19.1` fills it in. "
        }
    }
}
