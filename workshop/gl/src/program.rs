//! Compiles shader programs, and reads the driver's messages about them.

use super::{read_text, shader_path};
use anyhow::{Context as _, Error, Result, anyhow, ensure};
use course::NotCompiled;
use glium::backend::Context;
use glium::program::{
    Attribute, ProgramCreationError, ProgramCreationInput, ShaderType, TransformFeedbackMode,
};
use glium::uniforms::UniformType;
use glium::vertex::AttributeType;
use glium::vertex::VertexFormat;
use glium::{Program, program::ProgramCreationInput::SourceCode};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The text of a shader, with included files in place of their `#include` lines.
pub(super) struct Source {
    text: String,
    /// The shader's own file, and those that it includes.
    files: Vec<PathBuf>,
}

/// A number larger than any file's lines. By `#line`, the first file's lines begin at 1, the second's at
/// 10,001, and so on, since Mesa drops file numbers from most messages.
const LINES: usize = 10_000;

impl Source {
    /// Reads a file. `others` gains the files that it includes, even if they can't be read.
    pub fn read(path: &Path, defines: &[String], others: &mut Vec<PathBuf>) -> Result<Self> {
        Self::new(path, &read_text(path)?, defines, others)
    }

    /// Replaces the `#include` lines of a text by files, and adds `defines` below its `#version`.
    ///
    /// `#include "FILE"` stands on a line of its own, and names a file of `shaders/`. Each file is included once.
    pub fn new(path: &Path, text: &str, defines: &[String], others: &mut Vec<PathBuf>) -> Result<Self> {
        let mut source = Self { text: String::new(), files: vec![path.to_owned()] };
        source.add(text, defines, others)?;
        Ok(source)
    }

    /// Adds the text of the file that was listed last.
    fn add(&mut self, text: &str, defines: &[String], others: &mut Vec<PathBuf>) -> Result<()> {
        let number = self.files.len() - 1;
        for (line, next) in text.lines().zip(number * LINES + 2..) {
            if line.starts_with("#version") {
                // An included file has the version of the one that includes it.
                if number == 0 {
                    writeln!(self.text, "{line}")?;
                    defines.iter().try_for_each(|define| writeln!(self.text, "#define {define}"))?;
                }
                writeln!(self.text, "#line {next}")?;
            } else if let Some(name) = line.strip_prefix("#include ") {
                let included = shader_path(name.trim().trim_matches('"'));
                if !self.files.contains(&included) {
                    others.push(included.clone());
                    let place = || format!("{}:{}", short(&self.files[number]), (next - 1) % LINES);
                    let text = read_text(&included).with_context(place)?;
                    writeln!(self.text, "#line {}", self.files.len() * LINES + 1)?;
                    self.files.push(included);
                    self.add(&text, &[], others)?;
                }
                writeln!(self.text, "#line {next}")?;
            } else {
                writeln!(self.text, "{line}")?;
            }
        }
        Ok(())
    }

    /// Returns the shader's own file, as a student sees it in the editor.
    fn name(&self) -> String {
        short(&self.files[0])
    }
}

/// The vertex, fragment and geometry shaders of a program. Without the second it only computes vertices.
pub(super) struct Stages(pub Vec<Source>);

/// The types of the uniforms in the first version of a program, which the drawing code passes.
pub(super) type Uniforms = OnceCell<HashMap<String, UniformType>>;

impl Stages {
    /// Reads the shaders' files, in this order.
    pub fn read(paths: &[PathBuf], defines: &[String], others: &mut Vec<PathBuf>) -> Result<Self> {
        paths.iter().map(|path| Source::read(path, defines, others)).collect::<Result<_>>().map(Self)
    }

