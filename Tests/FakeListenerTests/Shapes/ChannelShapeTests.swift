import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Testing

/// An interface that hands out one message for each call.
protocol Connection<Message>: Sendable {
  associatedtype Message: Sendable

  func open()
  func receive(
    _ completion: @escaping @Sendable (Result<Message, any Error>) -> Void,
    atEnd: @escaping @Sendable () -> Void)
  func close()
}

/// Its fake.
struct FakeConnection<Message: Sendable>: Connection {
  private let channel: MessageChannel<Message>

  init(_ source: FakeListener<Message>) {
    channel = MessageChannel(of: source)
  }

  func open() { channel.open() }

  func receive(
    _ completion: @escaping @Sendable (Result<Message, any Error>) -> Void,
    atEnd: @escaping @Sendable () -> Void
  ) {
    channel.receive(.result(completion, onFinish: atEnd))
  }

  func close() { channel.close() }
}

enum ConnectionFault { case none, staysOpen, receivesTwice, receivesAfterAFailure }

extension Connection {
  /// The stream under test.
  func messages(_ fault: ConnectionFault = .none) -> AsyncThrowingStream<Message, any Error> {
    AsyncThrowingStream { continuation in
      let cleanUp = CleanUp()
      cleanUp.set { if fault != .staysOpen { close() } }
      continuation.onTermination = { _ in cleanUp.run() }
      open()
      receiveNext(fault, continuation, cleanUp)
    }
  }

  private func receiveNext(
    _ fault: ConnectionFault,
    _ continuation: AsyncThrowingStream<Message, any Error>.Continuation, _ cleanUp: CleanUp
  ) {
    receive { result in
      if cleanUp.isOver { return }
      switch result {
      case .success(let message):
        continuation.yield(message)
        receiveNext(fault, continuation, cleanUp)
        if fault == .receivesTwice { receiveNext(fault, continuation, cleanUp) }
      case .failure(let error):
        continuation.finish(throwing: error)
        if fault == .receivesAfterAFailure { receiveNext(fault, continuation, cleanUp) }
      }
    } atEnd: {
      if !cleanUp.isOver { continuation.finish() }
    }
  }
}

@Suite("Shape with receives")
struct ChannelShapeTests {
  static func subject(_ fault: ConnectionFault = .none) -> Subject {
    .overListener("connection", traits: .plain.with { traits in traits.source = .socket }) {
      source, _ in
      FakeConnection(source).messages(fault)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test(
    "has wrong streams found",
    arguments: [
      (ConnectionFault.staysOpen, "cancel-while-waiting", "socket.teardown-closes"),
      (.receivesTwice, "values-one-by-one", "socket.one-receive"),
      (.receivesAfterAFailure, "error-while-waiting", "socket.receives-while-open"),
    ])
  func wrong(_ fault: ConnectionFault, _ situation: String, _ rule: String) throws {
    let broken = try ShapeCourse.rulesBroken(by: Self.subject(fault), in: situation)
    #expect(broken == [rule])
  }

  @Test("hands out one message for each receive, keeps the others, and answers in order")
  func messages() throws {
    try ShapeBench.perform { bench in
      let channel = MessageChannel(of: bench.source)
      channel.open()
      bench.source.send(1)
      bench.source.send(2)
      channel.receive(.value { value in bench.note("A \(value)") })
      #expect(bench.notes == [])
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["A 1"])
      channel.receive(.value { value in bench.note("B \(value)") })
      channel.receive(.value { value in bench.note("C \(value)") })
      #expect(bench.simulation.settle() == nil)
      bench.source.sendNothing()
      bench.source.send(3)
      #expect(bench.notes == ["A 1", "B 2", "C 3"])
      channel.close()
    }
  }

  @Test("fails what waits and what comes later once it is closed, and drops late messages")
  func closing() throws {
    try ShapeBench.perform { bench in
      let channel = MessageChannel(of: bench.source)
      channel.open()
      channel.receive(.result { result in bench.note("A", result) })
      bench.source.sendLate(1, after: .seconds(1))
      channel.close()
      #expect(!channel.isOpen)
      channel.receive(.optional { value in bench.note("B \(value == nil)") })
      let later = bench.simulation.now.advanced(by: .seconds(2))
      #expect(bench.simulation.advance(to: later) == nil)
      #expect(bench.notes == ["A error closed", "B true"])
      #expect(bench.source.listenerCount == 0)
      channel.close()
      #expect(bench.log.count { line in line == "remove #1 called" } == 2)
    }
  }

  @Test("tells the source's end after the messages before it, as the callback can take it")
  func ending() throws {
    try ShapeBench.perform { bench in
      let channel = MessageChannel(of: bench.source)
      channel.open()
      bench.source.send(1)
      bench.source.finish()
      bench.source.send(2)
      for name in ["A", "B"] {
        channel.receive(.result { result in bench.note(name, result) })
      }
      channel.receive(.optional { value in bench.note("C \(value == nil)") })
      #expect(bench.source.listenerCount == 1)
      #expect(bench.simulation.settle() == nil)
      #expect(
        bench.notes == ["A 1", "B error closed", "C true"])
      #expect(bench.source.listenerCount == 0)
      channel.close()
      #expect(bench.log.count { line in line == "remove #1 called" } == 1)
    }
  }

  @Test("is closed where it is refused, or fails its receives where open can't throw")
  func refusal() throws {
    try ShapeBench.perform { bench in
      bench.source.refuseNextAdd(ScriptedError("offline"))
      bench.source.refuseNextAdd(ScriptedError("offline"))
      let throwing = MessageChannel(of: bench.source)
      #expect(throws: ScriptedError("offline")) {
        try throwing.open(throwing: (any Error).self)
      }
      #expect(bench.source.listenerCount == 0)
      throwing.receive(.result { result in bench.note("A", result) })
      let failing = MessageChannel(of: bench.source)
      failing.open()
      failing.receive(.result { result in bench.note("B", result) })
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["A error closed", "B error offline"])
      #expect(bench.source.listenerCount == 0)
    }
  }

  @Test("has the app's close on record")
  func appClose() throws {
    try ShapeBench.perform { bench in
      let channel = MessageChannel(of: bench.source)
      channel.recordAppClose()
      channel.open()
      channel.recordAppClose()
      channel.close()
      channel.recordAppClose()
      channel.open()
      #expect(bench.log.count { line in line == "the app closes #1" } == 1)
      #expect(bench.source.listenerCount == 0)
    }
  }
}
