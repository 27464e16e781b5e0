import SluiceHarness
import SluiceRunner
import Synchronization
import Testing

/// A sharer of a test, which notes who there is.
private final class Squarer: WorkSharer {
  struct Refusal: Error, Equatable { let number: Int }

  /// What all sharers of a test see.
  final class Hall: Sendable {
    struct State {
      var begun = 0
      var done = 0
      var present = 0
      var all = 0
    }

    let state = Mutex(State())
  }

  let hall: Hall
  let refused: Set<Int>

  init(in hall: Hall, refusing refused: Set<Int> = []) {
    self.hall = hall
    self.refused = refused
    hall.state.withLock { state in
      state.present += 1
      state.all += 1
    }
  }

  func outcome(of item: Int) throws -> Int {
    hall.state.withLock { state in state.begun += 1 }
    defer { hall.state.withLock { state in state.done += 1 } }
    if refused.contains(item) { throw Refusal(number: item) }
    return item * item
  }

  func dismiss() { hall.state.withLock { state in state.present -= 1 } }
}

@Suite("Shared work")
struct SharedWorkTests {
  /// How many share it, and how many pieces ahead.
  private static let kinds: [(Int, Int?)] = [
    (1, nil), (1, 2), (2, nil), (2, 2), (4, nil), (8, nil),
  ]

  @Test(
    "comes to the same in the same order, whoever does it", arguments: kinds)
  func order(jobs: Int, ahead: Int?) throws {
    let hall = Squarer.Hall()
    var told: [Int] = []
    try SharedWork(jobs: jobs, ahead: ahead).run(0..<1_000) {
      Squarer(in: hall)
    } each: { item, outcome in
      #expect(outcome == item * item)
      told.append(item)
      return true
    }
    #expect(told == Array(0..<1_000))
    let (present, all) = hall.state.withLock { state in (state.present, state.all) }
    #expect(present == 0 && all == jobs)
  }

  @Test("comes to nothing where there is none", arguments: kinds)
  func none(jobs: Int, ahead: Int?) throws {
    let hall = Squarer.Hall()
    try SharedWork(jobs: jobs, ahead: ahead).run([]) {
      Squarer(in: hall)
    } each: { _, _ in
      Issue.record("there was nothing to do")
      return true
    }
    #expect(hall.state.withLock { state in state.present } == 0)
  }

  @Test(
    "ends where it is told to, and nobody works any more then", arguments: kinds)
  func enough(jobs: Int, ahead: Int?) throws {
    let hall = Squarer.Hall()
    var told: [Int] = []
    try SharedWork(jobs: jobs, ahead: ahead).run(0...) {
      Squarer(in: hall)
    } each: { item, _ in
      told.append(item)
      return item < 41
    }
    #expect(told == Array(0...41))
    #expect(hall.state.withLock { state in state.present } == 0)
  }

  @Test(
    "ends with the first error in the order of the work", arguments: kinds)
  func refusal(jobs: Int, ahead: Int?) throws {
    let hall = Squarer.Hall()
    var told: [Int] = []
    #expect(throws: Squarer.Refusal(number: 17)) {
      try SharedWork(jobs: jobs, ahead: ahead).run(0...) {
        Squarer(in: hall, refusing: [17, 18, 19, 30])
      } each: { item, _ in
        told.append(item)
        return true
      }
    }
    #expect(told == Array(0..<17))
    #expect(hall.state.withLock { state in state.present } == 0)
  }

  @Test(
    "ends with the reason where a thread can't be started, and waits for none that was not",
    arguments: [(2, nil, 1), (2, nil, 2), (1, 2, 1), (8, nil, 5)] as [(Int, Int?, Int)])
  func noThread(jobs: Int, ahead: Int?, refused: Int) throws {
    let hall = Squarer.Hall()
    let starts = Atomic(0)
    let start: OwnThread.Start = { body throws(WorkerError) in
      let number = starts.wrappingAdd(1, ordering: .relaxed).newValue
      if number == refused { throw .noThread(reason: "there are enough") }
      try OwnThread.start(body)
    }
    #expect(throws: WorkerError.noThread(reason: "there are enough")) {
      try SharedWork(jobs: jobs, ahead: ahead, startedBy: start).run(0...) {
        Squarer(in: hall)
      } each: { _, _ in
        true
      }
    }
    #expect(hall.state.withLock { state in state.present } == 0)
  }

  @Test("is not taken far ahead of what is told of", arguments: [1, 4])
  func bound(jobs: Int) throws {
    let hall = Squarer.Hall()
    var told = 0
    let taken = Mutex(0)
    let items = (0..<500).lazy.map { number in
      taken.withLock { taken in taken += 1 }
      return number
    }
    try SharedWork(jobs: jobs).run(items) {
      Squarer(in: hall)
    } each: { _, _ in
      told += 1
      let ahead = taken.withLock { taken in taken } - told
      #expect(ahead <= (jobs == 1 ? 0 : jobs * 64))
      return true
    }
  }

  @Test("is taken when there are two pieces left to do for each", arguments: [2, 4])
  func fewAhead(jobs: Int) throws {
    let hall = Squarer.Hall()
    let items = (0..<100).lazy.map { number in
      let done = hall.state.withLock { state in state.done }
      #expect(number < done + 2 * jobs)
      return number
    }
    try SharedWork(jobs: jobs).run(items) {
      Squarer(in: hall)
    } each: { _, _ in
      true
    }
  }

  @Test("of one is taken when what was before is told of")
  func oneByOne() throws {
    let hall = Squarer.Hall()
    let events = Mutex<[String]>([])
    let items = (0..<2).lazy.map { number in
      events.withLock { events in events.append("take \(number)") }
      return number
    }
    try SharedWork(jobs: 1).run(items) {
      Squarer(in: hall)
    } each: { item, _ in
      events.withLock { events in events.append("tell \(item)") }
      return true
    }
    #expect(events.withLock { events in events } == ["take 0", "tell 0", "take 1", "tell 1"])
  }

  @Test(
    "of one that works apart is given out so many pieces ahead of the one that is told of",
    arguments: [1, 2, 16])
  func ahead(count: Int) throws {
    let hall = Squarer.Hall()
    var given = 0
    let items = (0..<100).lazy.map { number in
      given += 1
      return number
    }
    try SharedWork(jobs: 1, ahead: count).run(items) {
      Squarer(in: hall)
    } each: { item, _ in
      // It has those while this goes on.
      #expect(given == min(item + 1 + count, 100))
      return true
    }
    #expect(hall.state.withLock { state in (state.all, state.begun) } == (1, 100))
  }

  @Test("of one that fails apart is not begun after that")
  func failedApart() throws {
    // What is given out while it fails would be begun in some of so many.
    for _ in 0..<500 {
      let hall = Squarer.Hall()
      #expect(throws: Squarer.Refusal(number: 1)) {
        try SharedWork(jobs: 1, ahead: 2).run(0...) {
          Squarer(in: hall, refusing: [1])
        } each: { _, _ in
          true
        }
      }
      #expect(hall.state.withLock { state in (state.begun, state.present) } == (2, 0))
    }
  }
}
