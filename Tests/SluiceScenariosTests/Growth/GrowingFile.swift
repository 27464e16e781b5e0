import SluiceScenarios
import SluiceSpies

/// A kind of scenario file of which there is one of any size.
struct GrowingFile: Sendable, CustomStringConvertible {
  /// What there is more and more of.
  let description: String
  /// The bytes of a file with about so many.
  let bytes: @Sendable (Int) -> [UInt8]

  init(_ description: String, bytes: @escaping @Sendable (Int) -> [UInt8]) {
    self.description = description
    self.bytes = bytes
  }

  /// A file of text.
  init(_ description: String, text: @escaping @Sendable (Int) -> String) {
    self.init(description) { count in Array(text(count).utf8) }
  }

  /// A file whose scenario has a line, in its timeline, in which a piece stands again and again.
  init(
    _ description: String, line before: String, _ piece: String, _ after: String = ""
  ) {
    self.init(description) { count in
      Reading.started(before + String(repeating: piece, count: count) + after)
    }
  }

  /// A file whose scenario has the same line in its timeline again and again.
  init(_ description: String, lines line: String) {
    self.init(description) { count in
      Reading.started(Array(repeating: line, count: count).joined(separator: "\n"))
    }
  }

  /// How many bytes, tokens, values and letters are looked at until a file of a size has been read
  /// and all that is wrong with it is told in every form.
  func looks(_ size: Int) -> Int {
    let bytes = bytes(size)
    let reader = ScenarioReader(registry: DemonstrationRegistry.registry) { path in
      guard path.hasSuffix("shared.scenario") else { return nil }
      return Array(("format 1\n" + Self.each(size) { "let shared\($0) = 1" } + "\n").utf8)
    }
    return WorkCounter.steps {
      let result = reader.read(path: Reading.path, bytes: bytes)
      let renderer = DiagnosticRenderer(sources: result.sources)
      for diagnostic in result.diagnostics {
        for format in DiagnosticFormat.allCases { _ = renderer.render(diagnostic, as: format) }
      }
    }
  }

  /// The courses of more than what grows, where there are such: four times as large may take six
  /// times as many looks, since whatever is searched for takes two halvings more.
  static func excess(_ looks: [Int]) -> Bool {
    zip(looks, looks.dropFirst()).contains { less, more in more > 6 * less + 3_000 }
  }

  /// Numbered pieces, joined.
  static func each(_ count: Int, _ separator: String = "\n", _ piece: (Int) -> String) -> String {
    (1...count).map { number in piece(number) }.joined(separator: separator)
  }
}
