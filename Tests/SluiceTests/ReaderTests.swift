import Sluice
import Testing

/// A reading that can't be compared.
private struct Reading: Sendable {
  var degrees: Double
}

extension FakeListener {
  /// A stream that fails with the source, and with an add that throws.
  fileprivate var throwing: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let handle = try self.addListener(throwing: (any Error).self) { value, error in
          if let value { continuation.yield(value) } else { continuation.finish(throwing: error) }
        }
        continuation.onTermination = { _ in handle.remove() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

extension FakeListener {
  /// A stream whose type says that it can't fail.
  fileprivate var neverFailing: some AsyncSequence<Element, Never> & SendableMetatype { handmade() }
}

/// What shows values, and reads them where it is.
@MainActor
private final class Screen {
  private let source: FakeListener<Int>

  init(_ source: FakeListener<Int>) { self.source = source }

  var values: AsyncThrowingStream<Int, any Error> {
    MainActor.assertIsolated()
    return source.throwing
  }
}

@Suite("A reader")
struct ReaderTests {
  private let swiftsOwn = Traits().with { traits in
    traits.registration = .access
    traits.iterators = .single
    traits.bufferOnCancel = .drains
    traits.releasesWhileHeld = false
    traits.repeatsError = true
  }

  /// Checks how a test fails whose only reader is fed 1 and 2; with nothing if it does not.
  private func check(
    _ options: ReaderOption..., fails expected: String? = nil,
    at location: Testing.SourceLocation = #_sourceLocation,
    _ test: @escaping (Reader<Int>, TestStage) throws -> Void
  ) {
    var message: String?
    do {
      try simulate { stage in
        let source = FakeListener<Int>(on: stage)
        let reader = Reading.start(source, on: stage, options)
        source.send(1)
        source.send(2)
        try test(reader, stage)
      }
    } catch {
      message = (error as? SimulationFailure)?.message ?? "\(error)"
    }
    #expect(message == expected, sourceLocation: location)
  }

  @Test("takes what lines expect, one after the other")
  func elements() {
    check { reader, _ in reader.expect(1, 2) }
    check { reader, _ in
      reader.expect(1)
      reader.expect { element in element == 2 }
    }
    check(fails: "'reader' got 2, not 3") { reader, _ in reader.expect(1, 3) }
    check(fails: "'reader' got nothing more, not 3") { reader, _ in reader.expect(1, 2, 3) }
    check(fails: "'reader' got 1, not an even one") { reader, _ in
      reader.expect("an even one") { element in element % 2 == 0 }
    }
    check(fails: "'reader' got nothing more, not an element") { reader, _ in
      let first = try reader.next()
      #expect(first == 1)
      reader.expect(2)
      _ = try reader.next()
    }
  }

  @Test("may not get what no line expects, unless it is lenient, cancelled or looked at")
  func leftovers() {
    check(fails: "no line expected what 'reader' got: 2") { reader, _ in reader.expect(1) }
    check(.lenient) { reader, _ in reader.expect(1) }
    check { reader, _ in #expect(reader.elements == [1, 2]) }
    check { reader, _ in
      reader.expect(1, 2)
      reader.expectNothing()
      reader.cancel()
    }
    check(fails: "'reader' got 1, not nothing") { reader, _ in reader.expectNothing() }
  }

  @Test("ends as it is expected to, and not before")
  func ends() {
    check { reader, _ in
      reader.expect(1, 2)
      reader.cancel()
      reader.expectEnd()
    }
    check(fails: "'reader' did not end") { reader, _ in
      reader.expect(1, 2)
      reader.expectEnd()
    }
    check(fails: "'reader' got 1, not its end") { reader, _ in reader.expectEnd() }
    check(fails: "'reader' did not throw an error") { reader, _ in
      reader.expect(1, 2)
      reader.expectError()
    }
  }

  @Test("can be busy, manual, and stop asking")
  func pace() {
    check(.manual) { reader, _ in
      reader.pull(2)
      reader.expectNothing()
    }
    check(.demand(1)) { reader, _ in
      reader.expect(1)
      reader.expectNothing()
      reader.pull()
      reader.expect(2)
    }
    check(.busy(.seconds(1))) { reader, stage in
      reader.expect(1)
      reader.expectNothing(for: .milliseconds(999))
      reader.expect(2, within: .milliseconds(1))
      stage.expect(stage.simulation.now == Instant(nanoseconds: 1_000_000_000))
    }
  }

  @Test("leaves its loop by itself, and goes through operators")
  func leaving() {
    check(.throwing(at: 2)) { reader, _ in
      reader.expect(1, 2)
      reader.expectEnd()
    }
    check(.prefix(1)) { reader, _ in
      reader.expect(1)
      reader.expectEnd()
    }
    check(.filter { value in value != .integer(1) }) { reader, _ in reader.expect(2) }
    check(.first { value in value == .integer(2) }) { reader, _ in reader.expect(2) }
    check(.demand(1)) { reader, _ in
      reader.expect(1)
      reader.drop()
    }
    check(
      fails:
        "'reader' waits in next() and can't be dropped; make it manual, busy or limit its demand"
    ) { reader, _ in reader.drop() }
  }

  @Test("shares a sequence with another one that holds it")
  func again() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let one = stage.read("one", source.handmade(), .held)
      source.send(1)
      let other = stage.read("other", again: one)
      source.send(2)
      one.expect(1, 2)
      other.expect(2)
      one.release()
    }
  }

  @Test("is one of several, of which each has its own")
  func several() throws {
    try simulate(schedules: 100) { stage in
      let source = FakeListener<Int>(on: stage)
      let one = stage.read("one", source.handmade())
      let other = stage.read("other", source.handmade())
      source.send(1)
      one.expect(1)
      one.cancel()
      source.send(2)
      other.expect(1, 2)
    }
  }

  @Test("reads elements that can't be compared, and of no known form")
  func incomparable() throws {
    try simulate { stage in
      let source = FakeListener<Reading>(on: stage)
      let reader = stage.read("reader", source.handmade())
      source.send(Reading(degrees: 21))
      source.send(Reading(degrees: 22))
      reader.expect { reading in reading.degrees == 21 }
      let next = try reader.next()
      #expect(next.degrees == 22)
    }
  }

  @Test("gets the error of an add that throws, and of a source that fails")
  func errors() throws {
    let denied = ScriptedError("denied")
    try simulate(traits: swiftsOwn) { stage in
      let source = FakeListener<Int>(on: stage)
      source.refuseNextAdd(denied)
      stage.read("first", source.throwing).expectError(denied)
      let second = stage.read("second", source.throwing)
      source.fail(denied)
      second.expectError(ScriptedError.self)
      let third = stage.read("third", source.throwing)
      source.fail(denied)
      third.expectError()
    }
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(traits: swiftsOwn) { stage in
        let source = FakeListener<Int>(on: stage)
        let reader = stage.read("reader", source.throwing)
        source.fail(denied)
        reader.expectError(ScriptedError("unavailable"))
      }
    }
    #expect(failure?.message == "'reader' got error denied, not error unavailable")
  }

