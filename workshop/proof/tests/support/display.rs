//! A virtual display, whose picture is in memory only.

use anyhow::{Context, Result, anyhow, ensure};
use std::io::{BufRead, BufReader, ErrorKind};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// An X display, which ends when this is dropped.
pub struct Screen {
    xvfb: Child,
    /// The value of `DISPLAY` for programs that draw on it.
    pub name: String,
    /// The folder with the file in which Xvfb keeps the pixels, in the format of `xwd`.
    memory: TempDir,
}

impl Screen {
    pub fn open(width: u32, height: u32) -> Result<Self> {
        let memory = tempfile::tempdir()?;
        let mut command = Command::new("Xvfb");
        // It chooses a free display number, and writes it to its stdout. Without -noreset it would start
        // anew, and refuse newcomers, whenever xdotool was its only guest.
        command.args(["-displayfd", "1", "-nolisten", "tcp", "-nocursor", "-noreset", "-screen", "0"]);
        command.arg(format!("{width}x{height}x24")).arg("-fbdir").arg(memory.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut xvfb = command.spawn().map_err(|error| missing(error, "Xvfb"))?;
        let mut number = String::new();
        BufReader::new(xvfb.stdout.take().context("no output")?).read_line(&mut number)?;
        ensure!(number.ends_with('\n'), "Xvfb opens no display");
        Ok(Self { xvfb, name: format!(":{}", number.trim()), memory })
    }

    /// Closes the display, as when a connection breaks.
    pub fn close(&mut self) {
        // Either of these fails only where it has ended already.
        let (_, _) = (self.xvfb.kill(), self.xvfb.wait());
    }

    /// Returns the width and height of the screen, and its pixels: red, green, blue and opaque.
    pub fn pixels(&self) -> Result<((u32, u32), Vec<u8>)> {
        let file = std::fs::read(self.memory.path().join("Xvfb_screen0"))?;
        let header: Vec<u32> =
            file.as_chunks().0.iter().take(25).map(|word| u32::from_be_bytes(*word)).collect();
        let (width, height, bits_per_pixel, bytes_per_line) = (header[4], header[5], header[11], header[12]);
        ensure!(bits_per_pixel == 32, "Xvfb has {bits_per_pixel} bits a pixel and not 32");
        ensure!(bytes_per_line == 4 * width, "Xvfb has gaps between its lines");
        let begin = (header[0] + 12 * header[19]) as usize;
        let mut pixels = file[begin..begin + (4 * width * height) as usize].to_vec();
        for pixel in pixels.as_chunks_mut::<4>().0 {
            *pixel = [pixel[2], pixel[1], pixel[0], 255];
        }
        Ok(((width, height), pixels))
    }

    /// Runs xdotool, which sends keys and mouse events, and returns what it says, or none if it fails.
    pub fn try_xdotool(&self, args: &[&str]) -> Result<Option<String>> {
        let mut command = Command::new("xdotool");
        let output = command.args(args).env("DISPLAY", &self.name).stderr(Stdio::null()).output();
        let output = output.map_err(|error| missing(error, "xdotool"))?;
        Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
    }

    pub fn xdotool(&self, args: &[&str]) -> Result<String> {
        self.try_xdotool(args)?.with_context(|| format!("xdotool {} fails", args.join(" ")))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Asked politely, Xvfb removes its socket.
        let mut ask = Command::new("kill");
        let asked = ask.arg(self.xvfb.id().to_string()).stderr(Stdio::null()).status();
        if !asked.is_ok_and(|status| status.success() && self.xvfb.wait().is_ok()) {
            self.close();
        }
    }
}

/// Adds advice to the error for a tool that is not installed.
fn missing(error: std::io::Error, tool: &str) -> anyhow::Error {
    match error.kind() {
        ErrorKind::NotFound => anyhow!("{tool} is not installed. Run ./setup.sh tests"),
        _ => error.into(),
    }
}
