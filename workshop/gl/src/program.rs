//! Shader programs, and the driver's messages about them.

use super::{read_text, shader_path};
use anyhow::{Context as _, Error, Result, anyhow, ensure};
use course::NotCompiled;
use glium::backend::Context;
use glium::program::{ProgramCreationError, ProgramCreationInput, ShaderType, TransformFeedbackMode};
use glium::uniforms::UniformType;
use glium::vertex::VertexFormat;
use glium::{Program, program::ProgramCreationInput::SourceCode};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;

/// The shader files of a program.
pub(super) struct Stages<'a> {
    pub vertex: &'a Path,
    pub geometry: Option<&'a Path>,
    /// Without a fragment shader nothing is drawn: the vertices are only computed.
    pub fragment: Option<&'a Path>,
    /// Words of the vertex shader and of the fragment shader, and their replacements: constants that are known at compile
    /// time cost nothing.
    pub instead: [&'a [[&'a str; 2]]; 2],
}

/// The input that the drawing code passes to a program.
pub(super) struct Given {
    /// The vertices: one format for each buffer that they come from.
    vertices: Vec<VertexFormat>,
    /// The types of the uniforms, as the first program had them.
    uniforms: OnceCell<HashMap<String, UniformType>>,
}

impl Given {
    pub fn vertices(formats: &[VertexFormat]) -> Self {
        Self { vertices: formats.to_vec(), uniforms: OnceCell::new() }
    }
}

