package import SluiceConformance
package import SluiceScenarios
import SluiceSpies
package import SluiceText

extension ScenarioCase: PlayedText {
  /// The place of the scenario itself.
  package var beginning: SourceSpan { span }

  /// The name of the product.
  package var backendName: String { place.product }

  /// The number of the line in its file.
  package func number(of line: SourceSpan) -> Int { sources.location(of: line).line }

  /// Adds the excerpts of the scenario and its flows, and whether a line in question races.
  package func show(_ place: FailureLines<SourceSpan>, in failure: inout CaseFailure) {
    failure.excerpts = SourceExcerpt.all(
      [(.failed, place.line), (.played, place.playedAt), (.stimulus, place.stimulus)], of: self,
      at: place.shown)
    failure.isRace = timeline.contains { step in
      step.mode == .race && [place.line, place.playedAt, place.stimulus].contains(step.span)
    }
  }

  /// The declaration that would leave the case out, where no listener of the run can notice what
  /// the case sends: it is right if the source never does so.
  package func remarks(on record: RunRecord<SourceSpan>) -> [String] {
    let inaudible = record.inaudible ?? []
    let unnoticed = needs.intersection(inaudible).sorted()
    guard !unnoticed.isEmpty else { return [] }
    let words = unnoticed.map { ability in "'\(ability.rawValue)'" }.joined(separator: ", ")
    return [
      "no listener of the stream has a callback for \(words). If the source never does that,",
      "declare it: over: .listener(…)\(inaudible.declaration)",
    ]
  }
}
