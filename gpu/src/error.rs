//! The reason why something can't be read, uploaded or drawn.

use std::fmt;

/// The reason, in words, why something can't be read, uploaded or drawn.
#[derive(Debug)]
pub struct Error(pub(super) String);

pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Takes over the words of errors of other crates.
macro_rules! words_of {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self(error.to_string())
            }
        })*
    };
}

/// Returns an error with these words unless a condition holds.
macro_rules! ensure {
    ($holds:expr, $($words:tt)*) => {
        if !$holds {
            return Err($crate::Error(format!($($words)*)));
        }
    };
}
pub(super) use ensure;

words_of!(
    &str,
    std::io::Error,
    png::DecodingError,
    zune_jpeg::errors::DecodeErrors,
    glium::buffer::BufferCreationError,
    glium::index::BufferCreationError,
    glium::vertex::BufferCreationError,
    glium::DrawError,
);
