//! A box around what a submission starts: bubblewrap's, on Linux.
//!
//! In it there is no network and no other process, and all that was started ends with the first of it, as that
//! ends with the tool. Without one, util-linux's `setpriv` still ends what the tool has started when that is killed,
//! though not what this has started in turn.

use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands around a submission.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sandbox {
    /// bubblewrap.
    Bubblewrap,
    /// None: the user trusts it. It ends with the tool.
    Setpriv,
    /// None, and nothing that ends it.
    Nothing,
}

/// Each box has these, and ends with the tool.
const CLOSED: [&str; 7] =
    ["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--proc", "/proc"];

/// What programs and libraries stand in; of some systems, only a few are there.
const SYSTEM: [&str; 14] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/nix/store",
    "/gnu/store",
    "/sys",
    "/etc/alternatives",
    "/etc/glvnd",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
];

impl Sandbox {
    /// The box that this system has, unless none is asked for.
    pub fn find(trust: bool) -> Result<Self> {
        if trust {
            let tied = tied().arg("true").output();
            return Ok(if tied.is_ok_and(|tied| tied.status.success()) {
                Self::Setpriv
            } else {
                Self::Nothing
            });
        }
        let why = match probe() {
            Ok(()) => return Ok(Self::Bubblewrap),
            Err(why) => why,
        };
        bail!(
            "submissions are graded in a box, and there is none: {why}.\nWithout one, what a submission starts can do all that you can. `--trust` grades so."
        )
    }

    /// Begins the command line of a shell that can read the system and these files and folders, and write one file.
    pub fn around_check(self, readable: &[&Path], outcomes: &Path) -> Option<Command> {
        if self == Self::Setpriv {
            let mut command = tied();
            command.arg("sh");
            return Some(command);
        }
        let mut command = self.closed()?;
        for place in SYSTEM {
            command.args(["--ro-bind-try", place, place]);
        }
        command.args(["--dev", "/dev", "--dev-bind-try", "/dev/dri", "/dev/dri", "--tmpfs", "/tmp"]);
        for place in readable {
            command.arg("--ro-bind").args([place, place]);
        }
        command.arg("--bind").args([outcomes, outcomes]);
        command.args(["--remount-ro", "/tmp", "--remount-ro", "/dev", "--remount-ro", "/", "--", "sh"]);
        Some(command)
    }

    /// Begins the command line of a program that sees nothing of some files and folders, and can write into others.
    pub fn around_build(self, hidden: &[PathBuf], writable: &[&Path]) -> Option<Command> {
        if self == Self::Setpriv {
            return Some(tied());
        }
        let mut command = self.closed()?;
        command.args(["--ro-bind", "/", "/", "--dev", "/dev"]);
        for place in hidden {
            match place.is_dir() {
                true => command.arg("--tmpfs").arg(place),
                false => command.args(["--ro-bind", "/dev/null"]).arg(place),
            };
        }
        for place in writable {
            command.arg("--bind").args([place, place]);
        }
        command.arg("--");
        Some(command)
    }

    /// Begins the command line of a program that can do all that the user can, but ends with the tool.
    pub fn around_own(self) -> Option<Command> {
        if self == Self::Setpriv {
            return Some(tied());
        }
        (self == Self::Bubblewrap).then(|| {
            let mut command = Command::new("bwrap");
            command.args([
                "--dev-bind",
                "/",
                "/",
                "--unshare-pid",
                "--proc",
                "/proc",
                "--die-with-parent",
                "--",
            ]);
            command
        })
    }

    fn closed(self) -> Option<Command> {
        (self == Self::Bubblewrap).then(|| {
            let mut command = Command::new("bwrap");
            command.args(CLOSED);
            command
        })
    }
}

/// Begins the command line of a program that is killed when the tool is gone.
fn tied() -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", "--"]);
    command
}

/// Tries the box; the error says what is wrong with it.
#[cfg(target_os = "linux")]
fn probe() -> Result<(), String> {
    let mut command = Command::new("bwrap");
    let output = command.args(CLOSED).args(["--ro-bind", "/", "/", "--dev", "/dev", "--", "true"]).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let words = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
            Err(format!("bubblewrap cannot make one here ({words})"))
        }
        Err(_) => {
            Err("bubblewrap is not installed (on Debian and Ubuntu: apt-get install bubblewrap)".to_owned())
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn probe() -> Result<(), String> {
    Err("this system has none that the tool knows".to_owned())
}
