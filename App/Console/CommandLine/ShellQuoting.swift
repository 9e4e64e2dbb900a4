extension String {
    /// As an argument on the command line of a POSIX shell: in quotation marks unless it is plain.
    var inShell: String {
        let isPlain =
            !isEmpty && first != "="
            && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_./:,+@%=".contains($0) }
        return isPlain
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
