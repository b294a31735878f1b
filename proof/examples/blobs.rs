//! Lists what save files hold: which save each is, every blob with its place and its first bytes, and what is damaged.
//!
//! `cargo run --package proof --example blobs -- FILE…`

use anyhow::{Context as _, Result};
use drafts::blobs::{self, Blob, checksum};

fn main() -> Result<()> {
    for path in std::env::args().skip(1) {
        let file = std::fs::read(&path).with_context(|| path.clone())?;
        list(&file, &path)?;
    }
    Ok(())
}

fn list(file: &[u8], path: &str) -> Result<()> {
    let all = blobs::read(file).map_err(|damage| damage.in_file(path))?;
    let saves = all.saves.map_or("without a number".to_owned(), |saves| format!("number {saves}"));
    println!("{path}: save {saves}, {} bytes, {} blobs", file.len(), all.blobs.len());
    println!("{:>10} {:>10}  CRC-32    kind  name                     begins with", "byte", "length");
    for Blob { kind, name, at, bytes } in &all.blobs {
        let (sum, kind) = (checksum(bytes), kind.escape_ascii());
        let start: String = bytes.iter().take(8).map(|byte| format!("{byte:02x} ")).collect();
        println!(
            "{at:>10} {:>10}  {sum:08x}  {kind}  {:<24} {start}",
            bytes.len(),
            name.escape_debug().to_string()
        );
    }
    for damage in &all.damage {
        println!("{}", damage.in_file(path));
    }
    Ok(())
}
