//! The sandbox in which a submission is built and asked, which is bubblewrap's, on Linux.
//!
//! It holds the files that it is given, no network, no other process, and nobody's rights. If the instructor
//! is root, it runs as a user who owns nothing. All its processes end with the tool.

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The system's folders with libraries, and the files that name them.
const LIBRARIES: &str = "/lib /lib32 /lib64 /usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /usr/share /nix/store /gnu/store \
                         /etc/alternatives /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d";

/// The programs that set limits and change the user.
const STARTERS: &str = "/bin/sh /usr/bin/sh /usr/bin/setpriv";

/// The folders that a check needs, to find a graphics card.
pub const CHECK: &str = "/sys /etc/glvnd";

/// The folders that compilers and linkers need.
pub const BUILD: &str = "/usr /bin /sbin";

/// Bubblewrap's options for root, without a namespace of users, where it would still own /proc/sys.
const AS_ROOT: &str = "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try \
                       --cap-add CAP_SETUID --cap-add CAP_SETGID";

/// The ids of the user and group `nobody`.
const NOBODY: (u32, u32) = (65_534, 65_534);

/// The sandbox around a submission.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sandbox {
    /// True if bubblewrap is used; else the programs run without a box around them.
    boxed: bool,
    /// The user and group of its processes, if not the tool's own.
    pub user: Option<(u32, u32)>,
}

impl Sandbox {
    /// Returns a box; or, if it fails and `nobody` allows it, just another user. `trust` asks for neither.
    pub fn find(trust: bool, nobody: bool) -> Result<Self> {
        if trust {
            return Ok(Self { boxed: false, user: None });
        }
        let boxed = Self { boxed: true, user: is_root().then_some(NOBODY) };
        let Err(why) = boxed.probe() else { return Ok(boxed) };
        if nobody {
            let bare = Self { boxed: false, ..boxed };
            bare.probe().context("nothing can be started as user nobody")?;
            return Ok(bare);
        }
        bail!(
            "submissions are graded in a box, and there is none: {why:#}.\nWithout one, what a submission starts can do all that you can. `--trust` grades so."
        )
    }

    /// Runs a program in it; the error says why that does not work.
    fn probe(self) -> Result<()> {
        ensure!(cfg!(target_os = "linux"), "this system has none that the tool knows");
        let mut command = self.around(CHECK, &[], &[]).context("only root can do that")?;
        let output = command.args(["-c", "exit 0"]).output();
        let output = output
            .context("bubblewrap is not installed (on Debian and Ubuntu: apt-get install bubblewrap)")?;
        let words = String::from_utf8_lossy(&output.stderr).trim().replace('\n', "; ");
        ensure!(
            output.status.success(),
            "bubblewrap cannot make one here ({words}); as root it needs setpriv too"
        );
        Ok(())
    }

    /// Makes the sandbox's user the owner of a file, so that a program inside can write it.
    #[cfg_attr(not(unix), allow(unused_variables, reason = "files have no such owner"))]
    pub fn give(self, place: &Path) -> Result<()> {
        #[cfg(unix)]
        if let Some((user, group)) = self.user {
            let given = std::os::unix::fs::chown(place, Some(user), Some(group));
            given.with_context(|| format!("cannot give {} to another user", place.display()))?;
        }
        Ok(())
    }

    /// Makes the sandbox's user the owner of a folder with all that is in it.
    pub fn give_all(self, place: &Path) -> Result<()> {
        let Some((user, group)) = self.user else { return Ok(()) };
        let mut command = Command::new("chown");
        let done = command.arg("-R").arg(format!("{user}:{group}")).arg(place).status();
        ensure!(done.context("cannot start chown")?.success(), "cannot give away {}", place.display());
        Ok(())
    }

    /// Returns the sandbox for code that no student wrote: only the tool's own user may read all that cargo has fetched,
    /// since some crates come with files that nobody else can read.
    pub fn own(self) -> Self {
        Self { user: None, ..self }
    }

    /// Denies the sandbox's user a folder. A box needs no such thing, as it shows only what it is told.
    #[cfg_attr(not(unix), allow(unused_variables, reason = "files have no such owner"))]
    pub fn hide(self, place: &Path) -> Result<()> {
        #[cfg(unix)]
        if !self.boxed && self.user.is_some() && place.exists() {
            let own = std::os::unix::fs::PermissionsExt::from_mode(0o700);
            let hidden = std::fs::set_permissions(place, own);
            hidden.with_context(|| format!("cannot hide {}", place.display()))?;
        }
        Ok(())
    }

    /// Begins the command line of a shell that sees these places of the system and these files, and can write
    /// to `writable`. Returns none if neither a box nor another user is around it.
    pub fn around(self, system: &str, readable: &[PathBuf], writable: &[&Path]) -> Option<Command> {
        let mut words = Vec::new();
        if self.boxed {
            say(&mut words, "bwrap --die-with-parent --new-session --cap-drop ALL");
            say(&mut words, if self.user.is_some() { AS_ROOT } else { "--unshare-all" });
            say(&mut words, "--proc /proc --dev /dev --tmpfs /tmp --dev-bind-try /dev/dri /dev/dri");
            let system =
                [LIBRARIES, system, STARTERS].into_iter().flat_map(str::split_whitespace).map(Path::new);
            for place in system.chain(readable.iter().map(PathBuf::as_path)) {
                show(&mut words, "--ro-bind-try", place);
            }
            writable.iter().for_each(|place| show(&mut words, "--bind", place));
            say(&mut words, "--remount-ro /proc --remount-ro /dev --remount-ro /tmp --remount-ro / --");
        }
        if let Some((user, group)) = self.user {
            say(&mut words, "setpriv --pdeathsig KILL --clear-groups --no-new-privs");
            say(&mut words, &format!("--reuid {user} --regid {group} --"));
        }
        let (program, words) = words.split_first()?;
        let mut command = Command::new(program);
        command.args(words).arg("sh");
        Some(command)
    }
}

fn say(words: &mut Vec<OsString>, more: &str) {
    words.extend(more.split_whitespace().map(OsString::from));
}

/// Adds the options that show a place in the box, with folders around it that every user may enter.
fn show(words: &mut Vec<OsString>, how: &str, place: &Path) {
    let around: Vec<&Path> = place.ancestors().skip(1).filter(|folder| folder.parent().is_some()).collect();
    for folder in around.into_iter().rev() {
        words.extend(["--dir".into(), folder.into()]);
    }
    words.extend([how.into(), place.into(), place.into()]);
}

/// Returns Rust's folders on this system, and the variables that name them. They are the compiler's, and
/// cargo's downloads and settings, but not its credentials.
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

/// Returns true if the tool runs as root. Then a user in the sandbox can read the files that it writes.
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
