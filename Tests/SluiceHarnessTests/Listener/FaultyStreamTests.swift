import FaultyStreams
import SluiceConformance
import SluiceHarness
import Testing

@Suite("Faulty stream")
struct FaultyStreamTests {
  @Test("is caught by its rule before any other", arguments: FaultyStreams.all)
  func caught(_ faulty: FaultySubject) throws {
    let situation = try #require(Situation.named(faulty.situation))
    let primary = situation.run(faulty.subject).judge().primaryViolations.map { $0.rule.id }
    #expect(primary.contains(faulty.rule), "\(faulty.subject.name): \(primary)")
  }

  @Test("breaks a rule that the reference exercises and holds there", arguments: FaultyStreams.all)
  func reference(_ faulty: FaultySubject) throws {
    let situation = try #require(Situation.named(faulty.situation))
    // The reference registers with its first next(), so another one stands for it there.
    let late = ControlStreams.all.first { control in control.name == "right-can-not-fail" }
    let right =
      faulty.rule == Rule.declaredPoint.id ? try #require(late) : ListenerSubjects.reference
    let judgements = situation.run(right).judge()
    let judgement = try #require(judgements.first { $0.rule.id == faulty.rule })
    #expect(judgement.verdict == .held, "\(faulty.subject.name)")
  }

  @Test("there is for every rule")
  func complete() {
    let caught = Set(FaultyStreams.all.map { faulty in faulty.rule })
      .union(FaultySockets.all.map { faulty in faulty.rule })
      .union(FaultyAppStreams.all.map { faulty in faulty.rule })
      .union(DeclaringSubject.all.map { declaring in declaring.rule })
      .union(FaultyContainers.all.map { faulty in faulty.rule })
      .union(FaultyBridges.all.map { faulty in faulty.rule })
      .union([FaultyAssignsStrongly.rule])
    for rule in Rule.catalogue {
      #expect(caught.contains(rule.id), "\(rule.id)")
    }
  }
}
