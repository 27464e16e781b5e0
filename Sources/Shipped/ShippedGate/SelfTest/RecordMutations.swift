import SluiceHarness
import SluiceReports
import SluiceRunner
import SluiceSimulation

/// Records of runs to which something has been done: journals, the results in them, and JUnit
/// reports.
struct RecordMutations {
  /// A record with something done to it.
  struct Mutant {
    let bytes: [UInt8]
    /// The place of the original among the files.
    let original: Int
    /// Whether the digest of a journal was made anew, so that its lines are looked at.
    var isSealed = false
  }

  /// A record as a run has written it.
  struct Original {
    let bytes: [UInt8]

    /// Whether it is a journal, and else a JUnit report.
    var isJournal: Bool { bytes.first == UInt8(ascii: "{") }

    /// Whether it counts its failures, as a report may.
    var countsCases: Bool { bytes.firstRange(of: Array(" failures=".utf8)) != nil }

    /// The results in a journal; none for a report.
    func results() throws(CaseLineError) -> [CaseResult] {
      guard isJournal else { return [] }
      var results: [CaseResult] = []
      var rules = RepeatedRules()
      // The run is in the first line, its end and the digest are in the last two.
      let lines = bytes.split(separator: UInt8(ascii: "\n")).enumerated()
      for (index, bytes) in lines.dropFirst().dropLast(2) {
        let text = String(decoding: bytes, as: UTF8.self)
        let line = try CaseLine.decode(RunJournal.Line.self, from: text)
        guard let whole = rules.restored(line, at: index + 1) else { continue }
        results.append(whole.result)
      }
      return results
    }
  }

  private let originals: [Original]
  private let seed: UInt64

  /// Mutations of records, which follow from a seed.
  init(of originals: [Original], seed: UInt64) {
    self.originals = originals
    self.seed = seed
  }

  /// The numbers at and beyond the ends of what may be counted.
  private static let numbers = [
    "-1", "0", "1", "2", "99", "100000000", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "1e400", "0.5", "null", "true", "\"1\"",
  ]

  private static let words = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "false", "\\u0000", "\\ud800",
    "{\"event\":\"end\"}", "\n", "\r\n", "\u{FEFF}", "<", ">", "</", "/>", "<?x?>", "<!--", "-->",
    "<![CDATA[", "]]>", "<!DOCTYPE x>", "&", "&amp;", "&#0;", "&#x110000;", "&lt;failure/&gt;",
    "<failure/>", "<skipped/>", "</testcase>", "</testsuite>", "</testsuites>", "<testcase>",
    " name=\"x\"", "'", "=", "passed", "failed", "skipped", "errored", "\t",
  ].map { word in Array(word.utf8) }

  /// The record of a number, the same each time.
  func mutant(_ number: Int) throws -> Mutant {
    var text = MutatedText(
      random: SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number)), words: Self.words,
      others: originals.map(\.bytes))
    let index = text.random.below(originals.count)
    let original = originals[index]
    guard original.isJournal else {
      text.bytes = original.bytes
      if text.random.below(6) == 0 { renameElement(&text) } else { change(&text) }
      return Mutant(bytes: text.bytes, original: index)
    }
    return try mutant(of: original, at: index, &text)
  }

  /// Journals are changed in one line, or in which lines there are.
  private func mutant(
    of original: Original, at index: Int, _ text: inout MutatedText
  ) throws -> Mutant {
    let feed = UInt8(ascii: "\n")
    var lines = original.bytes.split(separator: feed)
    if text.random.below(8) == 0 {
      let (one, other) = (text.random.below(lines.count), text.random.below(lines.count))
      switch text.random.below(3) {
      case 0: lines.swapAt(one, other)
      case 1: lines.insert(lines[one], at: other)
      default: lines.remove(at: one)
      }
    } else {
      // The first line decides whether the rest is looked at.
      let place = text.random.below(10) == 0 ? 0 : text.random.below(lines.count)
      text.bytes = Array(lines[place])
      change(&text)
      lines[place] = text.bytes[...]
    }
    let isSealed = text.random.below(8) > 0
    if isSealed { lines[lines.count - 1] = try seal(of: lines.dropLast())[...] }
    let bytes = lines.flatMap { line in line + [feed] }
    return Mutant(bytes: bytes, original: index, isSealed: isSealed)
  }

  private func seal(of lines: some Sequence<ArraySlice<UInt8>>) throws -> [UInt8] {
    let lines = lines.map { line in String(decoding: line, as: UTF8.self) }
    return Array(try RunJournal.digest(of: lines).utf8)
  }

  /// Gives an element the name of another: the report stays well formed, and says something else.
  private func renameElement(_ text: inout MutatedText) {
    let starts = text.bytes.indices.dropLast().filter { index in
      text.bytes[index] == UInt8(ascii: "<") && Self.isLetter(text.bytes[index + 1])
    }
    guard !starts.isEmpty else { return }
    let start = starts[text.random.below(starts.count)] + 1
    let name = text.bytes[start...].prefix(while: Self.isLetter)
    let other = Self.elements[text.random.below(Self.elements.count)]
    guard let end = text.bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { return }
    let closing = Array("</\(String(decoding: name, as: UTF8.self))>".utf8)
    if text.bytes[end - 1] != UInt8(ascii: "/"),
      let place = text.bytes[end...].firstRange(of: closing)
    {
      text.bytes.replaceSubrange(place.dropFirst(2).dropLast(), with: other)
    }
    text.bytes.replaceSubrange(start..<name.endIndex, with: other)
  }

  private static let elements = ["failure", "error", "skipped", "property", "flakyFailure", "x"]
    .map { name in Array(name.utf8) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Changes a number in half of all calls, and else anything.
  private func change(_ text: inout MutatedText) {
    for _ in 0..<(1 + text.random.below(2) * text.random.below(3)) {
      if text.random.below(2) == 0 { changeNumber(&text) } else { text.mutate() }
    }
  }

  private func changeNumber(_ text: inout MutatedText) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let starts = text.bytes.indices.filter { index in
      digits ~= text.bytes[index] && (index == 0 || !(digits ~= text.bytes[index - 1]))
    }
    guard !starts.isEmpty else { return }
    let start = starts[text.random.below(starts.count)]
    let end = text.bytes[start...].firstIndex { byte in !(digits ~= byte) } ?? text.bytes.count
    let number = Self.numbers[text.random.below(Self.numbers.count)]
    text.bytes.replaceSubrange(start..<end, with: number.utf8)
  }
}
