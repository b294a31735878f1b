//! What differs between two lists.

/// What makes one list of another: a run of it that others take the place of.
#[derive(Clone, Debug, PartialEq)]
pub struct Run<T> {
    /// Where the run begins.
    at: usize,
    /// How many go.
    gone: usize,
    /// Those that come instead.
    come: Vec<T>,
}

impl<T: Clone + PartialEq> Run<T> {
    /// What makes `to` of `from`.
    pub fn between(from: &[T], to: &[T]) -> Self {
        let at = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        let rest = from[at..].iter().rev().zip(to[at..].iter().rev());
        let same = rest.take_while(|(a, b)| a == b).count();
        Self { at, gone: from.len() - same - at, come: to[at..to.len() - same].to_vec() }
    }

    /// Makes it: of the list that it was found from, the other one.
    pub fn put(&self, list: &mut Vec<T>) {
        let end = list.len().min(self.at + self.gone);
        list.splice(self.at.min(end)..end, self.come.iter().cloned());
    }

    /// How many bytes it keeps beside itself; `inner` tells what one of those that come keeps beside itself.
    pub fn bytes(&self, inner: impl Fn(&T) -> usize) -> usize {
        size_of_val(&self.come[..]) + self.come.iter().map(inner).sum::<usize>()
    }
}
