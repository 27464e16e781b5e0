import SluiceScenarios
import SluiceSimulation
import Testing

@Suite("Fuzzing")
struct FuzzTests {
  /// A generator whose numbers depend on its seed alone.
  struct Generator: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
  }

  static let seeds = [
    ConformanceTests.unit, ConformanceTests.integration, ConformanceTests.table,
    ConformanceTests.matrix, ConformanceTests.forced, DiagnosticTests.tenMistakes,
    """
    format 1
    use "../flows.scenario"
    let town = SF
    let base = {name: "x", n: [1, 2.5, null, true], "a b": $town, ...}
    flow stop(stream, after)
      +$after race cancel $stream
      expect $stream removed promptly within 3 steps
    scenario "s"
      about \"""
        A text.
        \"""
      timeline
        L = firestore.document-snapshots(cities/$town) held in G busy 5ms prefix 3
        play stop(L, after: 5ms)
        expect L nexts [_, doc({a: 1, ...}), $base] within 5ms
    """,
  ].map { text in Array(text.utf8) }

  static let pieces: [[UInt8]] = [
    "(", ")", "[", "]", "{", "}", "|", ",", ":", "=", "==", "...", "@", "+", "$", "$x", "/", "//",
    "\"", "\"\"\"", "\\", "\\u", "\\ud83d", "\n", "\r", "\t", "\0", "#", "#2", "_", "-", ".", "5",
    "5ms", "1.5s", "9223372036854775808", "99999999h", "1e999", "@5ms ", "+5ms ", "now ", "race ",
    "during add(L) ", "play stop", "expect ", "nexts\n", "silent until 5ms", "matrix\n", "given\n",
    "schedule\n", "timeline\n", "finally\n", "scenario \"x\"\n", "flow f(a)\n", "let a = $a\n",
    "use \"x.scenario\"\n", "format 1\n", "L = ", "$source", "null", "{a: 1, a: 2}", "ü", "🏳️‍🌈",
    "\u{FEFF}", "\u{202E}",
  ].map { piece in Array(piece.utf8) }

  static func mutated(_ generator: inout Generator) -> [UInt8] {
    var bytes = seeds[generator.below(seeds.count)]
    let count = generator.below(2) == 0 ? 1 : 1 + generator.below(4)
    for _ in 0..<count {
      let place = generator.below(bytes.count + 1)
      let end = min(bytes.count, place + generator.below(12))
      switch generator.below(6) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: pieces[generator.below(pieces.count)], at: place)
      case 2: bytes.replaceSubrange(place..<end, with: pieces[generator.below(pieces.count)])
      case 3: if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: generator.next()) }
      case 4:
        let other = seeds[generator.below(seeds.count)]
        let start = generator.below(other.count)
        let piece = other[start..<min(other.count, start + generator.below(80))]
        bytes.insert(contentsOf: piece, at: place)
      default: bytes.removeSubrange(place..<bytes.count)
      }
    }
    return bytes
  }

  /// Every span lies in its file, and a file without errors can be expanded.
  static func check(_ result: ScenarioReader.Result) -> String? {
    for diagnostic in result.diagnostics {
      for span in [diagnostic.span] + (diagnostic.label.map { label in [label.span] } ?? []) {
        guard result.sources.files.indices.contains(span.file) else { return "no file \(span)" }
        let size = result.sources.files[span.file].bytes.count
        guard span.start >= 0, span.start <= span.end, span.end <= size else { return "\(span)" }
      }
    }
    let errors = result.diagnostics.filter { diagnostic in diagnostic.severity == .error }
    if errors.isEmpty != (result.file != nil) { return "a file with errors, or none without" }
    guard let read = result.file else { return nil }
    var count = 0
    for scenarioCase in read.cases {
      count += 1
      for step in scenarioCase.timeline
      where step.span.end > result.sources.files[step.span.file].bytes.count {
        return "a step beyond its file"
      }
    }
    return count == read.caseCount ? nil : "the number of cases differs"
  }

  @Test("what is mutated is readable to begin with, but for the file of mistakes")
  func unmutated() {
    let library = Array("format 1\nflow pause\n  +5ms cancel L\n".utf8)
    let reader = ScenarioReader(registry: DemonstrationRegistry.registry) { _ in library }
    let unreadable = Self.seeds.filter { bytes in
      reader.read(path: "Scenarios/all-products/integration/a.scenario", bytes: bytes).file == nil
    }
    #expect(unreadable.map { String(decoding: $0, as: UTF8.self) } == [DiagnosticTests.tenMistakes])
  }

  @Test("no mutation traps, and every span is in its file", arguments: 0..<4)
  func mutations(part: Int) { Self.expectSound(part: part, rounds: 1_250) }

  /// Mutates files in the order of a part's seed, the first so many of them.
  fileprivate static func expectSound(part: Int, rounds: Int) {
    var generator = Generator(seed: UInt64(part) &* 7_919 &+ 2_026)
    let library = Array("format 1\nlet shared = 1\nflow pause\n  +5ms cancel L\n".utf8)
    let paths = [
      "Scenarios/firestore/cancellation/a.scenario",
      "Scenarios/all-products/integration/a.scenario",
    ]
    var readable = 0
    for round in 0..<rounds {
      let bytes = mutated(&generator)
      let reader = ScenarioReader(registry: DemonstrationRegistry.registry) { path in
        path.hasSuffix("flows.scenario") ? library : (round.isMultiple(of: 2) ? bytes : nil)
      }
      let result = reader.read(path: paths[round.isMultiple(of: 4) ? 0 : 1], bytes: bytes)
      if let problem = check(result) {
        Issue.record("\(problem) for part \(part), round \(round)")
        return
      }
      if result.file != nil { readable += 1 }
      guard round.isMultiple(of: 20) else { continue }
      let renderer = DiagnosticRenderer(sources: result.sources)
      for diagnostic in result.diagnostics {
        for format in DiagnosticFormat.allCases {
          #expect(!renderer.render(diagnostic, as: format).isEmpty)
        }
      }
    }
    #expect(readable > rounds / 26, "too few mutations leave a file that can be expanded")
  }

  @Test("no filter traps")
  func filters() {
    var generator = Generator(seed: 99)
    let letters = Array("tag:layer id*?\\\"&|!() ä".utf8)
    for _ in 0..<5_000 {
      let text = (0..<generator.below(20)).map { _ in letters[generator.below(letters.count)] }
      let parsed = CaseFilter.parse(String(decoding: text, as: UTF8.self))
      let size = parsed.sources.files[0].bytes.count
      #expect(parsed.filter == nil || parsed.diagnostics.isEmpty)
      #expect(parsed.diagnostics.allSatisfy { diagnostic in diagnostic.span.end <= size })
    }
  }
}

@Suite("Fuzzing for longer", .campaign)
struct FuzzCampaign {
  @Test("no mutation traps, and every span is in its file", arguments: 0..<4)
  func mutations(part: Int) { FuzzTests.expectSound(part: part, rounds: 5_250) }
}
