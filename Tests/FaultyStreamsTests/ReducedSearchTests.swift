import FakeListener
import FaultyStreams
import ReferenceStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import Testing

@Suite("Reduced search of streams")
struct ReducedSearchTests {
  /// A right stream, and wrong ones whose faults show under some schedules only.
  private static let subjects =
    [
      Subject.overListener("reference") { source, options in
        let sequence: ListenerSequence<SentinelElement, any Error> = source.values(options: options)
        return sequence
      }
    ]
    + RacingStreams.all.map(\.subject).filter { subject in
      // It has ten times as many schedules as the others.
      subject.name != "faulty-stores-the-handle-after-the-check"
    }

  @Test("finds what the full search finds", arguments: RacePlay.all)
  func soundness(play: RacePlay) {
    for subject in Self.subjects {
      let full = play.ends(of: subject, under: ExhaustiveSearch())
      let reduced = play.ends(of: subject, under: ExhaustiveSearch(isReduced: true))
      #expect(reduced.ends == full.ends, "\(subject.name)")
      #expect(reduced.runs < full.runs, "\(subject.name)")
      #expect(!reduced.hasFoundSharing)
    }
  }
}
