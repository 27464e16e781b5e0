import FaultyStreams
import SluiceConformance
import Testing

@Suite("Excused stream")
struct ExcusedStreamTests {
  /// The streams that are wrong on purpose and would be right if they declared something else.
  private static let excused = [
    "faulty-adds-at-creation": "traits.registration = .access",
    "faulty-adds-behind-an-actor": "traits.removal = .settled",
    "faulty-adds-in-a-task": "traits.removal = .settled",
    "faulty-adds-on-a-queue": "traits.registration = .firstNext",
    "faulty-adds-one-more-for-the-end": "traits.listeners = 2",
    "faulty-asks-its-task-at-the-end": "traits.cancelOutcome = .throwsCancellation",
    "faulty-drains-what-it-declares-to-drop": "traits.bufferOnCancel = .drains",
    // No log tells that their type could throw.
    "faulty-ends-normally-on-an-error": "traits.canFail = false",
    "faulty-ends-where-add-throws": "traits.canFail = false",
    "faulty-ends-before-it-removes": "traits.removal = .settled",
    "faulty-finishes-with-no-error": "traits.emptyEvent = .ends",
    "faulty-keeps-its-last-iterator": "traits.releasesWhileHeld = false",
    "faulty-keeps-one-too-few": "traits.overflow = .newest(2)",
    "faulty-keeps-the-newest-unsaid": "traits.overflow = .newest(4)",
    "faulty-keeps-the-oldest": "traits.overflow = .oldest(3)",
    "faulty-keeps-one-stream": "traits.releasesWhileHeld = false",
    "faulty-looks-at-the-value-first": "traits.ambiguousEvent = .yields",
    "faulty-removes-on-a-queue": "traits.removal = .settled",
    "faulty-removes-on-its-way-out": "traits.removal = .settled",
    "faulty-removes-through-a-task": "traits.removal = .settled",
    "faulty-shares-one-subscription": "traits.iterators = .single",
    "faulty-takes-a-stream-for-a-broadcast": "traits.iterators = .single",
    "faulty-takes-its-builder-for-lazy": "traits.registration = .iterator",
    "faulty-throws-where-it-is-busy": "traits.cancelOutcome = .throwsCancellation",
  ]

  @Test("is one that does what another declaration says, of all that are wrong on purpose")
  func excuses() throws {
    var excused: [String: String] = [:]
    for faulty in FaultyStreams.all {
      let situation = try #require(Situation.named(faulty.situation))
      let evidence = situation.run(faulty.subject).evidence
      for violation in Rule.judge(evidence).primaryViolations {
        guard let excuse = evidence.excuse(for: violation) else { continue }
        excused[faulty.subject.name] = excuse.statement
      }
    }
    #expect(excused == Self.excused)
  }
}
