//! Runs rust-analyzer, and speaks to it as an editor does.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The limit for any wait, since the first build takes all packages that a lesson's check needs.
const PATIENCE: Duration = Duration::from_secs(400);

/// An editor with one folder open. rust-analyzer ends when this is dropped.
pub struct Editor {
    process: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    settings: Value,
    version: u64,
}

/// Returns the `file:` address of a path.
pub fn address(path: &Path) -> String {
    let encoded = path.to_str().expect("UTF-8").bytes().map(|byte| match byte {
        b'/' | b'.' | b'_' | b'-' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    format!("file://{}", encoded.collect::<String>())
}

impl Editor {
    /// Opens a folder, with the command that its settings give for a check.
    pub fn open(folder: &Path, check: &Value) -> Result<Self> {
        let mut process = Command::new("rust-analyzer")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start rust-analyzer, which `./setup.sh tests` installs")?;
        let (to, output) =
            (process.stdin.take().context("no input")?, process.stdout.take().context("no output")?);
        let (sender, from) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(message) = heard(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        // Other features take time, and have nothing to do with checks.
        let settings = json!({
            "check": { "overrideCommand": check },
            "cachePriming": { "enable": false },
            "cargo": { "buildScripts": { "enable": false } },
            "procMacro": { "enable": false },
        });
        let mut editor = Self { process, to, from, settings, version: 1 };
        let capabilities = json!({
            "workspace": { "configuration": true },
            "window": { "workDoneProgress": true },
            "textDocument": { "publishDiagnostics": {} },
            "experimental": { "serverStatusNotification": true },
        });
        let folder = address(folder);
        editor.tell(json!({ "id": 1, "method": "initialize", "params": {
            "processId": std::process::id(), "rootUri": folder, "capabilities": capabilities,
            "initializationOptions": editor.settings, "workspaceFolders": [{ "uri": folder, "name": "workbook" }],
        } }))?;
        editor.wait(|message| message["id"] == 1 && message["method"].is_null())?;
        editor.tell(json!({ "method": "initialized", "params": {} }))?;
        editor.wait(|message| {
            message["method"] == "experimental/serverStatus" && message["params"]["quiescent"] == true
        })?;
        Ok(editor)
    }

    /// Tells rust-analyzer that a file is open.
    pub fn show(&mut self, file: &Path) -> Result<()> {
        let text = std::fs::read_to_string(file)?;
        let shown = json!({ "uri": address(file), "languageId": "rust", "version": 1, "text": text });
        self.tell(json!({ "method": "textDocument/didOpen", "params": { "textDocument": shown } }))
    }

    /// Saves a file with another text.
    pub fn save(&mut self, file: &Path, text: &str) -> Result<()> {
        std::fs::write(file, text)?;
        self.version += 1;
        let document = json!({ "uri": address(file), "version": self.version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.tell(json!({ "method": "textDocument/didChange", "params": change }))?;
        self.tell(json!({ "method": "textDocument/didSave", "params": { "textDocument": document } }))
    }

    /// Waits until the diagnostics of a file are right, and returns them.
    pub fn shown(&mut self, file: &Path, is_right: impl Fn(&[Value]) -> bool) -> Result<Vec<Value>> {
        let uri = address(file);
        let message = self.wait(|message| {
            let params = &message["params"];
            message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["diagnostics"].as_array().is_some_and(|shown| is_right(shown))
        })?;
        Ok(message["params"]["diagnostics"].as_array().context("a list")?.clone())
    }

    /// Waits until a check that was started has ended.
    pub fn checked(&mut self) -> Result<()> {
        self.wait(|message| {
            let token = message["params"]["token"].as_str().unwrap_or_default();
            token.contains("flycheck") && message["params"]["value"]["kind"] == "end"
        })?;
        Ok(())
    }

    /// Waits for a message that `is_it` accepts, and answers rust-analyzer's requests until then.
    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Result<Value> {
        let end = Instant::now() + PATIENCE;
        loop {
            let message = self.from.recv_timeout(end.saturating_duration_since(Instant::now()))?;
            if message["method"].is_string() && !message["id"].is_null() {
                let answer = match message["method"] == "workspace/configuration" {
                    true => json!([self.settings]),
                    false => Value::Null,
                };
                self.tell(json!({ "id": message["id"], "result": answer }))?;
            }
            if is_it(&message) {
                return Ok(message);
            }
        }
    }

    fn tell(&mut self, mut message: Value) -> Result<()> {
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.to.flush()?)
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads the next message.
fn heard(from: &mut BufReader<ChildStdout>) -> Result<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            bail!("rust-analyzer has ended");
        }
        match line.trim_end() {
            "" => break,
            line => length = line.strip_prefix("Content-Length: ").or(length.as_deref()).map(str::to_owned),
        }
    }
    let mut text = vec![0; length.context("no length")?.parse()?];
    from.read_exact(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}
