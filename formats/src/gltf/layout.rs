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

/// The layout of an accessor's elements in the bytes of their view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// First byte of the accessor in the view.
    pub offset: usize,
    /// The stride of the view, in bytes; 0 if the file gives none.
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

/// Returns an element's numbers, normalised if the layout says so. `bytes` are long enough, and `layout.width` is `N`.
#[inline(always)]
pub fn element<const N: usize>(bytes: &[u8], layout: &Layout, index: usize) -> [f32; N] {
    // TODO 18.1: Give the numbers that these bytes stand for.
    // BEGIN SOLUTION 18.1
    let mut element = [0.0; N];
    let stride = if layout.stride == 0 { layout.size() } else { layout.stride };
    let first = layout.offset + index * stride;
    for (i, number) in element.iter_mut().enumerate() {
        let stored = layout.component.read(bytes, first + i * layout.component.size());
        *number = match layout.component.largest() {
            Some(largest) if layout.normalized => (stored / largest).max(-1.0),
            _ => stored,
        };
    }
    element
    // END SOLUTION 18.1
    // STARTER 18.1: let _ = (bytes, layout, index);
    // STARTER 18.1: [0.0; N]
}

/// Tests exercise 18.1 with a known number. If it fails, returns the beginning of every error message.
pub(crate) fn misread() -> &'static str {
    let layout = Layout { offset: 1, stride: 2, component: Component::U8, width: 1, normalized: false };
    match element(&[9, 9, 9, 7], &layout, 1) {
        [7.0] => "",
        _ => {
            "Exercise 18.1 does not read numbers right yet, so nothing of a glTF file can be right: `cargo workbook check 18.1` says more, and `cargo workbook solve 18.1` fills it in. "
        }
    }
}
