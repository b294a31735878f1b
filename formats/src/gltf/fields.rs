//! What an object of the file has under a name, as the type that the format says.

use super::json::Value;
use super::trouble::{Json, Trouble, quote};

/// What to do where a file does not follow the format.
pub(super) const EXPORT_AGAIN: &str = "Export the file again, with a newer exporter if there is one.";

/// The largest whole number that a file's counts and indices may be. Beyond it they are not exact in JSON.
const MAX_WHOLE: f64 = 9_007_199_254_740_991.0;

impl<'t> Value<'t> {
    /// What it has under a name that must be there.
    pub fn required(&'t self, name: &str) -> Result<Json<'t>, Trouble<'t>> {
        let missing = || Trouble::at(self, format!("It has no '{name}'."), EXPORT_AGAIN);
        self.get(name).ok_or_else(missing)
    }

    /// A string, if it is there.
    pub fn string(&'t self, name: &str) -> Result<Option<&'t str>, Trouble<'t>> {
        self.get(name).map(Self::as_string).transpose()
    }

    /// Itself as a string.
    pub fn as_string(&'t self) -> Result<&'t str, Trouble<'t>> {
        match self {
            Self::String(string) => Ok(string),
            other => Err(other.is_no("a string")),
        }
    }

    /// True or false, if it is there.
    pub fn is(&'t self, name: &str) -> Result<bool, Trouble<'t>> {
        match self.get(name) {
            None => Ok(false),
            Some(Self::Bool(bool)) => Ok(*bool),
            Some(other) => Err(other.is_no("true or false")),
        }
    }

    /// A number, if it is there.
    pub fn number(&'t self, name: &str) -> Result<Option<f32>, Trouble<'t>> {
        self.get(name).map(Self::as_number).transpose()
    }

    /// Itself as a number that is finite as we keep it.
    fn as_number(&'t self) -> Result<f32, Trouble<'t>> {
        match self {
            Self::Number(number) if (*number as f32).is_finite() => Ok(*number as f32),
            Self::Number(_) => Err(Trouble::at(self, "This number is too large.", EXPORT_AGAIN)),
            other => Err(other.is_no("a number")),
        }
    }

    /// So many numbers, if they are there.
    pub fn numbers<const N: usize>(&'t self, name: &str) -> Result<Option<[f32; N]>, Trouble<'t>> {
        let Some(list) = self.get(name) else { return Ok(None) };
        let items = list.as_items()?;
        if items.len() != N {
            return Err(Trouble::at(list, format!("It has {} numbers, not {N}.", items.len()), EXPORT_AGAIN));
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(items) {
            *number = item.as_number()?;
        }
        Ok(Some(numbers))
    }

    /// A whole number that is not negative, if it is there.
    pub fn whole(&'t self, name: &str) -> Result<Option<usize>, Trouble<'t>> {
        self.get(name).map(Self::as_whole).transpose()
    }

    /// A whole number that must be there.
    pub fn required_whole(&'t self, name: &str) -> Result<usize, Trouble<'t>> {
        self.required(name)?.as_whole()
    }

    /// Itself as a whole number that is not negative.
    pub fn as_whole(&'t self) -> Result<usize, Trouble<'t>> {
        match self {
            Self::Number(number) if number.fract() == 0.0 && (0.0..=MAX_WHOLE).contains(number) => {
                Ok(*number as usize)
            }
            Self::Number(number) => {
                Err(Trouble::at(self, format!("{number} is no whole number from 0 on."), EXPORT_AGAIN))
            }
            other => Err(other.is_no("a whole number")),
        }
    }

    /// The items of an array; none if it is not there.
    pub fn items(&'t self, name: &str) -> Result<&'t [Self], Trouble<'t>> {
        self.get(name).map_or(Ok(&[]), Self::as_items)
    }

    /// Itself as an array.
    pub fn as_items(&'t self) -> Result<&'t [Self], Trouble<'t>> {
        match self {
            Self::Array(items) => Ok(items),
            other => Err(other.is_no("an array")),
        }
    }

    /// The members of an object; none if it is not there.
    pub fn members(&'t self, name: &str) -> Result<impl Iterator<Item = (&'t str, Json<'t>)>, Trouble<'t>> {
        let members = match self.get(name) {
            None => &[][..],
            Some(Self::Object(members)) => members,
            Some(other) => return Err(other.is_no("an object")),
        };
        Ok(members.iter().map(|(name, value)| (name.as_ref(), value)))
    }

    /// The object below one of the file's lists to which an index under a name leads, if there is such an index.
    pub fn referred(
        &'t self,
        root: Json<'t>,
        name: &str,
        list: &str,
    ) -> Result<Option<(usize, Json<'t>)>, Trouble<'t>> {
        self.get(name).map(|index| index.as_reference(root, list)).transpose()
    }

    /// Itself as an index into one of the file's lists, and what stands there.
    pub fn as_reference(&'t self, root: Json<'t>, list: &str) -> Result<(usize, Json<'t>), Trouble<'t>> {
        let index = self.as_whole()?;
        let items = root.items(list)?;
        let none = || {
            let what = format!("There is no {index} among the {} '{list}' of the file.", items.len());
            Trouble::at(self, what, EXPORT_AGAIN)
        };
        match items.get(index).ok_or_else(none)? {
            object @ Self::Object(_) => Ok((index, object)),
            other => Err(other.is_no("an object")),
        }
    }

    /// One of some words.
    pub fn unknown_word(&'t self, known: &[&str]) -> Trouble<'t> {
        let word = match self {
            Self::String(word) => quote(word),
            other => other.kind().to_owned(),
        };
        let known: Vec<_> = known.iter().map(|known| quote(known)).collect();
        Trouble::at(self, format!("This is {word}, and should be one of {}.", known.join(", ")), EXPORT_AGAIN)
    }

    fn is_no(&'t self, wanted: &str) -> Trouble<'t> {
        Trouble::at(self, format!("This is {}, and should be {wanted}.", self.kind()), EXPORT_AGAIN)
    }
}
