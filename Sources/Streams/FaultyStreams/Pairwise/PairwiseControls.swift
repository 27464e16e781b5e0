package import SluiceConformance
import SluiceProducts

/// Right streams that together have every pair of traits, abilities and shapes of the source that
/// there can be, each with honest traits: no case may blame one of them.
package enum PairwiseControls {
  /// The values of all knobs for each of them.
  package static let array = CoveringArray(excluding: KnobExclusion.all)

  /// Every one, in the order of the rows.
  package static let all: [Subject] = array.rows.enumerated().map { number, values in
    subject("right-pairwise-\(number + 1)", AdjustableSettings(values))
  }

  /// An adjustable stream with some settings.
  package static func subject(_ name: String, _ settings: AdjustableSettings) -> Subject {
    guard settings.traits.canFail else {
      return .overListener(name, traits: settings.traits, lacking: settings.lacking) {
        source, options in
        UnfailingAdjustableSequence(base: AdjustableSequence(settings, source, options))
      }
    }
    return .overListener(name, traits: settings.traits, lacking: settings.lacking) {
      source, options in
      AdjustableSequence(settings, source, options)
    }
  }
}
