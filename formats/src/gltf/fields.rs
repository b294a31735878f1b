//! Fields of an object of the file, with the types of the format.

use super::json::{Value, kind};
use super::trouble::{Json, Trouble, quote};

/// The largest whole number for counts and indices. Larger ones aren't exact in JSON.
const MAX_WHOLE: f64 = 9_007_199_254_740_991.0;

/// A field's value, or the trouble with it.
type Read<'t, T> = Result<T, Trouble<'t>>;

/// Values, read with the types of the format.
impl Value {
    /// Returns the member with a name, which must exist.
    pub(super) fn required(&self, name: &str) -> Read<'_, Json<'_>> {
        let missing = || Trouble::at(self, format!("It has no '{name}'."));
        self.get(name).ok_or_else(missing)
    }

    /// Its name for people: its own, or its kind and its number.
    pub(super) fn called(&self, what: &str, index: usize) -> Read<'_, String> {
        let name = self.string("name")?.filter(|name| !name.is_empty());
        Ok(name.map_or_else(|| format!("{what} {index}"), str::to_owned))
    }

    pub(super) fn string(&self, name: &str) -> Read<'_, Option<&str>> {
        self.get(name).map(Self::as_string).transpose()
    }

    /// The value as a string.
    pub(super) fn as_string(&self) -> Read<'_, &str> {
        self.as_str().ok_or_else(|| self.is_no("a string"))
    }

    /// A Boolean, false if it doesn't exist.
    pub(super) fn is(&self, name: &str) -> Read<'_, bool> {
        let Some(value) = self.get(name) else { return Ok(false) };
        if let Self::Bool(is) = value { Ok(*is) } else { Err(value.is_no("true or false")) }
    }

    pub(super) fn number(&self, name: &str) -> Read<'_, Option<f32>> {
        self.get(name).map(Self::as_float).transpose()
    }

    /// The value as a number that is finite as an `f32`.
    pub(super) fn as_float(&self) -> Read<'_, f32> {
        let number = self.as_number().ok_or_else(|| self.is_no("a number"))? as f32;
        let large = || Trouble::at(self, "This number is too large.");
        number.is_finite().then_some(number).ok_or_else(large)
    }

    /// An array of `N` numbers, if it exists.
    pub(super) fn numbers<const N: usize>(&self, name: &str) -> Read<'_, Option<[f32; N]>> {
        let Some(list) = self.get(name) else { return Ok(None) };
        let items = list.as_items()?;
        if items.len() != N {
            return Err(Trouble::at(list, format!("It has {} numbers, not {N}.", items.len())));
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(items) {
            *number = item.as_float()?;
        }
        Ok(Some(numbers))
    }

    /// A whole number that isn't negative, if it exists.
    pub(super) fn whole(&self, name: &str) -> Read<'_, Option<usize>> {
        self.get(name).map(Self::as_whole).transpose()
    }

    /// A whole number that must exist.
    pub(super) fn required_whole(&self, name: &str) -> Read<'_, usize> {
        self.required(name)?.as_whole()
    }

    /// The value as a whole number that isn't negative.
    pub(super) fn as_whole(&self) -> Read<'_, usize> {
        let number = self.as_number().ok_or_else(|| self.is_no("a whole number"))?;
        let is_whole = number.fract() == 0.0 && (0.0..=MAX_WHOLE).contains(&number);
        let other = || format!("{number} is no whole number from 0 on.");
        is_whole.then_some(number as usize).ok_or_else(|| Trouble::at(self, other()))
    }

    /// The items of an array; none if it doesn't exist.
    pub(super) fn items(&self, name: &str) -> Read<'_, &[Value]> {
        self.get(name).map_or(Ok(&[]), Self::as_items)
    }

    /// The value as an array.
    pub(super) fn as_items(&self) -> Read<'_, &[Value]> {
        if let Self::Array(items) = self { Ok(items) } else { Err(self.is_no("an array")) }
    }

    /// The members of an object; none if it doesn't exist.
    pub(super) fn members(&self, name: &str) -> Read<'_, impl Iterator<Item = (&str, Json<'_>)>> {
        let members = match self.get(name) {
            None => None,
            Some(Self::Object(members)) => Some(members.iter()),
            Some(other) => return Err(other.is_no("an object")),
        };
        Ok(members.into_iter().flatten().map(|(name, value)| (&**name, value)))
    }

    /// Returns the object in one of the file's lists at the index in a field, if there is such a field.
    pub(super) fn referred<'t>(
        &'t self,
        root: Json<'t>,
        name: &str,
        list: &str,
    ) -> Read<'t, Option<(usize, Json<'t>)>> {
        self.get(name).map(|index| index.as_reference(root, list)).transpose()
    }

    /// Returns the value as an index into one of the file's lists, and the object there.
    pub(super) fn as_reference<'t>(&'t self, root: Json<'t>, list: &str) -> Read<'t, (usize, Json<'t>)> {
        let index = self.as_whole()?;
        let items = root.items(list)?;
        let none = || {
            Trouble::at(self, format!("There is no {index} among the {} '{list}' of the file.", items.len()))
        };
        match items.get(index).ok_or_else(none)? {
            object @ Value::Object(_) => Ok((index, object)),
            other => Err(other.is_no("an object")),
        }
    }

    /// The trouble that it is none of these words.
    pub(super) fn unknown_word(&self, known: &[&str]) -> Trouble<'_> {
        let word = self.as_str().map_or_else(|| kind(self).to_owned(), quote);
        let known: Vec<_> = known.iter().map(|known| quote(known)).collect();
        Trouble::at(self, format!("This is {word}, and should be one of {}.", known.join(", ")))
    }

    /// The trouble that it isn't of the wanted kind.
    pub(super) fn is_no(&self, wanted: &str) -> Trouble<'_> {
        Trouble::at(self, format!("This is {}, and should be {wanted}.", kind(self)))
    }
}
