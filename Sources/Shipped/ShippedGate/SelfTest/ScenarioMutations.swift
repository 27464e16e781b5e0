import SluiceScenarios
import SluiceSimulation

/// Scenario files to which something has been done: to a byte, a word, a line, a number or a
/// bracket, to what they end with, and to what makes them a text.
struct ScenarioMutations: Sendable {
  /// A file, or a part of one that is a file by itself.
  struct Original: Sendable {
    /// The path, which says what the scenarios are about.
    let path: String
    let bytes: [UInt8]
  }

  private let originals: [Original]
  /// What is put in, beside what the files have themselves.
  private let words: [[UInt8]]
  private let seed: UInt64

  /// Mutations of files.
  ///
  /// - Parameters:
  ///   - files: The files; each is mutated as a whole, and more often each of its scenarios alone.
  ///   - registry: The vocabulary, words of which are put in.
  ///   - seed: What all that is done follows from.
  init(of files: [Original], with registry: Registry, seed: UInt64) {
    originals = files.flatMap { file in [file] + Self.parts(of: file) }
    let names =
      registry.verbs.map(\.example) + registry.streams.map(\.name) + registry.probes.map(\.name)
      + registry.constructors.map(\.example) + registry.errors.map(\.name)
      + registry.rules.map(\.name) + registry.traits.map(\.name)
    words = (Self.marks + names).map { word in Array(word.utf8) }
    self.seed = seed
  }

  /// The marks and words of the language, and letters of other kinds.
  private static let marks = [
    "(", ")", "[", "]", "{", "}", "|", ",", ":", "=", "==", "...", "@", "+", "$", "$x", "/", "//",
    "\"", "\"\"\"", "\\", "\\u", "\\ud83d", "\n", "\r", "\r\n", "\t", "#", "#2", "_", "-", ".",
    "5ms", "1.5s", "@5ms ", "+5ms ", "now ", "race ", "during add(L) ", "during add(L, 2) ",
    "during remove(L, last) ", "play ", "expect L ",
    "nexts\n", "silent until 5ms", "matrix\n", "given\n", "schedule\n", "timeline\n", "finally\n",
    "scenario \"x\"\n", "flow f(a)\n", "let a = $a\n", "use \"x.scenario\"\n", "format 1\n", "L = ",
    "repeat(1, 5)", "held ", "in G ", "within 3 steps", "null", "{a: 1, a: 2}", "ü", "🏳️‍🌈",
    "\u{FEFF}", "\u{202E}", "\u{2028}", "\u{E000}", "e\u{301}",
  ]

  /// Each scenario of a file with what stands before the first.
  private static func parts(of file: Original) -> [Original] {
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let starts = lines.indices.filter { index in lines[index].starts(with: "scenario ".utf8) }
    guard let first = starts.first else { return [] }
    return zip(starts, starts.dropFirst() + [lines.endIndex]).map { start, end in
      let part = lines[..<first] + lines[start..<end]
      return Original(path: file.path, bytes: Array(part.joined(separator: [UInt8(ascii: "\n")])))
    }
  }

  /// The file of a number, the same each time.
  func file(_ number: Int) -> Original {
    var text = MutatedText(
      random: SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number)), words: words,
      others: originals.map(\.bytes))
    let original = originals[text.random.below(originals.count)]
    text.bytes = original.bytes
    for _ in 0..<(1 + text.random.below(3) * text.random.below(3)) { text.mutate() }
    return Original(path: original.path, bytes: text.bytes)
  }
}
