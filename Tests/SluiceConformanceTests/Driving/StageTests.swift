import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

/// A stage with one plain stream of whole numbers, fed by hand.
private final class Play {
  let stage: Stage
  let continuation: AsyncStream<Int>.Continuation
  private let stream: AsyncStream<Int>

  init(_ simulation: Simulation) {
    stage = Stage(in: simulation)
    (stream, continuation) = AsyncStream<Int>.makeStream()
  }

  func start(
    _ name: String = "A", _ change: (inout ConsumerOptions) -> Void = { _ in }
  ) throws(StageError) {
    var options = ConsumerOptions()
    change(&options)
    let stream = stream
    try stage.start(name, options) { () throws(SubjectError) in
      ErasedSequence(stream) { number in .integer(Int64(number)) }
    }
  }

  func send(_ numbers: Int...) {
    for number in numbers { continuation.yield(number) }
    #expect(stage.settle() == nil)
  }

  func elements(_ name: String = "A") -> [Event.Output]? {
    stage.consumer(named: name)?.outputs.map(\.output)
  }

  var events: [Event] { stage.log.entries.map(\.event) }
}

@Suite("Stage")
struct StageTests {
  private func play(_ script: (Play) throws(StageError) -> Void) throws(StageError) {
    try Simulation().perform { (simulation) throws(StageError) in
      let play = Play(simulation)
      try script(play)
      _ = simulation.end()
    }
  }

