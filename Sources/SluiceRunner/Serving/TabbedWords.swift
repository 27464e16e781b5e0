/// Words with tabs between them: a line that is cheap to write and to read.
package enum TabbedWords {
  /// The line of words; nil if one of them has a tab or a line feed in it.
  static func line(_ words: [String]) -> String? {
    let isClean = words.allSatisfy { word in
      !word.utf8.contains { byte in byte == UInt8(ascii: "\t") || byte == lineFeed }
    }
    return isClean ? words.joined(separator: "\t") : nil
  }

  /// The words of a line, of which there is one at least.
  package static func words(of line: String) -> [String] {
    line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      .map { word in String(Substring(word)) }
  }
}
