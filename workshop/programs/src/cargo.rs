//! Builds with cargo, and reads its messages.

use anyhow::{Context, Result};
use serde_json::Value;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The outcome of a build.
#[derive(Debug, Default)]
pub struct Build {
    /// True if everything was built.
    pub built: bool,
    /// The compiler's warnings and errors about the workspace's own code.
    pub messages: Vec<Message>,
    /// Cargo's own output, if it was not shown on the terminal.
    pub said: String,
    /// The programs and tests, each as its source and its path.
    pub programs: Vec<(PathBuf, PathBuf)>,
}

/// A warning or error of the compiler.
#[derive(Debug, PartialEq)]
pub struct Message {
    pub error: bool,
    /// The file and row, the file from the workspace's folder.
    pub place: Option<(String, usize)>,
    /// The other places in the code that the message points at.
    pub others: Vec<(String, usize)>,
    /// The whole message as the compiler prints it.
    pub text: String,
}

/// Builds the checks of some lessons in the usual folder, and shows the crates in work. A lesson's window has
/// its program built `with` them in one call, which it starts then.
pub fn build_checks(root: &Path, checks: &[String], with: With) -> Result<Build> {
    let mut command = cargo(root);
    command.args(of_checks(checks, with)).args([
        "--quiet",
        "--message-format",
        "json-diagnostic-rendered-ansi",
    ]);
    let is_shown = std::io::stderr().is_terminal();
    let show = |text: &str| {
        if is_shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        }
    };
    show("Building …");
    let build = read(begin(command.stderr(Stdio::piped()))?, |_, said| {
        // Existing crates pass too fast to read.
        if let (Some(name), Some(false)) = (said["target"]["name"].as_str(), said["fresh"].as_bool()) {
            show(&format!("Building … {name} is done"));
        }
    });
    show("");
    build
}

/// Builds the checks of some lessons for an editor, or if there are none the package of a file. `line` gets
/// each line of cargo's output.
///
/// It builds in a folder of its own, so that neither build waits for the other.
pub fn build_for_editor(
    root: &Path,
    here: &Path,
    checks: &[String],
    line: impl FnMut(&str, &Value),
) -> Result<Build> {
    let mut command = cargo(here);
    match checks {
        [] => command.args(["check", "--all-targets"]),
        _ => command.args(of_checks(checks, With::Nothing)),
    };
    command.args(["--quiet", "--message-format", "json", "--target-dir"]).arg(root.join("target/editor"));
    read(begin(&mut command)?, line)
}

/// The programs to build along with checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum With {
    /// None, since lessons' programs need more crates than checks.
    Nothing,
    Programs,
}

fn of_checks(checks: &[String], with: With) -> Vec<&str> {
    let all = ["test", "--no-run"].into_iter();
    let all = all.chain((with == With::Nothing).then_some("--no-default-features"));
    all.chain(checks.iter().flat_map(|check| ["--test", check])).collect()
}

/// Starts cargo, whose output is to be [`read`].
pub fn begin(command: &mut Command) -> Result<Child> {
    command.stdout(Stdio::piped()).spawn().context("cannot start cargo")
}

/// Reads the output of a cargo to its end. `pass_on` gets each line, as text and parsed.
pub fn read(mut child: Child, mut pass_on: impl FnMut(&str, &Value)) -> Result<Build> {
    let stdout = child.stdout.take().context("cargo has no output")?;
    let stderr = child.stderr.take();
    let mut build = Build::default();
    std::thread::scope(|scope| -> Result<()> {
        let said = scope.spawn(|| stderr.map(std::io::read_to_string));
        for line in BufReader::new(stdout).lines() {
            // Lines that aren't messages come from programs that cargo ran.
            let line = line.context("cannot read what cargo says")?;
            pass_on(&line, &build.take_line(&line));
        }
        build.said = said.join().ok().flatten().and_then(Result::ok).unwrap_or_default();
        Ok(())
    })?;
    build.built = child.wait().context("cannot wait for cargo")?.success();
    Ok(build)
}

