import FakeListener
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("A present value that is shown")
struct ShownValueTests {
  @Test("is read, and handed to no new listener")
  func isRead() throws {
    try perform { bench in
      bench.source.showPresentValue(7)
      _ = bench.source.addListener(bench.note("A"))
      #expect(bench.notes == [])
      #expect(bench.source.presentValue == 7)
      #expect(
        bench.log == [
          "the present value is 7", "add #1 called", "add #1 returned", "present value 7 read",
        ])
    }
  }

  @Test("moves with each value sent, just before the first listener is told")
  func moves() throws {
    try perform { bench in
      bench.source.showPresentValue(7)
      _ = bench.source.addListener(bench.note("A"))
      bench.source.send(8)
      #expect(bench.source.presentValue == 8)
      #expect(
        bench.log.dropFirst(3) == [
          "the present value is 8", "callback #1 begins: 8", "callback #1 ends",
          "present value 8 read",
        ])
    }
  }

  @Test("moves when a value on its way arrives, and tells whoever listens then")
  func onTheWay() throws {
    try perform { bench in
      bench.source.showPresentValue(7)
      bench.source.send(8, .queued())
      bench.source.sendLate(9)
      let handle = bench.source.addListener(bench.note("A"))
      #expect(bench.source.presentValue == 7)
      #expect(bench.simulation.settle() == nil)
      #expect(bench.source.presentValue == 9)
      #expect(bench.notes == ["A 8 nil", "A 9 nil"])
      bench.source.sendLate(10)
      handle.remove()
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes.last == "A 10 nil")
    }
  }

  @Test("is a change to listeners that are there before it is shown")
  func isAChange() throws {
    try perform { bench in
      _ = bench.source.addListener(bench.note("A"))
      bench.source.showPresentValue(7)
      bench.source.showPresentValue(8)
      #expect(bench.notes == ["A 7 nil", "A 8 nil"])
      #expect(bench.source.presentValue == 8)
    }
  }

  @Test("makes one change after another: a change inside a callback waits for its end")
  func oneAfterAnother() throws {
    try perform { bench in
      let source = bench.source
      source.showPresentValue(1)
      _ = source.addListener { element, _ in
        if element == 2 {
          source.send(3)
          #expect(source.presentValue == 2)
        }
      }
      _ = source.addListener(bench.note("B"))
      source.send(2)
      #expect(bench.notes == ["B 2 nil", "B 3 nil"])
      #expect(source.presentValue == 3)
    }
  }

  @Test("has a change fall into a reading after the value is read, once it is told to")
  func insideTheReading() throws {
    try perform { bench in
      bench.source.showPresentValue(7)
      bench.spy.inject(at: .read) { bench.source.send(8) }
      #expect(bench.source.presentValue == 7)
      #expect(bench.source.presentValue == 8)
    }
  }

  @Test("has a racing change fall in before the value is read, or after it")
  func racing() throws {
    var seen: Set<[Int?]> = []
    for seed in 0..<40 as Range<UInt64> {
      try perform(RandomWalk(seed: seed)) { bench in
        let source = bench.source
        source.showPresentValue(7)
        bench.simulation.schedule("read") {
          seen.insert([source.presentValue, source.presentValue])
        }
        bench.simulation.race("change") { source.send(8) }
        #expect(bench.simulation.settle() == nil)
      }
    }
    #expect(seen == [[7, 7], [7, 8], [8, 8]])
  }

  /// A source of whole numbers, and what its listeners note.
  private struct Bench {
    let simulation: Simulation
    let spy: Spy
    let source: FakeListener<Int>
    private let lines = Notes()

    init(in simulation: Simulation) {
      self.simulation = simulation
      spy = Spy(log: EventLog(of: simulation))
      source = FakeListener(in: simulation, spy: spy) { number in .integer(Int64(number)) }
    }

    var notes: [String] { lines.all }

    var log: [String] { spy.log.entries.map { entry in entry.event.description } }

    func note(_ name: String) -> (Int?, (any Error)?) -> Void {
      { [lines] element, error in
        lines.add("\(name) \(element.map(String.init) ?? "nil") \(error.map { "\($0)" } ?? "nil")")
      }
    }
  }

  private final class Notes: Sendable {
    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock { state in state } }

    func add(_ line: String) { state.withLock { state in state.append(line) } }
  }

  private func perform(
    _ scheduler: any Scheduler = FirstInFirstOut(), _ script: (Bench) throws -> Void
  ) throws {
    try Simulation(scheduler: scheduler).perform { simulation in
      try script(Bench(in: simulation))
      simulation.end()
    }
  }
}
