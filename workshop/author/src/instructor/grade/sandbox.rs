//! The sandbox in which a submission is built and asked: bubblewrap's, on Linux.
//!
//! It holds the files that it is given, no network, no other process, and nobody's rights: an instructor who is root
//! grades as a user who owns nothing. All its processes end with the first one, and that ends with the tool.

use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The system's folders with libraries, and the files that name them.
const LIBRARIES: &str = "/lib /lib32 /lib64 /usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /usr/share /nix/store /gnu/store \
                         /etc/alternatives /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d";

/// Folders needed to find a graphics card.
const CARDS: &str = "/sys /etc/glvnd";

/// Programs that set limits, and that change the user.
const STARTERS: &str = "/bin/sh /usr/bin/sh /usr/bin/setpriv";

/// Folders of compilers and linkers.
const PROGRAMS: &str = "/usr /bin /sbin";

/// For root there is no namespace of users: in one, its number would still be root's, and root's files in /proc/sys its own.
const AS_ROOT: &str = "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try \
                       --cap-add CAP_SETUID --cap-add CAP_SETGID";

/// User and group of nobody.
const NOBODY: (u32, u32) = (65_534, 65_534);

/// The sandbox around a submission.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sandbox {
    /// True if there is a box.
    pub boxed: bool,
    /// User and group that are in it, if not the tool's own.
    user: Option<(u32, u32)>,
}

/// The kind of work done in a sandbox.
pub enum Work {
    /// A program computes, and may draw.
    Check,
    /// Cargo builds.
    Build,
}

impl Sandbox {
    /// The box that this system has, unless none is asked for; or else this user.
    pub fn find(trust: bool, user: Option<&str>) -> Result<Self> {
        if trust {
            return Ok(Self { boxed: false, user: None });
        }
        let boxed = Self { boxed: true, user: is_root().then_some(NOBODY) };
        let why = match boxed.probe() {
            Ok(()) => return Ok(boxed),
            Err(why) => why,
        };
        if let Some(user) = user {
            return as_user(user).with_context(|| format!("nothing can be started as user {user}"));
        }
        bail!(
            "submissions are graded in a box, and there is none: {why}.\nWithout one, what a submission starts can do all that you can. `--trust` grades so."
        )
    }

    /// Tries the box; the error says what is wrong with it.
    fn probe(self) -> Result<(), String> {
        if cfg!(not(target_os = "linux")) {
            return Err("this system has none that the tool knows".to_owned());
        }
        let mut command = self.around(&Work::Check, &[], &[]).ok_or("there is none")?;
        match command.args(["-c", "exit 0"]).output() {
            Ok(output) if output.status.success() => Ok(()),
            Ok(output) => {
                let words = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
                let root =
                    if self.user.is_some() { ", where root needs util-linux's setpriv too" } else { "" };
                Err(format!("bubblewrap cannot make one here ({words}){root}"))
            }
            Err(_) => {
                Err("bubblewrap is not installed (on Debian and Ubuntu: apt-get install bubblewrap)"
                    .to_owned())
            }
        }
    }

    /// Returns true if what is started has no other programs of its user beside it, so that they can be counted.
    pub fn is_alone(self) -> bool {
        self.boxed || self.user.is_some()
    }

    /// Returns a suffix that differs for the folders of different users.
    pub fn suffix(self) -> String {
        self.user.map_or(String::new(), |(user, _)| format!("-{user}"))
    }

