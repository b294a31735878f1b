//! Packs the knight's file for the book, where he must load quickly.

use crate::book::shaders::packed;
use crate::tree::Files;
use anyhow::{Context, Result};
use serde_json::Value;
use workbook::page::{KNIGHT, script};

/// Steps in a metre, or in 1, of rounded numbers: he packs to 3/4, and points are off by 2·10⁻⁶ m at most.
const PARTS: f32 = (1 << 22) as f32;

/// The component type of `f32` in glTF.
const FLOAT: u64 = 5126;

/// Returns the script that holds the knight's file, packed.
pub fn all(files: &Files) -> Result<Vec<u8>> {
    let mut file = files.get(KNIGHT).with_context(|| format!("{KNIGHT} is missing"))?.clone();
    let (header, rest) = file.split_at_mut(20);
    let length = u32::from_le_bytes(header[12..16].try_into()?) as usize;
    let (json, binary) = rest.split_at_mut(length);
    let json: Value = serde_json::from_slice(json)?;
    let whole = |value: &Value| value.as_u64().unwrap_or_default() as usize;
    let accessors = json["accessors"].as_array().into_iter().flatten();
    for accessor in accessors.filter(|accessor| accessor["componentType"] == FLOAT) {
        let view = &json["bufferViews"][whole(&accessor["bufferView"])];
        // Before the first byte is a header, too.
        let floats = &mut binary[8 + whole(&view["byteOffset"])..][..whole(&view["byteLength"])];
        for float in floats.as_chunks_mut().0 {
            *float = ((f32::from_le_bytes(*float) * PARTS).round() / PARTS).to_le_bytes();
        }
    }
    Ok(script("knight", &packed(&file)?).into_bytes())
}
