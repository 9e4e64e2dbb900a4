import FuzzChecks

/// Replaces "00000000" in the text of a key-value file with its checksum.
func signed(_ text: String) -> String {
    text.replacing(#""00000000""#, with: "\"\(checksumDigits(text.utf8))\"")
}
