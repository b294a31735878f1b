//! Runs a browser without a window, and speaks its devtools' protocol through two pipes.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Chromium, with one page. It ends when this is dropped.
pub struct Browser {
    process: Child,
    to: File,
    from: BufReader<File>,
    session: String,
    count: u64,
    /// Events from the page that nothing has waited for yet.
    pub events: VecDeque<Value>,
    /// The browser's name for the page that was opened last.
    loader: Value,
}

impl Browser {
    /// Starts Chromium, with its files and pipes in `folder`.
    pub fn start(folder: &Path) -> Result<Self> {
        let [input, output] = ["to", "from"].map(|name| folder.join(name));
        if !Command::new("mkfifo").arg(&input).arg(&output).status()?.success() {
            bail!("no pipes in {}", folder.display());
        }
        let process = Command::new("sh")
            .arg("-c")
            .arg(
                "exec chromium --headless --no-sandbox --disable-gpu --enable-unsafe-swiftshader \
                 --remote-debugging-pipe --user-data-dir=\"$2\" about:blank 3<\"$0\" 4>\"$1\"",
            )
            .args([&input, &output, &folder.join("profile")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start chromium")?;
        let to = File::options().write(true).open(&input)?;
        let from = BufReader::new(File::open(&output)?);
        let mut browser = Self {
            process,
            to,
            from,
            session: String::new(),
            count: 0,
            events: VecDeque::new(),
            loader: Value::Null,
        };
        let target = browser.ask("Target.createTarget", json!({ "url": "about:blank" }))?;
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.ask("Target.attachToTarget", attach)?;
        browser.session = session["sessionId"].as_str().context("no session")?.to_owned();
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.ask(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(browser)
    }

    /// Sends a command of the protocol, and waits for its result.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        self.count += 1;
        let mut message = json!({ "id": self.count, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.to.write_all(format!("{message}\0").as_bytes())?;
        loop {
            let mut answer = self.next()?;
            if answer["id"] == self.count {
                if !answer["error"].is_null() {
                    bail!("{method}: {}", answer["error"]);
                }
                return Ok(answer["result"].take());
            }
            self.events.push_back(answer);
        }
    }

    fn next(&mut self) -> Result<Value> {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes)?;
        bytes.pop().context("the browser has ended")?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    /// Opens a page, and waits until all that it loads at once is there.
    pub fn open(&mut self, address: &str) -> Result<()> {
        self.events.clear();
        self.loader = self.ask("Page.navigate", json!({ "url": address }))?["loaderId"].take();
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.next()?;
            self.events.push_back(event);
        }
        Ok(())
    }

    /// Returns the value of a JavaScript expression on the page.
    pub fn value(&mut self, expression: &str) -> Result<Value> {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.ask("Runtime.evaluate", params)?;
        if !answer["exceptionDetails"].is_null() {
            bail!("{expression}: {}", answer["exceptionDetails"]);
        }
        Ok(answer["result"]["value"].take())
    }

    /// Returns such a value as the type that is wanted.
    pub fn read<T: serde::de::DeserializeOwned>(&mut self, expression: &str) -> Result<T> {
        serde_json::from_value(self.value(expression)?).with_context(|| expression.to_owned())
    }

    /// Waits until what was done shows.
    pub fn settle(&mut self) -> Result<()> {
        self.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))").map(drop)
    }

    /// Sets the page's width and height.
    pub fn resize(&mut self, width: u32, height: u32) -> Result<()> {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", size).map(drop)
    }

    /// Sets whether the reader's system is dark, and wants nothing to move by itself. Pages follow it.
    pub fn darken(&mut self, dark: bool) -> Result<()> {
        let theme = if dark { "dark" } else { "light" };
        let [scheme, calm] = [("color-scheme", theme), ("reduced-motion", "reduce")]
            .map(|(name, value)| json!({ "name": format!("prefers-{name}"), "value": value }));
        self.ask("Emulation.setEmulatedMedia", json!({ "features": [scheme, calm] }))?;
        let ready = format!("document.documentElement.classList.contains('{theme}')");
        self.value(&format!("new Promise(done => setInterval(() => {ready} && done(true), 5))")).map(drop)
    }

    /// Presses a key and lets it go.
    pub fn key(&mut self, key: &str) -> Result<()> {
        for kind in ["keyDown", "keyUp"] {
            self.ask("Input.dispatchKeyEvent", json!({ "type": kind, "key": key, "code": key }))?;
        }
        Ok(())
    }

    /// Presses the mouse at one place of the page, and releases it at another.
    pub fn drag(&mut self, from: [f64; 2], to: [f64; 2]) -> Result<()> {
        let moves = [("mousePressed", from), ("mouseMoved", to), ("mouseReleased", to)];
        for (kind, [x, y]) in moves {
            let params =
                json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", params)?;
        }
        Ok(())
    }

    /// Lists the addresses that the page has requested since it was opened.
    pub fn requests(&self) -> Vec<String> {
        // What the page before has asked for at last may be told when this one is open.
        let is_own = |event: &&Value| event["params"]["loaderId"] == self.loader;
        let sent =
            self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent").filter(is_own);
        sent.filter_map(|event| Some(event["params"]["request"]["url"].as_str()?.to_owned())).collect()
    }

    /// Lists the errors on the page's console since it was opened.
    pub fn complaints(&self) -> Vec<String> {
        let bad = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Network.loadingFailed") => true,
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            Some("Runtime.consoleAPICalled") => event["params"]["type"] == "error",
            _ => false,
        };
        self.events.iter().filter(bad).map(|event| event["params"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
