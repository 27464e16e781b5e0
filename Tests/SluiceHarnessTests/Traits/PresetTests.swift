import FakeListener
import FaultyStreams
import ProposalStreams
import ReferenceStreams
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceSpies
import StandardStreams
import Testing

extension FakeListener {
  /// The values in the plain type that can't throw: an error is the end.
  fileprivate func plainValues(_ options: ListenerOptions) -> AsyncStream<Element> {
    AsyncStream { continuation in
      let handle = self.addListener(
        options: options,
        { element, error in
          if error != nil {
            continuation.finish()
          } else if let element {
            continuation.yield(element)
          }
        },
        onFinish: { continuation.finish() })
      continuation.onTermination = { _ in handle.remove() }
    }
  }
}

/// A preset and a stream of the type that it describes.
struct MeasuredPreset: CustomTestStringConvertible {
  var subject: Subject
  var testDescription: String { subject.name }

  init(_ subject: Subject, declaring traits: Traits) {
    self.subject = subject
    self.subject.traits = traits
  }

  static let all: [MeasuredPreset] = [
    MeasuredPreset(ReferenceSubjects.listener[0], declaring: .reference),
    MeasuredPreset(plain, declaring: .asyncStream),
    MeasuredPreset(ProposalSubjects.listener[0], declaring: .asyncThrowingStream),
    MeasuredPreset(
      .overListener("plain-per-iterator") { listener, options in
        StreamPerIterator { listener.plainValues(options) }
      }, declaring: .asyncStreamPerIterator),
    MeasuredPreset(ProposalSubjects.listener[1], declaring: .asyncThrowingStreamPerIterator),
    MeasuredPreset(StandardSubjects.listener[0], declaring: .unfolding),
    MeasuredPreset(plain, declaring: .shared),
    MeasuredPreset(sharing, declaring: .broadcast),
  ]

  private static var sharing: Subject {
    ControlStreams.all.first { subject in subject.name == "right-shares-by-hand" } ?? plain
  }

  static let plain = Subject.overListener("plain") { listener, options in
    listener.plainValues(options)
  }
}

@Suite("Preset")
struct PresetTests {
  /// What the platform's types break whatever they declare: they take too late notice of an end
  /// inside add, which the first two say, and yield what comes inside remove.
  private static let known: Set = [
    "errors.sync-error-removes", "completion.removes-listener", "reentrancy.emit-in-remove",
  ]

  /// The situations that have a meaning for a stream: to one that can't throw no source can say
  /// that it fails.
  private static func situations(for subject: Subject) -> [Situation] {
    Situation.all.filter { situation in
      guard situation.applies(to: subject) else { return false }
      return subject.failsByType
        || situation.name != "iterated-after-the-end-which-is-an-error-then"
    }
  }

  /// What each preset's stream makes of each situation; they are played once.
  private static let outcomes = MeasuredPreset.all.map { preset in
    situations(for: preset.subject).map { situation in (situation, situation.run(preset.subject)) }
  }

  @Test("is held by a stream of its type, under all rules and in every situation")
  func holds() {
    for (preset, outcomes) in zip(MeasuredPreset.all, Self.outcomes) {
      for (situation, outcome) in outcomes {
        let broken = outcome.judge().primaryViolations.map { judgement in judgement.ruleID }
        #expect(
          Self.known.isSuperset(of: broken), "\(preset.subject.traits.declaration): \(situation)")
      }
    }
  }

  @Test("says of each trait what is seen of a stream of its type")
  func measured() throws {
    for (preset, outcomes) in zip(MeasuredPreset.all, Self.outcomes) {
      let traits = preset.subject.traits
      var shown: Set<TraitName> = []
      for (situation, outcome) in outcomes {
        let evidence = outcome.evidence
        for sighting in evidence.sightings() {
          let declared = evidence.declarations[sighting.sequence].word(for: sighting.trait)
          #expect(
            sighting.seen.fits(declared),
            "\(traits.declaration), \(situation): \(sighting.trait) is \(sighting.seen.text)")
          if !sighting.seen.fits(Traits().word(for: sighting.trait)) {
            shown.insert(sighting.trait)
          }
        }
      }
      let claimed = traits.differences(from: Traits()).filter { trait in trait != .iterators }
      #expect(shown.isSuperset(of: claimed), "\(traits.declaration)")
    }
  }

  @Test("that shares has one listener for two consumers, each of whom gets a part")
  func shared() throws {
    let situation = try #require(Situation.named("two-iterators"))
    let outcome = situation.run(MeasuredPreset(MeasuredPreset.plain, declaring: .shared).subject)
    let evidence = outcome.evidence
    #expect(evidence.registrations.count == 1)
    #expect(evidence.consumers.map { consumer in consumer.elements.count } == [1, 1])
    // One of them was cancelled.
    #expect(evidence.consumers.allSatisfy { consumer in consumer.terminal?.output == .end })
    #expect(outcome.judge().primaryViolations.map { judgement in judgement.ruleID } == [])
    let seen = evidence.sightings().filter { sighting in sighting.trait == .iterators }
    #expect(seen.map { sighting in sighting.seen.text } == ["single or split"])
  }

  @Test("of its own type knows whether the type can throw")
  func failure() {
    #expect(!MeasuredPreset.plain.failsByType)
    for subject in ListenerSubjects.all { #expect(subject.failsByType) }
  }
}
