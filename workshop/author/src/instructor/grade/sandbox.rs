//! The sandbox in which a submission is built and asked, which is bubblewrap's, on Linux.
//!
//! It holds the files that it is given, no network, no other process, and nobody's rights. If the instructor
//! is root, it runs as a user who owns nothing. All its processes end with the tool.

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use workbook::write;

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

/// System calls that hold memory which no process has, or leave words for another user's process: System V's segments,
/// queues and semaphores, memory files, message queues, keyrings, and the ring that makes calls for others. Each is
/// answered as by a system that doesn't have it.
#[cfg(target_arch = "x86_64")]
const REFUSED: (u32, &[u32]) = (0xC000_003E, &[29, 64, 68, 240, 248, 249, 250, 319, 425, 447]);
#[cfg(target_arch = "aarch64")]
const REFUSED: (u32, &[u32]) = (0xC000_00B7, &[180, 186, 190, 194, 217, 218, 219, 279, 425, 447]);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const REFUSED: (u32, &[u32]) = (0, &[]);

/// The sandbox around a submission.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The file with the filter of system calls, if bubblewrap is used; else the programs run without a box around them.
    filter: Option<PathBuf>,
    /// The user and group of its processes, if not the tool's own.
    pub user: Option<(u32, u32)>,
}

impl Sandbox {
    /// Returns a box, whose filter is written to a folder; or `without` one, as root, just another user.
    pub fn find(without: bool, folder: &Path) -> Result<Self> {
        let user = is_root().then_some(NOBODY);
        if without {
            let bare = Self { filter: None, user };
            user.map_or(Ok(()), |_| bare.probe().context("nothing can be started as user nobody"))?;
            return Ok(bare);
        }
        let filter = folder.join("filter");
        write::atomically(&filter, &program_of(REFUSED))?;
        let boxed = Self { filter: Some(filter), user };
        match boxed.probe() {
            Ok(()) => Ok(boxed),
            Err(why) => bail!(
                "submissions are graded in a box, and there is none: {why:#}.\nWithout one, what a submission starts can do all that you can; as root, all that user nobody can. `--no-box` grades so."
            ),
        }
    }

    /// Returns true if there is a box around each submission.
    pub fn is_box(&self) -> bool {
        self.filter.is_some()
    }

    /// Runs a program in it; the error says why that does not work.
    fn probe(&self) -> Result<()> {
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

    /// Makes the sandbox's user the owner of a file, or of a folder with all that is in it, so that a program inside can
    /// write there.
    pub fn give(&self, place: &Path) -> Result<()> {
        let Some((user, group)) = self.user else { return Ok(()) };
        let mut command = Command::new("chown");
        let done = command.arg("-R").arg(format!("{user}:{group}")).arg(place).status();
        ensure!(done.context("cannot start chown")?.success(), "cannot give away {}", place.display());
        Ok(())
    }

    /// Returns the sandbox for code that no student wrote: only the tool's own user may read all that cargo has fetched,
    /// since some crates come with files that nobody else can read.
    pub fn own(&self) -> Self {
        Self { user: None, ..self.clone() }
    }

    /// Denies the sandbox's user a folder. A box needs no such thing, as it shows only what it is told.
    #[cfg_attr(not(unix), allow(unused_variables, reason = "files have no such owner"))]
    pub fn hide(&self, place: &Path) -> Result<()> {
        #[cfg(unix)]
        if !self.is_box() && self.user.is_some() && place.exists() {
            let own = std::os::unix::fs::PermissionsExt::from_mode(0o700);
            let hidden = std::fs::set_permissions(place, own);
            hidden.with_context(|| format!("cannot hide {}", place.display()))?;
        }
        Ok(())
    }

    /// Begins the command line of a shell that sees these places of the system and these files, and can write
    /// to `writable`. Returns none if neither a box nor another user is around it.
    pub fn around(&self, system: &str, readable: &[PathBuf], writable: &[&Path]) -> Option<Command> {
        let mut words = Vec::new();
        if let Some(filter) = &self.filter {
            // A shell opens the file, which a program would close as it starts another.
            words.extend(["sh".into(), "-c".into(), "exec 3<\"$0\"; exec \"$@\"".into(), filter.into()]);
            say(&mut words, "bwrap --seccomp 3 --die-with-parent --new-session --cap-drop ALL");
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

/// Returns a filter of system calls as the kernel reads it: instructions of eight bytes, of which each jump tells how many
/// to pass over.
fn program_of((machine, refused): (u32, &[u32])) -> Vec<u8> {
    const LOAD: u16 = 0x20;
    const IS: u16 = 0x15;
    const IS_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    let last = u8::try_from(refused.len()).unwrap_or(0);
    // Calls for another kind of processor, or with its numbers, are refused too.
    let mut all = vec![(LOAD, 0, 0, 4), (IS, 0, last + 3, machine), (LOAD, 0, 0, 0)];
    all.push((IS_AT_LEAST, last + 1, 0, 0x4000_0000));
    all.extend((0..last).zip(refused).map(|(at, call)| (IS, last - at, 0, *call)));
    all.extend([(RETURN, 0, 0, 0x7FFF_0000), (RETURN, 0, 0, 0x0005_0000 | 38)]);
    if refused.is_empty() {
        all = vec![(RETURN, 0, 0, 0x7FFF_0000)];
    }
    let bytes = |(code, yes, no, value): (u16, u8, u8, u32)| {
        [&code.to_ne_bytes()[..], &[yes, no], &value.to_ne_bytes()].concat()
    };
    all.into_iter().flat_map(bytes).collect()
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
fn is_root() -> bool {
    #[cfg(target_os = "linux")]
    if rustix::process::geteuid().is_root() {
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
        return true;
    }
    false
}