  @Test("has an operator take what it keeps to itself, and the consumer see the rest")
  func filter() throws {
    try play { play throws(StageError) in
      try play.start { options in
        options.isMapped = true
        options.filter = { value in value != .integer(1) }
      }
      play.send(1, 2)
      #expect(play.elements() == [.element(.integer(2))])
      let answers = play.events.filter { event in
        if case .nextReturned = event { true } else { false }
      }
      #expect(
        answers == [
          .nextReturned(1, .element(.integer(1))), .nextReturned(1, .element(.integer(2))),
        ])
      try play.stage.cancel("A")
      #expect(play.stage.settle() == nil)
      #expect(play.elements() == [.element(.integer(2)), .end])
    }
  }

  @Test("ends with what first(where:) looks for, which lets go of the iterator by itself")
  func first() throws {
    try play { play throws(StageError) in
      try play.start { options in options.first = { value in value == .integer(2) } }
      play.send(1, 2, 3)
      #expect(play.elements() == [.element(.integer(2))])
      #expect(play.events.contains(.loopEnded(1, .operatorEnded)))
      #expect(play.stage.unfinished.isEmpty)
    }
  }

  @Test("sees the end where first(where:) finds nothing")
  func nothingFound() throws {
    try play { play throws(StageError) in
      try play.start { options in options.first = { value in value == .integer(9) } }
      play.send(1)
      play.continuation.finish()
      #expect(play.stage.settle() == nil)
      #expect(play.elements()?.first == .end)
      #expect(play.events.contains(.loopEnded(1, .ended)))
    }
  }

  @Test("logs what a plain consumer does, from access to the end of its task")
  func plainConsumer() throws {
    try play { play throws(StageError) in
      try play.start()
      play.send(1)
      play.continuation.finish()
      #expect(play.stage.settle() == nil)
      #expect(play.stage.playEpilogue() == nil)
      let meaningful = play.events.filter { event in event != .quiescent }
      #expect(
        meaningful == [
          .accessed(1), .iteratorMade(1, of: 1), .sequenceDropped(1), .nextCalled(1),
          .nextReturned(1, .element(.integer(1))), .nextCalled(1), .nextReturned(1, .end),
          .loopEnded(1, .ended), .nextCalled(1), .nextReturned(1, .end), .epilogueBegan,
          .nextCalled(1), .nextReturned(1, .end), .iteratorDropped(1), .taskEnded(1),
          .epilogueEnded,
        ])
    }
  }

  @Test("a manual consumer asks only when it is pulled, and makes no iterator before")
  func manual() throws {
    try play { play throws(StageError) in
      try play.start { options in options.isManual = true }
      play.send(1, 2, 3)
      #expect(play.events.contains(.iteratorMade(1, of: 1)) == false)
      try play.stage.pull("A", count: 2)
      #expect(play.stage.settle() == nil)
      #expect(play.elements() == [.element(.integer(1)), .element(.integer(2))])
    }
  }

  @Test("a pull past the end is answered like any other")
  func pullPastTheEnd() throws {
    try play { play throws(StageError) in
      try play.start { options in options.isManual = true }
      play.continuation.finish()
      try play.stage.pull("A")
      #expect(play.stage.settle() == nil)
      #expect(play.elements() == [.end])
      try play.stage.pull("A")
      #expect(play.stage.settle() == nil)
      #expect(play.elements() == [.end, .end])
    }
  }

  @Test(
    "a consumer stops where it is told to",
    arguments: [
      (2, nil, nil, Event.LoopEnd?.none, 2), (nil, 2, nil, .bodyThrew, 2),
      (nil, nil, 2, .operatorEnded, 3),
    ] as [(Int?, Int?, Int?, Event.LoopEnd?, Int)])
  func bounds(
    demand: Int?, throwsAt: Int?, prefix: Int?, end: Event.LoopEnd?, outputs: Int
  ) throws {
    try play { play throws(StageError) in
      try play.start { options in
        options.demand = demand
        options.throwsAt = throwsAt
        options.prefix = prefix
      }
      play.send(1, 2, 3, 4)
      #expect(play.elements()?.count == outputs)
      #expect(play.stage.consumer(named: "A")?.loopEnd == end)
    }
  }

  @Test("a busy consumer takes its time for each element, cancelled or not")
  func busy() throws {
    try play { play throws(StageError) in
      try play.start { options in options.busy = .milliseconds(10) }
      play.send(1, 2)
      #expect(play.elements() == [.element(.integer(1))])
      try play.stage.cancel("A")
      #expect(play.stage.settle() == nil)
      #expect(play.elements() == [.element(.integer(1))])
      #expect(play.stage.advance(to: Instant(nanoseconds: 10_000_000)) == nil)
      #expect((play.elements()?.count ?? 0) > 1)
    }
  }

  @Test("break leaves the loop at the next element and drops the iterator")
  func breaking() throws {
    try play { play throws(StageError) in
      try play.start()
      play.send(1)
      try play.stage.breakLoop("A")
      play.send(2)
      #expect(play.stage.consumer(named: "A")?.loopEnd == .broke)
      #expect(play.stage.consumer(named: "A")?.isOver == true)
      #expect(play.events.contains(.iteratorDropped(1)))
    }
  }

  @Test("a consumer that waits in next() can't be dropped; one that was not asked to go on can")
  func dropping() throws {
    try play { play throws(StageError) in
      try play.start("W")
      try play.start("D") { options in options.demand = 0 }
      #expect(play.stage.settle() == nil)
      #expect(throws: StageError.dropWhileWaiting("W")) { try play.stage.drop("W") }
      try play.stage.drop("D")
      #expect(play.stage.settle() == nil)
      #expect(play.stage.consumer(named: "D")?.loopEnd == .dropped)
      #expect(play.events.contains(.cancelCalled(2)) == false)
    }
  }

  @Test("a held sequence is dropped when it is released, another as soon as it is iterated")
  func holding() throws {
    try play { play throws(StageError) in
      try play.start { options in options.isHeld = true }
      #expect(play.stage.settle() == nil)
      #expect(!play.events.contains(.sequenceDropped(1)))
      try play.stage.iterate("B", sequenceOf: "A")
      #expect(play.stage.settle() == nil)
      try play.stage.release("A")
      #expect(play.events.last == .sequenceDropped(1))
      #expect(throws: StageError.sequenceGone("A")) {
        try play.stage.iterate("C", sequenceOf: "A")
      }
    }
  }

  @Test("cancelling a group reaches each of its consumers, and one alone can't be cancelled")
  func groups() throws {
    try play { play throws(StageError) in
      for name in ["A", "B"] { try play.start(name) { options in options.group = "G" } }
      #expect(play.stage.settle() == nil)
      #expect(throws: StageError.cancelOfChild("A", group: "G")) { try play.stage.cancel("A") }
      try play.stage.cancel("G")
      #expect(play.stage.settle() == nil)
      #expect(play.elements("A") == [.end] && play.elements("B") == [.end])
      #expect(play.events.contains(.cancelCalled(1)) && play.events.contains(.cancelCalled(2)))
    }
  }

  @Test("names are unique, and unknown ones are errors")
  func names() throws {
    try play { play throws(StageError) in
      try play.start("A") { options in options.group = "G" }
      #expect(throws: StageError.nameTaken("A")) { try play.start("A") }
      #expect(throws: StageError.nameTaken("G")) { try play.start("G") }
      #expect(throws: StageError.unknownStream("X")) { try play.stage.cancel("X") }
      #expect(throws: StageError.pullWithoutNeed("A")) { try play.stage.pull("A") }
    }
  }

  @Test("a precancelled consumer is cancelled before it has an iterator")
  func precancelled() throws {
    try play { play throws(StageError) in
      try play.start { options in options.isPrecancelled = true }
      #expect(play.stage.settle() == nil)
      let cancel = play.events.firstIndex(of: .cancelReturned(1)) ?? .max
      let iterator = play.events.firstIndex(of: .iteratorMade(1, of: 1)) ?? 0
      #expect(cancel < iterator)
      #expect(play.elements() == [.end])
    }
  }

  @Test("what still lives at the very end is written down")
  func conclusion() throws {
    try play { play throws(StageError) in
      try play.start()
      #expect(play.stage.playEpilogue() == nil)
      let leaked = Sentinel(.owner, log: play.stage.log)
      #expect(play.stage.conclude {} == nil)
      #expect(play.events.suffix(2) == [.sentinelAlive(.owner), .concluded])
      play.stage.log.append(.quiescent)
      #expect(play.events.last == .concluded)
      withExtendedLifetime(leaked) {}
    }
  }
}