impl Stages<'_> {
    /// Compiles and links the files. `kept` are the outputs of the vertex shader that can be read back.
    pub fn load(&self, context: &Rc<Context>, kept: Vec<String>) -> Result<Program> {
        let replaced = |text: String, all: &[[&str; 2]]| {
            all.iter().fold(text, |text, [words, instead]| text.replace(words, instead))
        };
        let [in_vertex, in_fragment] = self.instead;
        let (vertex, geometry) =
            (replaced(read_text(self.vertex)?, in_vertex), self.geometry.map(read_text).transpose()?);
        let fragment = self.fragment.map(whole_text).transpose()?.map(|text| replaced(text, in_fragment));
        let input: ProgramCreationInput = SourceCode {
            vertex_shader: &vertex,
            fragment_shader: fragment.as_deref().unwrap_or("#version 330 core\nvoid main() {}"),
            geometry_shader: geometry.as_deref(),
            tessellation_control_shader: None,
            tessellation_evaluation_shader: None,
            transform_feedback_varyings: (!kept.is_empty())
                .then_some((kept, TransformFeedbackMode::Interleaved)),
            // Means: the shader's output is sRGB already, don't convert it.
            outputs_srgb: true,
            uses_point_size: false,
        };
        // Mesa may name mismatched parts by freed memory, and glium panics at a name that isn't UTF-8.
        let made = catch_unwind(AssertUnwindSafe(|| Program::new(context, input)));
        made.map_err(|_| {
            let why = "do not fit together: is one name declared with two types?";
            Error::new(NotCompiled(format!("{} {why}", self.names())))
        })?
        .map_err(|error| self.explain(error))
    }

    /// Refuses a program that compiles, but expects another input than it is given: drawing with it would fail.
    pub fn check(&self, program: &Program, given: &Given) -> Result<()> {
        for (name, attribute) in program.attributes() {
            let mut known = given.vertices.iter().copied().flatten();
            let binding = known.find(|binding| binding.0 == *name);
            let (.., kind, _) =
                binding.with_context(|| format!("{}: vertices have no `{name}`", short(self.vertex)))?;
            ensure!(
                kind.get_num_components() == attribute.ty.get_num_components() && attribute.size == 1,
                "{}: `{name}` has another type in the vertices that are drawn",
                short(self.vertex)
            );
        }
        let types = || program.uniforms().map(|(name, uniform)| (name.clone(), uniform.ty));
        let first = given.uniforms.get_or_init(|| types().collect());
        for (name, now) in types() {
            let before = *first.get(&name).unwrap_or(&now);
            ensure!(before == now, "{}: `{name}` was a {before:?} and is a {now:?}", self.names());
        }
        Ok(())
    }

    fn explain(&self, error: ProgramCreationError) -> Error {
        match error {
            ProgramCreationError::CompilationError(log, stage) => {
                let path = match stage {
                    ShaderType::Vertex => Some(self.vertex),
                    ShaderType::Geometry => self.geometry,
                    _ => self.fragment,
                };
                Error::new(NotCompiled(with_places(path.unwrap_or(self.vertex), &log)))
            }
            ProgramCreationError::LinkingError(log) => {
                Error::new(NotCompiled(format!("{} do not fit together: {}", self.names(), log.trim())))
            }
            other => anyhow!("{}: {other}", self.names()),
        }
    }

    /// All files, as in "a.vert, b.geom and c.frag".
    fn names(&self) -> String {
        let stages = [Some(self.vertex), self.geometry, self.fragment];
        let names: Vec<String> = stages.into_iter().flatten().map(short).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// Returns a shader's text. A last line `#include "FILE"` includes a file of `shaders/`, and shifts no line's number.
fn whole_text(path: &Path) -> Result<String> {
    let text = read_text(path)?;
    match text.split_once("#include ") {
        Some((text, file)) => Ok(text.to_owned() + &read_text(&shader_path(file.trim().trim_matches('"')))?),
        None => Ok(text),
    }
}

/// A program that can be used like any other, and draws nothing.
pub(super) fn that_draws_nothing(context: &Rc<Context>) -> Result<Program> {
    // Every vertex is behind the viewer.
    let vertex = "#version 330 core\nvoid main() { gl_Position = vec4(0.0, 0.0, -2.0, 1.0); }";
    let fragment = "#version 330 core\nvoid main() {}";
    Ok(Program::from_source(context, vertex, fragment, None)?)
}

/// The driver's words, with file and line in front of every message that has a line.
fn with_places(path: &Path, log: &str) -> String {
    let file = short(path);
    let lines = log.trim().trim_end_matches('\0').lines().filter(|line| !line.trim().is_empty());
    let placed = lines.map(|message| match place(message) {
        Some((line, rest)) => format!("{file}:{line}: {rest}"),
        None => format!("{file}: {}", message.trim()),
    });
    placed.collect::<Vec<_>>().join("\n")
}

/// Splits a driver's message into its line number and the rest.
///
/// Mesa writes `0:12(5): error: …`, NVIDIA `0(12) : error C1008: …`, AMD, Intel and Apple `ERROR: 0:12: …`.
fn place(message: &str) -> Option<(u32, &str)> {
    let message = message.trim();
    let severity = message.strip_prefix("ERROR: ").or_else(|| message.strip_prefix("WARNING: "));
    let after_source = severity.unwrap_or(message).trim_start_matches(|c: char| c.is_ascii_digit());
    let from_line = after_source.strip_prefix([':', '('])?;
    let digits = from_line.find(|c: char| !c.is_ascii_digit())?;
    let line = from_line[..digits].parse().ok()?;
    let mut rest = from_line[digits..].trim_start_matches(')');
    if let Some(column) = rest.strip_prefix('(') {
        rest = column.split_once(')')?.1;
    }
    Some((line, rest.trim_start_matches([' ', ':'])))
}

/// The path from the workbook's folder: what a student sees in the editor.
fn short(path: &Path) -> String {
    let root = course::root();
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_found_in_every_drivers_words() {
        for (message, line, rest) in [
            ("0:12(5): error: syntax error", 12, "error: syntax error"),
            ("0(7) : error C1008: undefined variable \"x\"", 7, "error C1008: undefined variable \"x\""),
            ("ERROR: 0:31: 'x' : undeclared identifier", 31, "'x' : undeclared identifier"),
        ] {
            assert_eq!(place(message), Some((line, rest)), "{message}");
        }
        assert_eq!(place("error: too many uniforms"), None);
        assert_eq!(place(""), None);
    }

    #[test]
    fn messages_without_a_line_name_the_file() {
        let log = "0:3(1): error: first\nsecond\n\0";
        assert_eq!(with_places(Path::new("a.vert"), log), "a.vert:3: error: first\na.vert: second");
    }
}
