import SluiceRunner
import SluiceScenarios
package import SluiceSpies

extension OptionDeclaration {
  /// The last edition whose cases and rules count.
  static let edition = OptionDeclaration(
    "--edition", .one("YEAR.MONTH"),
    help: "cases and rules that came later are advice (default: the gate's)")
}

extension ParsedOptions {
  /// The edition that a call names; nil without one.
  ///
  /// - Throws: `UsageError.wrongValue` for a text that is none.
  func edition() throws(UsageError) -> Edition? {
    guard let text = text(.edition) else { return nil }
    do throws(EditionError) {
      return try Edition(text)
    } catch {
      throw .wrongValue(
        option: OptionDeclaration.edition.name, value: text,
        expected: "a year and a month, as in \(Edition.first)")
    }
  }
}

/// What counts in a gate where a call does not say it.
struct GateDefaults: Sendable {
  /// The weakest rules that fail a case.
  let level: RuleLevelChoice
  /// The last edition whose cases and rules count.
  let edition: Edition
}

extension Harness {
  /// The newest edition of the kit.
  package var newestEdition: Edition { registry.newestEdition }

  /// What counts where a call does not say it.
  var usual: GateDefaults {
    GateDefaults(level: RuleLevelChoice(usualLevel), edition: ownEdition ?? newestEdition)
  }

  /// Refuses an edition that the kit does not have.
  func check(edition: Edition?) throws(UsageError) {
    guard let edition else { return }
    do throws(EditionError) {
      try edition.check(upTo: newestEdition)
    } catch {
      let bound = edition < .first ? "first is \(Edition.first)" : "newest is \(newestEdition)"
      throw .wrongValue(
        option: OptionDeclaration.edition.name, value: "\(edition)",
        expected: "an edition of this kit, whose \(bound)")
    }
  }

  /// The newest edition, if a call takes it since neither the call nor the gate names one.
  func undeclaredEdition(in options: RunOptions) -> Edition? {
    options.edition == nil && ownEdition == nil ? newestEdition : nil
  }
}