  @Test("need not expect an error of a stream whose type can't throw")
  func neverFails() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.neverFailing)
      source.fail(ScriptedError("denied"))
      reader.expectEnd()
    }
  }

  @Test("awaits a stream that only its own task can open")
  func opened() throws {
    actor Owner {
      let source: FakeListener<Int>
      init(_ source: FakeListener<Int>) { self.source = source }
      func values() -> HandmadeStream<Int> { source.handmade() }
    }
    try simulate(schedules: 50) { stage in
      let source = FakeListener<Int>(on: stage)
      let owner = Owner(source)
      let reader = stage.read("reader") { await owner.values() }
      source.send(1)
      reader.expect(1)
      reader.cancel()
      reader.expectEnd()
    }
    let failed = #expect(throws: ScriptedError("closed")) {
      try simulate { stage in
        let reader = stage.read("reader") { () async throws -> HandmadeStream<Int> in
          await Task.yield()
          throw ScriptedError("closed")
        }
        reader.expectNothing()
      }
    }
    #expect(failed != nil)
  }

  @Test("awaits a stream that belongs to the main actor, and reads it there")
  func onMain() throws {
    try simulate(schedules: 20, traits: swiftsOwn) { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", .onMain) { await Screen(source).values }
      source.send(1)
      reader.expect(1)
      reader.cancel()
    }
  }

  @Test("throws what reading the stream throws")
  func unopened() {
    #expect(throws: ScriptedError("closed")) {
      try simulate { stage in
        stage.read("reader") { () throws -> HandmadeStream<Int> in throw ScriptedError("closed") }
      }
    }
  }
}

extension Reading {
  fileprivate static func start(
    _ source: FakeListener<Int>, on stage: TestStage, _ options: [ReaderOption]
  ) -> Reader<Int> {
    switch options.first {
    case let option?: stage.read("reader", source.handmade(), option)
    case nil: stage.read("reader", source.handmade())
    }
  }
}