/// Returns a command for the cargo that started this program, or else the one on the path.
pub fn cargo(workspace: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace);
    command
}

/// The package of the whole tool, which students' trees lack.
pub const WHOLE_TOOL: &str = "workshop/author";

/// Returns the command that builds a program and runs it in a folder. `quiet` hides cargo's output.
///
/// One named by `--bin` is a default member's and shares crates with the lessons. By `--package`, some are built anew,
/// with other features.
pub fn program(named: [&str; 2], root: &Path, here: &Path, quiet: bool) -> Command {
    let mut command = cargo(here);
    command.arg("run").args(named).arg("--manifest-path").arg(root.join("Cargo.toml"));
    if quiet {
        command.arg("--quiet");
    }
    command.arg("--");
    command
}

impl Build {
    /// Reads a line of cargo's output, and returns it parsed.
    pub fn take_line(&mut self, line: &str) -> Value {
        let said: Value = serde_json::from_str(line).unwrap_or_default();
        match said["reason"].as_str() {
            Some("compiler-message") => self.take_message(&said["message"]),
            Some("compiler-artifact") => self.take_artifact(&said),
            _ => {}
        }
        said
    }

    /// Returns the program that is made from a file, named from the workspace's folder.
    pub fn program(&self, file: &str) -> Option<&Path> {
        self.programs.iter().find(|(from, _)| from.ends_with(file)).map(|(_, program)| program.as_path())
    }

    fn take_artifact(&mut self, said: &Value) {
        let target = &said["target"];
        let (Some(from), Some(program)) = (target["src_path"].as_str(), said["executable"].as_str()) else {
            return;
        };
        if matches!(target["kind"][0].as_str(), Some("test" | "bin")) {
            self.programs.push((from.into(), program.into()));
        }
    }

    /// Keeps a message once, even if its file compiles twice, and no sums such as "2 warnings emitted".
    fn take_message(&mut self, said: &Value) {
        let level = said["level"].as_str().unwrap_or_default();
        let (error, text) = (level.starts_with("error"), said["rendered"].as_str().unwrap_or_default());
        let spans = || said["spans"].as_array().into_iter().flatten();
        let is_primary = |span: &&Value| span["is_primary"].as_bool() == Some(true);
        let mut places = spans().filter(is_primary).filter_map(place);
        let first = places.next();
        if !error && level != "warning" || first.is_none() && is_sum(text) {
            return;
        }
        let others = places.chain(spans().filter(|span| !is_primary(span)).filter_map(place)).collect();
        let message = Message { error, place: first, others, text: text.to_owned() };
        if !self.messages.contains(&message) {
            self.messages.push(message);
        }
    }
}

/// Returns the file and row of a message's span.
fn place(span: &Value) -> Option<(String, usize)> {
    let row = usize::try_from(span["line_start"].as_u64()?).ok()?;
    Some((span["file_name"].as_str()?.replace('\\', "/"), row))
}

fn is_sum(text: &str) -> bool {
    text.contains(" emitted") || text.contains("aborting due to")
}

#[cfg(test)]
mod tests {
    use super::Build;

    #[test]
    fn an_error_of_a_file_that_compiles_twice_is_told_once() {
        let mut build = Build::default();
        let span = r#"{"is_primary":true,"file_name":"spaces.rs","line_start":7}"#;
        for text in ["no `x`", "no `x`", "no `y`", "aborting due to 2 errors"] {
            let spans = if text.starts_with("no") { span } else { "" };
            build.take_line(&format!(
                r#"{{"reason":"compiler-message","message":{{"level":"error","rendered":"{text}","spans":[{spans}]}}}}"#
            ));
        }
        let told: Vec<_> = build.messages.iter().map(|message| &*message.text).collect();
        assert_eq!(told, ["no `x`", "no `y`"]);
        assert_eq!(build.messages[0].place, Some(("spaces.rs".to_owned(), 7)));
    }
}