    /// Compiles and links the shaders. `kept` are the vertex shader's outputs to read back.
    pub fn load(&self, context: &Rc<Context>, kept: Vec<String>) -> Result<Program> {
        let text = |stage: usize| self.0.get(stage).map(|source| &*source.text);
        let input: ProgramCreationInput = SourceCode {
            vertex_shader: text(0).unwrap_or_default(),
            fragment_shader: text(1).unwrap_or(NO_FRAGMENTS),
            geometry_shader: text(2),
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

    /// Refuses a program that expects other inputs than it is given, as drawing with it would fail.
    pub fn check(&self, program: &Program, vertices: &[VertexFormat], first: &Uniforms) -> Result<()> {
        ensure_fit(program, vertices, &self.0[0].name())?;
        let types = || program.uniforms().map(|(name, uniform)| (name.clone(), uniform.ty));
        let first = first.get_or_init(|| types().collect());
        for (name, now) in types() {
            let before = *first.get(&name).unwrap_or(&now);
            ensure!(before == now, "{}: `{name}` was a {before:?} and is a {now:?}", self.names());
        }
        Ok(())
    }

    fn explain(&self, error: ProgramCreationError) -> Error {
        match error {
            ProgramCreationError::CompilationError(log, stage) => {
                let stage = match stage {
                    ShaderType::Vertex => 0,
                    ShaderType::Geometry => 2,
                    _ => 1,
                };
                let source = self.0.get(stage).unwrap_or(&self.0[0]);
                Error::new(NotCompiled(with_places(&source.files, &log)))
            }
            ProgramCreationError::LinkingError(log) => {
                Error::new(NotCompiled(format!("{} do not fit together: {}", self.names(), log.trim())))
            }
            other => anyhow!("{}: {other}", self.names()),
        }
    }

    /// Returns the names of all files, as in "a.vert and b.frag".
    fn names(&self) -> String {
        self.0.iter().map(Source::name).collect::<Vec<_>>().join(" and ")
    }
}

/// The reason why a program can't draw some vertices, which may be a student's.
#[derive(Debug)]
pub(super) struct Misfit(String);

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Misfit {}

/// Refuses vertices that lack an input of a program, or have it in another type: glium would panic, or say nothing.
pub(super) fn ensure_fit(program: &Program, vertices: &[VertexFormat], shader: &str) -> Result<()> {
    let fault = |(name, wanted): (&String, &Attribute)| {
        let found = vertices.iter().copied().flatten().find(|binding| binding.0 == *name);
        let Some((.., kind, normalised)) = found else { return Some(format!("no `{name}`")) };
        let (numbers, count) = (kind.get_num_components(), wanted.ty.get_num_components());
        if numbers != count || wanted.size != 1 {
            return Some(format!("`{name}` with {numbers} numbers instead of {count}"));
        }
        let is_fraction = is_whole(wanted.ty) && (!is_whole(*kind) || *normalised);
        is_fraction.then(|| format!("`{name}` as fractions, where the shader wants whole numbers"))
    };
    let mut faults: Vec<String> = program.attributes().filter_map(fault).collect();
    faults.sort_unstable();
    let which = match program.get_attribute("a_weights") {
        Some(_) => "that 08.2 uploads",
        None => "to be drawn",
    };
    ensure!(faults.is_empty(), Misfit(format!("{shader}: the vertices {which} have {}", faults.join(", "))));
    Ok(())
}

/// Returns true for whole numbers. OpenGL turns them into fractions where a shader wants those, but never the reverse: the
/// shader would see zeros, and nobody would say so.
fn is_whole(kind: AttributeType) -> bool {
    format!("{kind:?}").starts_with(['I', 'U'])
}

/// A fragment shader for programs that draw nothing.
const NO_FRAGMENTS: &str = "#version 330 core\nvoid main() {}";

/// Returns a program that takes any input and draws nothing.
pub(super) fn that_draws_nothing(context: &Rc<Context>) -> Result<Program> {
    // Every vertex is behind the viewer.
    let vertex = "#version 330 core\nvoid main() { gl_Position = vec4(0.0, 0.0, -2.0, 1.0); }";
    Ok(Program::from_source(context, vertex, NO_FRAGMENTS, None)?)
}

/// Returns the driver's message, with file and line in front of every part that has a line.
fn with_places(files: &[PathBuf], log: &str) -> String {
    let lines = log.trim().trim_end_matches('\0').lines().filter(|line| !line.trim().is_empty());
    let placed = lines.map(|message| match place(message) {
        Some((line, rest)) => {
            let file = files.get(line / LINES).unwrap_or(&files[0]);
            format!("{}:{}: {rest}", short(file), line % LINES)
        }
        None => format!("{}: {}", short(&files[0]), message.trim()),
    });
    placed.collect::<Vec<_>>().join("\n")
}

/// Splits a driver's message into its line number and the rest.
///
/// Mesa writes `0:12(5): error: …`, NVIDIA `0(12) : error C1008: …`, AMD, Intel and Apple `ERROR: 0:12: …`.
fn place(message: &str) -> Option<(usize, &str)> {
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

/// Returns the path from the workbook's folder, as a student sees it in the editor.
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
    fn fractions_are_no_joints() {
        let whole = [AttributeType::I32I32I32I32, AttributeType::U8U8U8U8, AttributeType::U16].map(is_whole);
        assert_eq!(whole, [true; 3]);
        assert!(
            ![AttributeType::F32F32F32F32, AttributeType::F16, AttributeType::F64].into_iter().any(is_whole)
        );
    }

    #[test]
    fn messages_without_a_line_name_the_file() {
        let log = "0:3(1): error: first\nsecond\n\0";
        assert_eq!(with_places(&["a.vert".into()], log), "a.vert:3: error: first\na.vert: second");
    }
}
