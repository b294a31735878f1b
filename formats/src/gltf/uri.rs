//! URIs of buffers and images: bytes in the URI itself, or a file beside the model.

use crate::words::unescaped;
use base64::Engine;
use base64::alphabet::{self, Alphabet};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// The target of a URI.
#[derive(Debug, PartialEq)]
pub(super) enum Address {
    /// Bytes.
    Data(Vec<u8>),
    /// A file, by its possible paths in the order to try.
    Files(Vec<PathBuf>),
}

/// Resolves a URI relative to a folder; or says in a sentence why that isn't possible.
pub(super) fn address(uri: &str, folder: &Path) -> Result<Address, String> {
    if let Some((scheme, data)) = uri.split_at_checked(5)
        && scheme.eq_ignore_ascii_case("data:")
    {
        let (kind, data) = data.split_once(',').ok_or("This data URI has no comma.")?;
        if !kind.to_ascii_lowercase().ends_with(";base64") {
            return Err("Of data URIs only those in base64 are read.".to_owned());
        }
        // Most have nothing to decode here, and are not copied.
        let data = Cow::from(percent_decode_str(data));
        return base64(&data).map(Address::Data).ok_or("This is no base64.".to_owned());
    }
    // A letter before a colon may also be a drive.
    if uri.split_once(':').is_some_and(|(scheme, _)| scheme.bytes().all(|b| b.is_ascii_alphanumeric())) {
        return Err("Only files beside the model are read, and data URIs.".to_owned());
    }
    // Some exporters don't encode names, even with a percent sign.
    let names = [unescaped(uri), uri.to_owned()];
    let inside = |name: String| within(&name).then(|| folder.join(name));
    let mut files: Vec<PathBuf> = names.into_iter().filter_map(inside).collect();
    files.dedup();
    match files.is_empty() {
        true => Err("This path leads out of the model's folder.".to_owned()),
        false => Ok(Address::Files(files)),
    }
}

/// Returns true if a relative path stays within its folder, on every system.
fn within(name: &str) -> bool {
    let mut depth = 0;
    let stays = |part: Component<'_>| {
        depth += match part {
            Component::Normal(_) => 1,
            Component::CurDir => 0,
            Component::ParentDir => -1,
            Component::RootDir | Component::Prefix(_) => return false,
        };
        depth >= 0
    };
    !name.is_empty() && !name.contains(['\\', '\0']) && Path::new(name).components().all(stays)
}

/// Decodes base64, with the signs of files or of addresses. The end may be padded with `=`.
fn base64(text: &[u8]) -> Option<Vec<u8>> {
    const FREE: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let decoded = |signs: &Alphabet| GeneralPurpose::new(signs, FREE).decode(text).ok();
    [alphabet::STANDARD, alphabet::URL_SAFE].iter().find_map(decoded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(uri: &str) -> Result<Address, String> {
        address(uri, Path::new("models"))
    }

    #[test]
    fn base64_gives_bytes_back() {
        let data =
            |text: &str| address(&format!("data:application/octet-stream;base64,{text}"), Path::new(""));
        // The examples of the standard, RFC 4648.
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE", "fooba"),
        ] {
            assert_eq!(data(text), Ok(Address::Data(bytes.into())), "{text}");
        }
        for text in ["Z", "Zm9vY", "Zm 9", "Zm9v!", "Zg==="] {
            assert_eq!(data(text), Err("This is no base64.".to_owned()), "{text}");
        }
        for same in ["+/+/", "-_-_", "%2B/%2B/"] {
            assert_eq!(data(same), Ok(Address::Data(vec![0xfb, 0xff, 0xbf])));
        }
        assert!(files("data:text/plain,hello").is_err() && files("data:;base64").is_err());
    }

    #[test]
    fn a_path_is_decoded_and_stays_in_the_folder() {
        let beside = |names: &[&str]| {
            Ok(Address::Files(names.iter().map(|name| Path::new("models").join(name)).collect()))
        };
        assert_eq!(files("a.bin"), beside(&["a.bin"]));
        assert_eq!(files("sub/ä b.bin"), beside(&["sub/ä b.bin"]));
        assert_eq!(files("%C3%A4%20b.bin"), beside(&["ä b.bin", "%C3%A4%20b.bin"]));
        assert_eq!(files("50%.bin"), beside(&["50%.bin"]));
        assert_eq!(files("a/../b.bin"), beside(&["a/../b.bin"]));
        for out in ["../a", "a/../../b", "/etc/passwd", "%2e%2e/a", "..%2fa", "a\\b", "", "a%00b"] {
            let given = files(out);
            assert!(
                !matches!(&given, Ok(Address::Files(files)) if files.iter().any(|f| {
                    let text = f.to_string_lossy().into_owned();
                    text.contains("..") && !text.contains('%') || f.is_absolute() || text.contains('\0')
                })),
                "{out}: {given:?}"
            );
        }
        for scheme in ["http://a/b", "file:///a", "C:/a", "c:a"] {
            assert!(files(scheme).is_err(), "{scheme}");
        }
    }
}
