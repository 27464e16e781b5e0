import FakeListener
import ShippedGate
import ShippedProducts
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Synchronization
import Testing

@Suite("Abilities of a source", .startsPrograms)
struct SourceAbilityTests {
  /// An `AsyncStream` over values alone, whatever its source can do.
  private static func values(
    _ name: String, traits: Traits = .asyncStream, lacking: SourceAbility...
  ) -> Subject {
    Subject(name, over: elements(lacking), traits: traits) { source in
      AsyncStream<Int> { continuation in
        let over = Flag()
        let handle = source.addListener(
          .value { value in if !over.isRaised { continuation.yield(value) } })
        continuation.onTermination = { _ in
          over.raise()
          handle.remove()
        }
      }
    }
  }

  /// Whether a stream is over, so that it passes no value on any more.
  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { state in state } }
    func raise() { state.withLock { state in state = true } }
  }

  /// A stream that ends with its source, by a callback for errors and one for the end.
  private static func ending(_ name: String, lacking: SourceAbility...) -> Subject {
    Subject(name, over: elements(lacking), traits: .asyncThrowingStream) { source in
      AsyncThrowingStream<Int, any Error> { continuation in
        let handle = source.addListener(
          .value(
            { value in continuation.yield(value) },
            onFailure: { error in continuation.finish(throwing: error) },
            onFinish: { continuation.finish() }))
        continuation.onTermination = { _ in handle.remove() }
      }
    }
  }

  private static func elements(_ lacking: [SourceAbility]) -> ListenerElements<Int> {
    lacking.reduce(.listener(Int.self)) { elements, ability in elements.lacking(ability) }
  }

  private static func run(_ subject: Subject, _ words: String...) throws -> MemoryCall {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    return MemoryCall(
      ["run", "--isolation", "none", "--schedules", "0"] + words,
      of: Harness(name: "gate", subjects: [subject]), in: root.path)
  }

  @Test("values with a remove, and neither an error nor an end, are green")
  func valuesAlone() throws {
    let call = try Self.run(Self.values("values", lacking: .fail, .finish))
    #expect(call.exitCode == .success, "\(call.output)")
    #expect(call.output.contains(" 0 failed, 0 errors"))
    // The kit's own cases grow in number.
    let lines = call.output.split(separator: "\n")
    let said = try #require(lines.first)
    #expect(said.hasPrefix("the source is declared to lack fail, finish; "))
    #expect(said.hasSuffix(" cases are left out"))
  }

  @Test(
    "a case that needs an absent ability is left out, with the reason",
    arguments: [
      (SourceAbility.fail, "never calls back with an error"),
      (.finish, "never tells an end"), (.refuse, "never refuses a listener"),
      (.sendNothing, "never calls back with nothing"),
      (.sendBoth, "never calls back with a value and an error at once"),
      (.present, "has no present value"),
    ])
  func leftOut(_ ability: SourceAbility, _ reason: String) throws {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    let gate = Harness(
      name: "gate",
      subjects: [
        Self.values(
          "values", traits: .asyncThrowingStream.with { traits in traits.initialValue = .present },
          lacking: ability)
      ])
    let list = MemoryCall(["list", "--format", "json"], of: gate, in: root.path)
    #expect(list.output.contains("inapplicable: the source of 'values' \(reason)"))
  }

  @Test("a stream that reads the present value has no case in which it is handed over")
  func readValue() throws {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    let gate = Harness(
      name: "gate",
      subjects: [
        Self.values(
          "values", traits: .asyncThrowingStream.with { traits in traits.initialValue = .read })
      ])
    let list = MemoryCall(["list", "--format", "json"], of: gate, in: root.path)
    #expect(list.output.contains("inapplicable: the source of 'values' has no present value"))
  }

  @Test(
    "a stream that forgets the errors of a source that can fail is red, and told what to declare")
  func forgetsErrors() throws {
    let call = try Self.run(
      Self.values("forgetful", traits: .asyncStream.with { traits in traits.canFail = true }),
      "sluice:/Scenarios/listener/unit/errors.scenario")
    #expect(call.exitCode == .failure)
    #expect(call.output.contains("no listener of the stream has a callback for 'fail'"))
    #expect(call.output.contains("over: .listener(…).lacking(.fail, .finish, .sendNothing)"))
  }

  @Test("a stream that can't throw and forgets the errors of its source is red as well")
  func forgetsErrorsUnthrown() throws {
    let call = try Self.run(Self.values("forgetful", lacking: .finish))
    #expect(call.exitCode == .failure)
    #expect(call.output.contains("has a callback for 'fail'"))
  }

  @Test(
    "a callback for what the source is declared to lack is an error of the declaration",
    arguments: [SourceAbility.fail, .finish])
  func declaredWrongly(_ ability: SourceAbility) throws {
    let call = try Self.run(
      Self.ending("ending", lacking: ability),
      "sluice:/Scenarios/listener/cancellation/waiting.scenario")
    #expect(call.exitCode == .failure)
    #expect(
      call.output.contains(
        "the source is declared to lack '\(ability.rawValue)', and a listener has a callback for it"
      ), "\(call.output)")
  }

  @Test("a source that never fails neither refuses nor sends both, and the declaration is short")
  func implied() {
    let subject = Self.values("values", lacking: .fail)
    #expect(subject.lacking == [.fail, .refuse, .sendBoth])
    #expect(subject.lacking.declaration == ".lacking(.fail)")
    #expect(
      Set<SourceAbility>([.finish, .sendNothing]).declaration == ".lacking(.finish, .sendNothing)")
    #expect(
      Set(SourceAbility.allCases).declaration == """
        .lacking(.fail, .finish, .sendNothing, .present, .serveSeveral, .removeWithHandle, \
        .keepRemoved)
        """)
  }

  @Test("changing a subject's traits keeps what its source lacks")
  func keptWithTraits() {
    var subject = Self.values("values", lacking: .finish)
    subject.traits = .reference
    #expect(!subject.traits.sourceCan(.finish))
    subject.lacking = []
    #expect(subject.traits == .reference)
  }

  @Test(
    "'traits' prints what to declare of a source whose abilities no listener has a callback for")
  func traitsCommand() throws {
    func traits(_ subject: Subject) throws -> MemoryCall {
      let root = try TemporaryFolder()
      try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
      return MemoryCall(
        ["traits", "--isolation", "none", "listener/cancellation/waiting/*"],
        of: Harness(name: "gate", subjects: [subject]), in: root.path)
    }
    let undeclared = try traits(Self.values("values"))
    #expect(undeclared.output.contains("over: .listener(…).lacking(.fail, .finish, .sendNothing)"))
    let declared = try traits(Self.values("values", lacking: .fail, .finish, .sendNothing))
    #expect(declared.exitCode == .success)
    #expect(!declared.output.contains("lacking"))
    #expect(try !traits(Self.ending("ending", lacking: .sendNothing)).output.contains("lacking"))
  }

  @Test("a source that serves one listener at a time is played by no case that opens several")
  func oneAtATime() throws {
    let runner = CaseRunner(
      products: [ListenerProduct.product.with([Self.values("one", lacking: .serveSeveral)])],
      subjectName: "one")
    let text = """
      format 1
      scenario "one"
        timeline
          @0ms  S = listener.values()
                cancel S
      scenario "two"
        timeline
          @0ms  S = listener.values()
                T = listener.values()
                cancel S
                cancel T
      """
    let file = try #require(
      ScenarioReader(registry: ShippedGate.harness.registry).read(
        path: "Scenarios/listener/unit/several.scenario", text: text
      ).file)
    let reasons = file.cases.map { scenario in runner.reasonToSkip(scenario) }
    #expect(reasons == [nil, "inapplicable: the source of 'one' serves one listener at a time"])
  }
}
