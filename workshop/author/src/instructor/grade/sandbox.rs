//! A box around what a submission starts: bubblewrap's, on Linux.
//!
//! In it there is no network and no other process, and all that was started ends with the first of it, as that
//! ends with the tool. Without one, util-linux's `setpriv` still ends what the tool has started when that is killed,
//! though not what this has started in turn.

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands around a submission.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sandbox {
    /// bubblewrap.
    Bubblewrap,
    /// None, but checks run as a user who owns nothing, with these numbers of the user and the group.
    User(u32, u32),
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
    /// The box that this system has, unless none is asked for; or else this user.
    pub fn find(trust: bool, user: Option<&str>) -> Result<Self> {
        if trust {
            let tied = tied(None).arg("true").output();
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
        if let Some(user) = user {
            return as_user(user).with_context(|| format!("nothing can be started as user {user}"));
        }
        bail!(
            "submissions are graded in a box, and there is none: {why}.\nWithout one, what a submission starts can do all that you can. `--trust` grades so."
        )
    }

    /// What stands around the workbook's own answers: a user who may read a submission may not read them.
    pub fn around_own_answers(self) -> Self {
        if matches!(self, Self::User(..)) { Self::Setpriv } else { self }
    }

    /// Keeps a file or a folder from the user that a submission runs as; a box does not show it.
    pub fn hide(self, place: &Path) -> Result<()> {
        #[cfg(unix)]
        if matches!(self, Self::User(..)) {
            let own = std::os::unix::fs::PermissionsExt::from_mode(0o700);
            let hidden = std::fs::set_permissions(place, own);
            return hidden.with_context(|| format!("cannot hide {}", place.display()));
        }
        let _ = place;
        Ok(())
    }

    /// Begins the command line of a shell that can read the system and these files and folders, and write one file.
    pub fn around_check(self, readable: &[&Path], outcomes: &Path) -> Result<Option<Command>> {
        let mut command = match self {
            Self::Bubblewrap => closed(),
            Self::Nothing => return Ok(None),
            Self::Setpriv | Self::User(..) => {
                let mut user = None;
                if let Self::User(number, group) = self {
                    give(outcomes, number, group)?;
                    user = Some((number, group));
                }
                let mut command = tied(user);
                command.arg("sh");
                return Ok(Some(command));
            }
        };
        for place in SYSTEM {
            command.args(["--ro-bind-try", place, place]);
        }
        command.args(["--dev", "/dev", "--dev-bind-try", "/dev/dri", "/dev/dri", "--tmpfs", "/tmp"]);
        for place in readable {
            command.arg("--ro-bind").args([place, place]);
        }
        command.arg("--bind").args([outcomes, outcomes]);
        command.args(["--remount-ro", "/tmp", "--remount-ro", "/dev", "--remount-ro", "/", "--", "sh"]);
        Ok(Some(command))
    }

    /// Begins the command line of a program that sees nothing of some files and folders, and can write into others.
    pub fn around_build(self, hidden: &[PathBuf], writable: &[&Path]) -> Option<Command> {
        if self != Self::Bubblewrap {
            return self.around_own();
        }
        let mut command = closed();
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
        if matches!(self, Self::Setpriv | Self::User(..)) {
            return Some(tied(None));
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
}

fn closed() -> Command {
    let mut command = Command::new("bwrap");
    command.args(CLOSED);
    command
}

/// Begins the command line of a program that is killed when the tool is gone; as a user who can become no other, if one is
/// told.
fn tied(user: Option<(u32, u32)>) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]);
    if let Some((user, group)) = user {
        command.args(["--reuid", &user.to_string(), "--regid", &group.to_string()]);
        command.args(["--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"]);
    }
    // A tool that was gone before `setpriv` asked to be killed with it is nobody's parent any more.
    command.args(["--", "sh", "-c", r#"[ "$PPID" = "$0" ] && exec "$@""#, &std::process::id().to_string()]);
    command
}

/// A user of the system, if this one can start programs as that one.
fn as_user(name: &str) -> Result<Sandbox> {
    let number = |option| -> Result<u32> {
        let told = Command::new("id").args([option, "--", name]).output().context("cannot start id")?;
        ensure!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr).trim());
        String::from_utf8_lossy(&told.stdout).trim().parse().context("id tells no number")
    };
    let (user, group) = (number("-u")?, number("-g")?);
    ensure!(user != 0, "that is root, who can do everything");
    let tried = tied(Some((user, group))).arg("true").output().context("cannot start setpriv")?;
    ensure!(tried.status.success(), "{}", String::from_utf8_lossy(&tried.stderr).trim());
    Ok(Sandbox::User(user, group))
}

/// Gives an empty file to a user.
#[cfg(unix)]
fn give(file: &Path, user: u32, group: u32) -> Result<()> {
    std::fs::write(file, "")
        .and_then(|()| std::os::unix::fs::chown(file, Some(user), Some(group)))
        .with_context(|| format!("cannot give {} to a user", file.display()))
}

#[cfg(not(unix))]
fn give(_: &Path, _: u32, _: u32) -> Result<()> {
    Ok(())
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_after_the_tool_is_gone() {
        let mut own = tied(None);
        own.args(["echo", "begun"]);
        // The same command line from another parent is what is left of a tool that was killed a moment ago.
        let mut left = Command::new("sh");
        left.args(["-c", r#""$@"; true"#, "sh"]).arg(own.get_program()).args(own.get_args());
        let said = [own, left].map(|mut command| command.output().expect("a shell and setpriv").stdout);
        assert_eq!(said, [&b"begun\n"[..], b""]);
    }
}
