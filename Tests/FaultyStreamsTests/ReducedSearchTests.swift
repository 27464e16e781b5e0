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
  fileprivate static let subjects =
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

  /// The reference, and another stream for each play.
  @Test("finds what the full search finds", arguments: zip(0..<RacePlay.all.count, RacePlay.all))
  func soundness(number: Int, play: RacePlay) {
    let other = 1 + number % (Self.subjects.count - 1)
    Self.expectSame(of: [Self.subjects[0], Self.subjects[other]], in: play)
  }

  fileprivate static func expectSame(of subjects: [Subject], in play: RacePlay) {
    for subject in subjects {
      let full = play.ends(of: subject, under: ExhaustiveSearch())
      let reduced = play.ends(of: subject, under: ExhaustiveSearch(isReduced: true))
      #expect(reduced.ends == full.ends, "\(subject.name)")
      #expect(reduced.runs < full.runs, "\(subject.name)")
      #expect(!reduced.hasFoundSharing)
    }
  }
}

@Suite("Reduced search of all streams", .campaign)
struct ReducedSearchCampaign {
  @Test("finds what the full search finds", arguments: RacePlay.all)
  func soundness(play: RacePlay) {
    ReducedSearchTests.expectSame(of: ReducedSearchTests.subjects, in: play)
  }
}
