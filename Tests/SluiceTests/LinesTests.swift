import Sluice
import Testing

@Suite("A line of a test")
struct LinesTests {
  @Test("happens when everything has settled, one of the test's own fakes among them")
  func settling() throws {
    /// A fake that knows stages by its spy alone.
    final class Bell: Sendable {
      let source: FakeListener<Int>
      let spy: Spy

      init(_ stage: TestStage) {
        source = FakeListener(in: stage.simulation, spy: stage.spy) { .integer(Int64($0)) }
        spy = stage.spy
      }

      func ring(file: StaticString = #fileID, line: Int = #line) {
        spy.stimulus("bell.ring", file: file, line: line) { source.send(7) }
      }
    }
    try simulate { stage in
      let bell = stage.keep(Bell(stage))
      let reader = stage.read("reader", bell.source.handmade())
      bell.ring()
      bell.ring()
      reader.expect(7, 7)
      let lines = stage.log.entries.filter { entry in
        if case .callbackBegan = entry.event { true } else { false }
      }
      #expect(Set(lines.map(\.step)).count == 2)
    }
  }

  @Test("within another one happens at once")
  func inside() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.handmade())
      stage.perform {
        source.send(1)
        source.send(2)
        reader.expectNothing()
        reader.cancel()
      }
      reader.expect(1)
      reader.expectEnd()
      stage.expect(source.listenerCount == 0)
    }
  }

  @Test("can't let time pass within another one")
  func timeInside() {
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate { stage in stage.perform { stage.advance(by: .seconds(1)) } }
    }
    #expect(failure?.message == "a line inside another one can't let time pass")
  }

  @Test("happens at once in an event of the simulation's")
  func inEvent() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.handmade())
      stage.simulation.schedule("later", after: .seconds(1)) { source.send(1) }
      stage.advance(by: .seconds(1))
      reader.expect(1)
    }
  }

  @Test("happens inside a call of the backend, if it says so, and the call comes")
  func during() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      stage.during(.add, of: "reader") { stage.cancel("reader") }
      let reader = stage.read("reader", source.handmade())
      reader.expectEnd()
    }
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate { stage in
        stage.during(.remove) { stage.cancel("reader") }
        stage.settle()
      }
    }
    #expect(failure?.message == "the call inside which this line happens never came")
  }

  @Test("happens inside a later call of the backend, if it says which")
  func duringLaterCall() throws {
    try simulate { stage in
      let source = FakeListener<Int>(on: stage)
      stage.during(.deliver, call: 2, of: "reader") { stage.cancel("reader") }
      let reader = stage.read("reader", source.handmade())
      source.send(1)
      reader.expect(1)
      source.send(2)
      reader.expectEnd()
    }
    for (number, message) in [
      (2, "the call inside which this line happens never came"),
      (0, "calls are counted from 1, and 0 is none of them"),
    ] {
      let failure = #expect(throws: SimulationFailure.self) {
        try simulate { stage in
          let source = FakeListener<Int>(on: stage)
          stage.during(.add, call: number) {}
          stage.read("reader", source.handmade())
          stage.settle()
        }
      }
      #expect(failure?.message == message)
    }
  }

  @Test("that races waits for its time, and the test for it")
  func race() throws {
    try simulate(schedules: 20) { stage in
      let source = FakeListener<Int>(on: stage)
      let reader = stage.read("reader", source.handmade())
      stage.race(after: .seconds(2)) { source.send(1) }
      stage.race(after: .seconds(1)) { source.send(2) }
      reader.expect(2, 1)
      stage.expect(stage.simulation.now == Instant(nanoseconds: 2_000_000_000))
    }
  }

  @Test("can check anything of the test's own")
  func condition() {
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate { stage in
        let source = FakeListener<Int>(on: stage)
        stage.read("reader", source.handmade())
        stage.expect(source.listenerCount == 0, "there is a listener")
      }
    }
    #expect(failure?.message == "there is a listener")
  }

  @Test("that starts a reader needs a name that is free and can be written down")
  func names() {
    for (name, words) in [("reader", "'reader' is started already"), ("a;b", "'a;b' has letters")] {
      let failure = #expect(throws: SimulationFailure.self) {
        try simulate { stage in
          let source = FakeListener<Int>(on: stage)
          stage.read("reader", source.handmade())
          stage.read(name, source.handmade())
        }
      }
      #expect(failure?.message.hasPrefix(words) == true)
    }
  }

  @Test("is of no use when the test is over")
  func afterTheEnd() throws {
    var left: (stage: TestStage, reader: Reader<Int>)?
    try simulate { stage in
      left = (stage, stage.read("reader", FakeListener<Int>(on: stage).handmade()))
    }
    left?.reader.cancel()
    left?.reader.expect(1)
    left?.stage.advance(by: .seconds(1))
    #expect(left?.reader.elements == [])
  }
}
