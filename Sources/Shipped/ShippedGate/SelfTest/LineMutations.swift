package import SluiceRunner
import SluiceSimulation

/// Requests and answers that cross between a run and its workers, with something done to them.
package struct LineMutations {
  /// A line as a run or a worker has written it.
  package struct Original: Sendable {
    /// The line.
    package let line: String
    /// The result that it holds; nil for a request.
    package let result: CaseResult?

    /// The bytes of the line.
    fileprivate var bytes: [UInt8] { Array(line.utf8) }
  }

  /// A line with something done to it.
  package struct Mutant {
    let bytes: [UInt8]
    let original: Original
    /// How many changes were made.
    let changes: Int
  }

  private let kinds: [[Original]]
  private let seed: UInt64

  /// Mutations of lines, which follow from a seed.
  ///
  /// - Parameters:
  ///   - results: The results whose answers, and the requests for them, are the originals.
  ///   - seed: The seed.
  /// - Throws: `CaseLineError` for a result that can't be written.
  package init(of results: [CaseResult], seed: UInt64) throws(CaseLineError) {
    var kinds: [String: [Original]] = [:]
    for result in results {
      var result = result
      // The run has added the time, which no answer has.
      result.realNanoseconds = 0
      let outcome = result.failure == nil ? "green" : "red"
      let answer = try CaseLine.encode(WorkerAnswer.result(result))
      kinds[outcome, default: []].append(Original(line: answer, result: result))
      if let line = BriefAnswer.line(of: result) {
        kinds["brief", default: []].append(Original(line: line, result: result))
      }
      var request = Self.request(for: result)
      for kind in ["request", "long request"] {
        kinds[kind, default: []].append(Original(line: try request.line(), result: nil))
        request.keepsDigests = true
      }
    }
    self.kinds = kinds.keys.sorted().compactMap { kind in kinds[kind] }
    self.seed = seed
  }

  private static func request(for result: CaseResult) -> CaseRequest {
    let commands = ExplorationCommands(
      run: "sluice run '\(result.id)'", replay: "sluice replay '\(result.id)' --schedule")
    return CaseRequest(
      root: "/home", shownPath: "Scenarios/a.scenario", id: result.id, subject: "reference",
      level: "should", edition: "2026.12", exploration: .thorough(count: 64), seed: 1,
      commands: commands)
  }

  /// The line of a number, the same each time: as many of each kind.
  package func mutant(_ number: Int) -> Mutant {
    var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
    let kind = kinds[random.below(kinds.count)]
    let original = kind[random.below(kind.count)]
    var bytes = original.bytes
    let changes = 1 + random.below(2) * random.below(3)
    for _ in 0..<changes {
      if random.below(4) > 0 { changeWord(of: &bytes, &random) } else { change(&bytes, &random) }
    }
    return Mutant(bytes: bytes, original: original, changes: changes)
  }

  private static let words = [
    "passed", "failed", "errored", "skipped", "play", "kind", "outcome", "result", "unusable", "id",
    "given up", "true", "1", "0", "", "\t", " ", "\n", "{", "}", "[]", "+a:1", "xa", "-a:-1",
  ]

  /// Values that are no text: numbers at and beyond the ends of what may be counted, and others.
  private static let values = [
    "-1", "0", "1", "2", "99", "100000000001", "9223372036854775807", "-9223372036854775808",
    "18446744073709551615", "1e400", "0.5", "null", "true", "[]", "{}",
  ]

  /// Has any bytes changed.
  private func change(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    var text = MutatedText(
      random: random, words: Self.words.map { word in Array(word.utf8) },
      others: [another(&random).bytes], bytes: bytes)
    text.mutate()
    (bytes, random) = (text.bytes, text.random)
  }

  /// Changes one word: the line keeps its form.
  private func changeWord(of bytes: inout [UInt8], _ random: inout SplitMix64) {
    let words = LineWord.all(in: bytes)
    guard !words.isEmpty else { return }
    if random.below(8) == 0 { return changeOutcome(of: &bytes, words, &random) }
    let word = words[random.below(words.count)]
    let other = another(&random).bytes
    let others = LineWord.all(in: other).filter { other in other.kind == word.kind }
    let replacement: [UInt8] =
      switch random.below(others.isEmpty ? 2 : 3) {
      case 0: word.bytes(of: Self.words[random.below(Self.words.count)])
      case 1: word.bytes(ofValue: Self.values[random.below(Self.values.count)])
      default: Array(other[others[random.below(others.count)].range])
      }
    bytes.replaceSubrange(word.range, with: replacement)
  }

  private static let outcomes = ["passed", "failed", "errored", "skipped"]

  /// Changes a word that is an outcome's: the shortest way from red to green.
  private func changeOutcome(
    of bytes: inout [UInt8], _ words: [LineWord], _ random: inout SplitMix64
  ) {
    let kinds = words.filter { word in
      Self.outcomes.contains { text in bytes[word.range].elementsEqual(word.bytes(of: text)) }
    }
    guard !kinds.isEmpty else { return }
    let word = kinds[random.below(kinds.count)]
    let outcome = Self.outcomes[random.below(Self.outcomes.count)]
    bytes.replaceSubrange(word.range, with: word.bytes(of: outcome))
  }

  private func another(_ random: inout SplitMix64) -> Original {
    let kind = kinds[random.below(kinds.count)]
    return kind[random.below(kind.count)]
  }
}

/// A word of a line with its place: the text between two tabs, a scalar of JSON, or the name of a
/// member.
private struct LineWord {
  /// The form of the word.
  enum Kind {
    case plain, name, text, value
  }

  let range: Range<Int>
  let kind: Kind

  /// All words of a line.
  static func all(in line: [UInt8]) -> [LineWord] {
    guard line.first == UInt8(ascii: "{") else {
      return line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { word in LineWord(range: word.startIndex..<word.endIndex, kind: .plain) }
    }
    var words: [LineWord] = []
    var place = 0
    while place < line.count {
      let isText = line[place] == UInt8(ascii: "\"")
      let end = isText ? endOfText(in: line, from: place) : endOfValue(in: line, from: place)
      if end > place {
        let isName = end < line.count && line[end] == UInt8(ascii: ":")
        words.append(
          LineWord(range: place..<end, kind: isText ? (isName ? .name : .text) : .value))
      }
      place = max(end, place + 1)
    }
    return words
  }

  private static func endOfText(in line: [UInt8], from start: Int) -> Int {
    var place = start + 1
    while place < line.count, line[place] != UInt8(ascii: "\"") {
      place += line[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(place + 1, line.count)
  }

  private static func endOfValue(in line: [UInt8], from start: Int) -> Int {
    line[start...].firstIndex { byte in "{}[],:\"".utf8.contains(byte) } ?? line.count
  }

  /// The bytes of a text in the place of the word.
  func bytes(of text: String) -> [UInt8] {
    guard kind != .plain else { return Array(text.utf8) }
    let isControl = text == "\t" || text == "\n"
    return Array((isControl ? "\"\\u0009\"" : "\"\(text)\"").utf8)
  }

  /// The bytes of a value in the place of the word; a member's name stays a text.
  func bytes(ofValue value: String) -> [UInt8] {
    kind == .name ? bytes(of: value) : Array(value.utf8)
  }
}
