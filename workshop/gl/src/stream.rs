//! Sends vertices that change in every frame, without a new buffer for each.

use super::Gl;
use anyhow::Result;
use glium::vertex::VertexBufferSlice;
use glium::{Vertex, VertexBuffer};
use std::cell::RefCell;

/// Vertices on the graphics card, in a buffer that grows when there are more than it has room for.
pub struct Stream<V: Copy>(RefCell<Option<(VertexBuffer<V>, usize)>>);

impl<V: Copy> Default for Stream<V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<V: Vertex> Stream<V> {
    /// Replaces the vertices.
    pub fn write(&self, gl: &Gl, vertices: &[V]) -> Result<()> {
        let (mut sent, count) = (self.0.borrow_mut(), vertices.len());
        let kept = sent.take().filter(|(buffer, _)| buffer.len() >= count);
        let grown = || VertexBuffer::empty(gl, count.next_power_of_two());
        let (buffer, _) = sent.insert((kept.map_or_else(grown, |(buffer, _)| Ok(buffer))?, count));
        if let Some(room) = buffer.slice(0..count).filter(|_| count > 0) {
            room.write(vertices);
        }
        Ok(())
    }

    /// Draws the vertices, if there are any.
    pub fn draw(&self, draw: impl FnOnce(VertexBufferSlice<'_, V>) -> Result<()>) -> Result<()> {
        let sent = self.0.borrow();
        let vertices = sent.as_ref().filter(|(_, count)| *count > 0);
        vertices.and_then(|(buffer, count)| buffer.slice(0..*count)).map_or(Ok(()), draw)
    }
}
