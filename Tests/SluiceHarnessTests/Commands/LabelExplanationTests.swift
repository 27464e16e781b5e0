import SluiceConformance
import SluiceHarness
import SluiceSimulation
import Testing

@Suite("Names of events")
struct LabelExplanationTests {
  @Test("have a page for each kind", arguments: LabelKind.allCases)
  func haveAPage(kind: LabelKind) {
    let call = Call(["explain", kind.rawValue])
    #expect(call.exitCode == .success)
    #expect(call.output.hasPrefix("event \(kind.rawValue): "))
  }

  @Test(
    "are read as their kind and what they are about",
    arguments: [
      ("consumer.S", LabelKind.consumer, "S"), ("access.S", .access, "S"),
      ("stimulus.listener.send", .stimulus, "listener.send"),
      ("listener.deliver", .deliver, "listener"), ("S.busy", .busy, "S"), ("goes-on", .goesOn, ""),
    ])
  func areRead(label: String, kind: LabelKind, subject: String) {
    let read = LabelKind.read(label)
    #expect(read?.kind == kind)
    #expect(read?.subject == subject)
  }

  @Test("of other work have no kind")
  func others() {
    #expect(LabelKind.read("registrations") == nil)
    #expect(LabelKind.read("consumer") == nil)
  }
}

@Suite("Account of a departure")
struct DepartureAccountTests {
  private func name(_ label: String) -> EventName { EventName(label: label, ordinal: 1) }

  @Test("says in words what ran before what")
  func inWords() {
    let choice = Choice(
      step: 1, instant: Instant(nanoseconds: 0), ready: [name("access.S"), name("consumer.S")],
      run: name("consumer.S"))
    #expect(
      choice.account == "the task that iterates 'S' (consumer.S#1) ran before the work that "
        + "reading 'S' has started (access.S#1)")
  }

  @Test("is none where nothing else was ready")
  func alone() {
    let only = name("consumer.S")
    #expect(
      Choice(step: 1, instant: Instant(nanoseconds: 0), ready: [only], run: only).account == nil)
  }
}
