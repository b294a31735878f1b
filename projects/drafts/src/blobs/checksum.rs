//! A number that tells whether bytes are still what they were.

/// The CRC-32 of some bytes, as PNG and ZIP have it. A single bit that changes always changes it.
///
/// It notices accidents. It does not notice somebody who changes the bytes and the checksum with them.
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926, "the number by which CRC-32s are compared");
        assert_eq!(checksum(b""), 0);
    }
}
