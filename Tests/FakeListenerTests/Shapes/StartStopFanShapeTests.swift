import FakeListener
import SluiceSpies
import Testing

@Suite("Shape with a start that may be repeated")
struct StartStopFanShapeTests {
  @Test("starts once, and tells all consumers in one callback")
  func fansOut() throws {
    try ShapeBench.perform { bench in
      let fan = StartStopFan(of: bench.source)
      let first = fan.add(.value { value in bench.note("A \(value)") })
      fan.start()
      fan.start()
      _ = fan.add(.value { value in bench.note("B \(value)") })
      bench.source.send(1)
      #expect(fan.remove(first))
      #expect(!fan.remove(first))
      bench.source.send(2)
      fan.stop()
      bench.source.send(3)
      #expect(fan.consumerCount == 1)
      fan.start()
      bench.source.send(4)
      fan.stop()
      #expect(!fan.isStarted)
      #expect(bench.notes == ["A 1", "B 1", "B 2", "B 4"])
      #expect(
        bench.log.filter { line in line.contains("called") || line.contains("begins") } == [
          "add #1 called", "callback #1 begins: 1", "callback #1 begins: 2", "remove #1 called",
          "add #2 called", "callback #2 begins: 4", "remove #2 called",
        ])
    }
  }

  @Test("hears what any of its consumers has a place for, and records nothing else")
  func hearing() throws {
    try ShapeBench.perform { bench in
      let fan = StartStopFan(of: bench.source)
      fan.start()
      bench.source.send(1)
      _ = fan.add(.value { value in bench.note("value \(value)") })
      bench.source.fail(ScriptedError("unheard"))
      _ = fan.add(.failure { error in bench.note("\(Failure(error))") })
      bench.source.fail(ScriptedError("heard"))
      #expect(bench.notes == ["heard"])
      #expect(bench.spy.callbackCount == 1)
    }
  }

  @Test("lets consumers go inside the callback of another one")
  func removalInside() throws {
    try ShapeBench.perform { bench in
      let fan = StartStopFan(of: bench.source)
      let tokens = Tokens()
      tokens.all = [fan.add(.value { _ in for token in tokens.all { fan.remove(token) } })]
      tokens.all.append(fan.add(.value { value in bench.note("\(value)") }))
      fan.start()
      bench.source.send(1)
      bench.source.send(2)
      #expect(bench.notes == ["1"])
      #expect(fan.consumerCount == 0)
    }
  }

  @Test("stays stopped after a start that threw")
  func refusal() throws {
    try ShapeBench.perform { bench in
      let fan = StartStopFan(of: bench.source)
      bench.source.refuseNextAdd(ScriptedError("busy"))
      #expect(throws: ScriptedError("busy")) { try fan.start(throwing: (any Error).self) }
      #expect(!fan.isStarted)
      fan.start()
      #expect(fan.isStarted)
    }
  }
}

private final class Tokens {
  var all: [ListenerToken] = []
}
