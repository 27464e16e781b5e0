import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Testing

/// An interface that tells values and nothing else, and whose listeners go by a name.
protocol Ticker<Tick>: Sendable {
  associatedtype Tick: Sendable

  func listen(as name: String, _ body: @escaping @Sendable (Tick) -> Void)
  func stopListening(as name: String)
}

/// Its fake.
struct FakeTicker<Tick: Sendable>: Ticker {
  let source: FakeListener<Tick>

  func listen(as name: String, _ body: @escaping @Sendable (Tick) -> Void) {
    source.addListener(forKey: name, .value(body))
  }

  func stopListening(as name: String) {
    source.removeListener(forKey: name)
  }
}

extension Ticker {
  /// The stream under test.
  func ticks(
    as name: String, removesAs removedName: String? = nil, keeping count: Int = .max
  ) -> AsyncStream<Tick> {
    AsyncStream(bufferingPolicy: .bufferingNewest(count)) { continuation in
      let cleanUp = CleanUp()
      cleanUp.set { stopListening(as: removedName ?? name) }
      continuation.onTermination = { _ in cleanUp.run() }
      listen(as: name) { tick in
        if !cleanUp.isOver { continuation.yield(tick) }
      }
    }
  }
}

/// An interface whose callback is told nil at the end.
protocol Cursor<Row>: Sendable {
  associatedtype Row: Sendable

  func rows(_ body: @escaping @Sendable (Row?) -> Void) -> ListenerHandle
}

/// Its fake.
struct FakeCursor<Row: Sendable>: Cursor {
  let source: FakeListener<Row>

  func rows(_ body: @escaping @Sendable (Row?) -> Void) -> ListenerHandle {
    source.addListener(.optional(body))
  }
}

extension Cursor {
  /// The stream under test.
  func rows(endsWithNil: Bool = true) -> AsyncStream<Row> {
    AsyncStream { continuation in
      let cleanUp = CleanUp()
      continuation.onTermination = { _ in cleanUp.run() }
      let handle = rows { row in
        if cleanUp.isOver { return }
        if let row { continuation.yield(row) } else if endsWithNil { continuation.finish() }
      }
      cleanUp.set { handle.remove() }
    }
  }
}

@Suite("Shape with values")
struct ValueShapeTests {
  /// Each stream has a name of its own: the number of the listeners that were there before it.
  static func ticker(removesAs name: String? = nil, keeping count: Int = .max) -> Subject {
    .overListener(
      "ticker", traits: .plainWithoutErrors, lacking: [.fail, .finish, .sendNothing]
    ) { source, _ in
      FakeTicker(source: source)
        .ticks(as: "\(source.listenerCount)", removesAs: name, keeping: count)
    }
  }

  static func cursor(endsWithNil: Bool = true) -> Subject {
    .overListener(
      "cursor", traits: .plainWithoutErrors, lacking: [.fail, .sendNothing]
    ) { source, _ in
      FakeCursor(source: source).rows(endsWithNil: endsWithNil)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.ticker(), in: situation) == [])
  }

  @Test("blames no right stream that ends with nil", arguments: ShapeCourse.situations)
  func rightWithAnEnd(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.cursor(), in: situation) == [])
  }

  @Test("has a stream found that removes by another name")
  func leaking() throws {
    let subject = Self.ticker(removesAs: "another")
    let broken = try ShapeCourse.rulesBroken(by: subject, in: "cancel-while-waiting")
    #expect(broken == ["teardown.remove-right-one"])
  }

  /// What is lost is not in the buffer either when the consumer is cancelled.
  @Test("has a stream found that keeps the newest value alone, and does not declare it")
  func dropping() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.ticker(keeping: 1), in: "values-at-once")
    #expect(broken == ["delivery.each-value-once", "cancellation.buffer-declared"])
  }

  @Test("has a stream found that takes nil for nothing")
  func endless() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.cursor(endsWithNil: false), in: "end-while-waiting")
    #expect(broken == ["completion.finish-ends"])
  }

  @Test("hears the value of both, and nothing of errors and the end")
  func hearing() throws {
    try ShapeBench.perform { bench in
      bench.source.addListener(forKey: "k", .value { value in bench.note("\(value)") })
      bench.source.fail(ScriptedError("unheard"))
      bench.source.sendBoth(1, ScriptedError("unheard"))
      bench.source.sendLate(2)
      bench.source.fail(ScriptedError("unheard"), .late())
      bench.source.finish(.queued())
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["1", "2"])
      #expect(bench.spy.callbackCount == 2)
    }
  }
}