    /// Lets what is started write into a file or a folder that is there.
    pub fn give(self, place: &Path) -> Result<()> {
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            let given = std::os::unix::fs::chown(place, Some(user), Some(group));
            return given.with_context(|| format!("cannot give {} to another user", place.display()));
        }
        let _ = place;
        Ok(())
    }

    /// The same for all that is in a folder; or takes it back.
    pub fn give_all(self, place: &Path, given: bool) -> Result<()> {
        let Some((user, group)) = self.user.map(|user| if given { user } else { (0, 0) }) else {
            return Ok(());
        };
        let mut command = Command::new("chown");
        let done = command.arg("-R").arg(format!("{user}:{group}")).arg(place).status();
        ensure!(done.context("cannot start chown")?.success(), "cannot give away {}", place.display());
        Ok(())
    }

    /// Returns the sandbox for code that no student wrote: only the tool's own user may read what cargo has fetched.
    pub fn own(self) -> Self {
        Self { user: None, ..self }
    }

    /// Keeps a folder from another user; a box does not show it.
    pub fn hide(self, place: &Path) -> Result<()> {
        #[cfg(unix)]
        if !self.boxed && self.user.is_some() && place.exists() {
            let own = std::os::unix::fs::PermissionsExt::from_mode(0o700);
            let hidden = std::fs::set_permissions(place, own);
            return hidden.with_context(|| format!("cannot hide {}", place.display()));
        }
        let _ = place;
        Ok(())
    }

    /// Begins the command line of a shell that sees the system's part of this work and these files and folders, and can
    /// write into those; none where nothing is around it.
    pub fn around(self, work: &Work, readable: &[PathBuf], writable: &[&Path]) -> Option<Command> {
        let user = self.user.map(|(user, group)| {
            let (user, group) = (user.to_string(), group.to_string());
            let words = ["--pdeathsig", "KILL", "--clear-groups", "--no-new-privs"].map(str::to_owned);
            [&words[..], &["--reuid".to_owned(), user, "--regid".to_owned(), group, "--".to_owned()]].concat()
        });
        let mut command = match (self.boxed, &user) {
            (false, None) => return None,
            (false, Some(_)) => Command::new("setpriv"),
            (true, _) => {
                let mut command = Command::new("bwrap");
                command.args(["--die-with-parent", "--new-session", "--cap-drop", "ALL"]);
                match user {
                    None => command.arg("--unshare-all"),
                    Some(_) => command.args(AS_ROOT.split_whitespace()),
                };
                command.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]);
                let own = if matches!(work, Work::Build) { PROGRAMS } else { CARDS };
                if matches!(work, Work::Check) {
                    command.args(["--dev-bind-try", "/dev/dri", "/dev/dri"]);
                }
                let system =
                    [LIBRARIES, own, STARTERS].into_iter().flat_map(str::split_whitespace).map(Path::new);
                for place in system.chain(readable.iter().map(PathBuf::as_path)) {
                    show(&mut command, "--ro-bind-try", place);
                }
                writable.iter().for_each(|place| show(&mut command, "--bind", place));
                for place in ["/proc", "/dev", "/tmp", "/"] {
                    command.args(["--remount-ro", place]);
                }
                command.arg("--");
                if user.is_some() {
                    command.arg("setpriv");
                }
                command
            }
        };
        command.args(user.into_iter().flatten()).arg("sh");
        Some(command)
    }
}

/// Lets a box show a place. The folders around it are for everybody, which is not bubblewrap's own choice.
fn show(command: &mut Command, how: &str, place: &Path) {
    let mut around: Vec<&Path> =
        place.ancestors().skip(1).filter(|folder| folder.parent().is_some()).collect();
    around.reverse();
    for folder in around {
        command.arg("--dir").arg(folder);
    }
    command.arg(how).args([place, place]);
}

/// Returns Rust's folders on this system, and the variables that name them. They are the compiler's, and cargo's
/// downloads and settings, but not its credentials.
pub fn toolchain(cargo: &Path) -> (Vec<PathBuf>, Vec<(&'static str, PathBuf)>) {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE")).unwrap_or_default();
    let set = |name: &'static str, usual: &str| {
        (name, std::env::var_os(name).map_or_else(|| Path::new(&home).join(usual), PathBuf::from))
    };
    let homes = vec![set("CARGO_HOME", ".cargo"), set("RUSTUP_HOME", ".rustup")];
    let mut places: Vec<PathBuf> =
        ["registry", "git", "bin", "config.toml", "config"].map(|name| homes[0].1.join(name)).to_vec();
    places.push(homes[1].1.clone());
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.ok().and_then(|told| String::from_utf8(told.stdout).ok());
    places.extend(sysroot.map(|told| PathBuf::from(told.trim())).filter(|place| place.is_absolute()));
    places.extend(cargo.parent().filter(|folder| folder.is_absolute()).map(Path::to_owned));
    (places, homes)
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
    let found = Sandbox { boxed: false, user: Some((user, group)) };
    let mut command = found.around(&Work::Check, &[], &[]).context("there is no setpriv")?;
    let tried = command.args(["-c", "exit 0"]).output().context("cannot start setpriv")?;
    ensure!(tried.status.success(), "{}", String::from_utf8_lossy(&tried.stderr).trim());
    Ok(found)
}

/// Returns true if the tool can do everything. A user in the sandbox can then read the files it writes.
#[cfg(target_os = "linux")]
fn is_root() -> bool {
    let root = rustix::process::geteuid().is_root();
    if root {
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    }
    root
}

#[cfg(not(target_os = "linux"))]
fn is_root() -> bool {
    false
}
