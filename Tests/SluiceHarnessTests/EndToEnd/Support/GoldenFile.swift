import Foundation
import Testing

/// A file in the folder `Golden` of a test target: what a text has to be, byte for byte.
///
/// `SLUICE_UPDATE_GOLDEN=1` in the environment writes the file anew; read the difference before you
/// commit it. Other folders of tests have this file by a link.
struct GoldenFile {
  /// The greatest number of lines that a difference shows of each text.
  private static let shownLines = 12

  /// Whether this run of the tests writes the files anew.
  private static let isUpdating =
    ProcessInfo.processInfo.environment["SLUICE_UPDATE_GOLDEN"] == "1"

  private let name: String
  private let file: URL

  /// A golden file.
  ///
  /// - Parameters:
  ///   - name: Its path in the folder `Golden`.
  ///   - test: The file of the test, which lies in the test target's folder.
  init(_ name: String, of test: String = #filePath) {
    self.name = name
    var target = URL(filePath: test).deletingLastPathComponent()
    while target.deletingLastPathComponent().lastPathComponent != "Tests", target.path() != "/" {
      target.deleteLastPathComponent()
    }
    file = target.appending(path: "Golden").appending(path: name)
  }

  /// Expects that a text is the golden one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - sourceLocation: The place of the expectation.
  /// - Throws: What the system says if the file can't be written.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard let difference = try difference(from: text) else { return }
    Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
  }

  /// Where a text is not the golden one, in words; nil if it is.
  ///
  /// A run that updates the files writes the text, and then compares it with what it reads back.
  func difference(from text: String) throws -> String? {
    if Self.isUpdating {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    guard let bytes = try? Data(contentsOf: file) else {
      return "there is no file Golden/\(name); SLUICE_UPDATE_GOLDEN=1 writes it"
    }
    guard bytes != Data(text.utf8) else { return nil }
    return Self.difference(from: text, to: String(decoding: bytes, as: UTF8.self), name)
  }

  /// The lines from the first to the last that differ, with the numbers of the golden ones.
  private static func difference(from text: String, to golden: String, _ name: String) -> String {
    let lines = { (text: String) in
      text.split(separator: "\n", omittingEmptySubsequences: false).map { line in String(line) }
    }
    let (expected, found) = (lines(golden), lines(text))
    let shorter = min(expected.count, found.count)
    let alike = zip(expected, found).prefix { one, other in one == other }.count
    let alikeAtEnd = zip(expected.reversed(), found.reversed()).prefix(shorter - alike)
      .prefix { one, other in one == other }.count
    let shown = { (lines: [String], mark: String) in
      let changed = lines[alike..<lines.count - alikeAtEnd]
      let left = changed.count - shownLines
      return changed.prefix(shownLines).map { line in "\(mark)\(line)" }
        + (left > 0 ? ["\(mark)… \(left) more lines"] : [])
    }
    let header = [
      "Golden/\(name):\(alike + 1) differs ('-' golden, '+' found); if that is meant,",
      "SLUICE_UPDATE_GOLDEN=1 writes the file anew",
    ]
    return (header + shown(expected, "-") + shown(found, "+")).joined(separator: "\n")
  }
}
