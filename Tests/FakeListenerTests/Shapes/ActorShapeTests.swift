import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Testing

/// An interface that adds and removes with `await`.
protocol Roster<Entry>: Actor {
  associatedtype Entry: Sendable

  func addListener(
    _ body: @escaping @Sendable (Result<Entry, any Error>) -> Void,
    onClose: @escaping @Sendable () -> Void
  ) async throws -> Int
  func removeListener(_ token: Int) async
}

/// Its fake, which takes its time before it adds.
actor FakeRoster<Entry: Sendable>: Roster {
  private let source: FakeListener<Entry>
  private let latency: Duration

  init(_ source: FakeListener<Entry>, latency: Duration) {
    self.source = source
    self.latency = latency
  }

  func addListener(
    _ body: @escaping @Sendable (Result<Entry, any Error>) -> Void,
    onClose: @escaping @Sendable () -> Void
  ) async throws -> Int {
    try await source.adding {
      if latency > .zero { try? await Task.sleep(for: latency) }
      return try source.addObserver(
        .result(body, onFinish: onClose), throwing: (any Error).self
      ).number
    }
  }

  func removeListener(_ token: Int) async {
    source.removeObserver(ListenerToken(token))
  }
}

/// The stream under test: `next()` awaits the remove before it answers the end or an error.
struct RosterEntries<Base: Roster>: AsyncSequence {
  typealias Element = Base.Entry

  let roster: Base
  var removesOnCancel = true

  func makeAsyncIterator() -> Iterator {
    Iterator(iteration: RosterIteration(roster, removesOnCancel))
  }

  struct Iterator: AsyncIteratorProtocol {
    let iteration: RosterIteration<Base>

    func next() async throws -> Base.Entry? { try await iteration.next() }
  }
}

/// One iteration, whose end removes in a task, for nobody is there to await it.
final class RosterIteration<Base: Roster>: Sendable {
  private let roster: Base
  private let removesOnCancel: Bool
  private let observation = Observation<Base.Entry>()

  init(_ roster: Base, _ removesOnCancel: Bool) {
    self.roster = roster
    self.removesOnCancel = removesOnCancel
  }

  deinit {
    guard let token = observation.takeToken() else { return }
    Task { [roster] in await roster.removeListener(token) }
  }

  func next() async throws -> Base.Entry? {
    try await withTaskCancellationHandler {
      await begin()
      do {
        let entry = try await observation.next()
        if entry == nil { await remove() }
        return entry
      } catch {
        await remove()
        throw error
      }
    } onCancel: {
      observation.end(nil, dropping: true)
    }
  }

  private func begin() async {
    guard observation.begin() else { return }
    do {
      let token = try await roster.addListener { [observation] result in
        switch result {
        case .success(let entry): observation.accept(entry)
        case .failure(let error): observation.end(error, dropping: false)
        }
      } onClose: { [observation] in
        observation.end(nil, dropping: false)
      }
      if observation.keep(token) { await roster.removeListener(token) }
    } catch {
      observation.end(error, dropping: false)
    }
  }

  private func remove() async {
    guard let token = observation.takeToken() else { return }
    if removesOnCancel || !Task.isCancelled { await roster.removeListener(token) }
  }
}

@Suite("Shape with await")
struct ActorShapeTests {
  /// A remove that has to be awaited comes after the cancel has come back.
  private static let traits = Traits().with { traits in traits.removal = .settled }

  static func subject(
    removesOnCancel: Bool = true, latency: Duration = .zero
  ) -> Subject {
    .overListener("roster", traits: traits) { source, _ in
      RosterEntries(
        roster: FakeRoster(source, latency: latency), removesOnCancel: removesOnCancel)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  /// What is sent while the add is under way reaches nobody, so no iterator comes to its drop.
  private static let slowSituations = ShapeCourse.situations.filter { situation in
    !situation.name.hasPrefix("dropped-iterator")
  }

  @Test("blames no right stream whose add takes its time", arguments: slowSituations)
  func slow(_ situation: Situation) {
    let subject = Self.subject(latency: .milliseconds(1))
    #expect(ShapeCourse.complaints(about: subject, in: situation) == [])
  }

  @Test("records an add that takes its time as one, from its call on, also one that fails")
  func adding() throws {
    try ShapeBench.perform { bench in
      let source = bench.source
      bench.simulation.spawn("adder") {
        await source.adding {
          try? await Task.sleep(for: .milliseconds(1))
          _ = source.addObserver(.value { _ in })
        }
        try? await source.adding { throw ScriptedError("offline") }
        _ = source.addObserver(.value { _ in })
      }
      #expect(bench.simulation.settle() == nil)
      #expect(bench.log == ["add #1 called"])
      #expect(bench.spy.addsUnderWay == 1)
      source.send(1)
      let later = bench.simulation.now.advanced(by: .milliseconds(1))
      #expect(bench.simulation.advance(to: later) == nil)
      #expect(
        bench.log == [
          "add #1 called", "add #1 returned", "add #2 called", "add #2 threw offline",
          "add #3 called", "add #3 returned",
        ])
      #expect(bench.spy.addsUnderWay == 0)
    }
  }

  @Test("has a stream found that leaks when it is cancelled")
  func leaking() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(removesOnCancel: false), in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }
}
