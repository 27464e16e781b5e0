import Foundation
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceSpies

/// A kit of edition 2027.01: a case that came with it, a rule that came with it, and what was there
/// before.
enum LaterKit {
  static func newest() throws -> Edition { try Edition("2027.01") }

  /// A gate over that kit, of a right stream unless another is given.
  ///
  /// - Parameters:
  ///   - edition: The edition that the gate declares.
  ///   - subjects: The streams.
  ///   - hasRule: Whether the kit has the rule, which every stream breaks.
  ///   - level: The level of the rule.
  ///   - ruleEdition: Its edition, if that is not the later one.
  /// - Returns: The gate.
  /// - Throws: `EditionError` for a text that is no edition.
  static func gate(
    edition: String? = "2026.12", of subjects: [Subject] = [OwnStreams.right],
    hasRule: Bool = true, level: Rule.Level = .must, ruleEdition: Edition? = nil
  ) throws -> Harness {
    var rule = try rule(level)
    rule.edition = ruleEdition ?? rule.edition
    return Harness(
      name: "gate", subjects: subjects, rules: hasRule ? [rule] : [], edition: edition,
      newest: try newest())
  }

  /// A rule that came with the later edition: a source that sends 3 breaks it.
  static func rule(_ level: Rule.Level = .must) throws -> Rule {
    .monitor(
      id: "later.no-three", statement: "no source sends 3", level: level, edition: try newest(),
      rationale: "Three is too many.", underThreads: .counts, from: 0
    ) { _, entry in
      guard case .callbackBegan(_, let payload) = entry.event else { return .nothing }
      return payload == .value(.integer(3)) ? .broken(because: "the source sent 3") : .met
    }
  }

  /// The root of a package with some scenarios.
  static func root(_ scenarios: String...) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    try root.write(
      "format 1\n\n" + scenarios.joined(separator: "\n"),
      to: "Scenarios/listener/unit/editions.scenario")
    return root
  }

  /// A case of the first edition that holds.
  static let old = value(1, "a value arrives")
  /// A case of the first edition in which the later rule is broken.
  static let oldWithThree = value(3, "a three arrives")
  /// A case of the later edition that holds.
  static let laterRight = value(2, "a two arrives", edition: true)
  /// A case of the later edition in which the rule is broken.
  static let laterThree = value(3, "a later three arrives", edition: true)
  /// A case of the later edition that no right stream passes.
  static let laterWrong = value(5, "a five is a six", expected: 6, edition: true)
  /// A case of the later edition in which a six arrives.
  static let laterSix = value(6, "a six arrives", edition: true)
  /// A case of the first edition that no right stream passes.
  static let oldWrong = value(7, "a seven is an eight", expected: 8)

  /// The id of the case of a name.
  static func id(_ name: String) -> String { "listener/unit/editions/\(name)" }

  private static func value(
    _ value: Int, _ name: String, expected: Int? = nil, edition: Bool = false
  ) -> String {
    """
    scenario "\(name)"
    \(edition ? "  edition 2027.01\n" : "")  timeline
        @0ms    S = listener.values()
                expect S added
                listener.send(\(value))
                expect S next \(expected ?? value)
        @10ms   cancel S
                expect S ended

    """
  }
}
