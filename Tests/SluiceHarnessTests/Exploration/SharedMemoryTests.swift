import FakeListener
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import Synchronization
import Testing

/// A reduced search takes for granted that streams which were read separately share nothing but
/// their backend.
///
/// These share more, and one that goes wrong only in an order which the search
/// leaves out has to be found by the orders that are sampled beside it.
@Suite("Streams that share memory")
struct SharedMemoryTests {
  /// By what two streams meet.
  enum Way: String, CaseIterable, Sendable {
    /// A lock around something static.
    case lock
    /// An atomic number.
    case number
    /// An actor.
    case actor
  }

  /// A case in which streams are read separately and told something at once, again and again.
  enum Play: String, CaseIterable, Sendable {
    case twoTwice = "two streams, twice"
    case twoThrice = "two streams, three times"
    case threeOnce = "three streams"
    case twoAndCancel = "two streams, twice, and a cancel"

    /// The orders in which the streams would have to come for what they are told, one after
    /// another, by their numbers: the other way round each time.
    fileprivate var wrongOrder: [Int] {
      switch self {
      case .twoTwice, .twoAndCancel: [1, 0, 1, 0]
      case .twoThrice: [1, 0, 1, 0, 1, 0]
      case .threeOnce: [2, 1, 0]
      }
    }

    fileprivate var text: String {
      let streams = wrongOrder.contains(2) ? ["A", "B", "C"] : ["A", "B"]
      let rounds = wrongOrder.count / streams.count
      let starts = streams.map { name in "\(name) = listener.values() lenient" }
      let sends = (1...rounds).map { round in "@\(round)ms listener.send(\(round))" }
      let cancel = self == .twoAndCancel ? ["race cancel A"] : []
      let lines = ["@0ms \(starts[0])"] + starts.dropFirst() + sends + cancel
      return """
        format 1

        scenario "\(rawValue)"
          timeline
        \(lines.map { line in "    \(line)" }.joined(separator: "\n"))

        """
    }
  }

  /// What became of some runs of a case, each with a seed of its own.
  fileprivate struct Course {
    var runs = 0
    var found = 0
    /// How many called a case right under every schedule.
    var verified = 0
    var checked = 0
  }

  fileprivate static func course(
    of play: Play, _ way: Way, meets: Bool, seeds: Range<UInt64>
  ) throws -> Course {
    let subject = Subject(
      "meeting", over: .listener(Int.self), traits: .asyncStream
    ) { source in Meeting.values(of: source, meets ? way : nil, play.wrongOrder) }
    let harness = Harness(name: "gate", subjects: [subject])
    let file = ScenarioReader(registry: harness.registry)
      .read(path: "Scenarios/listener/unit/meeting.scenario", text: play.text)
    let scenario = try #require(file.file?.cases.first { _ in true }, "\(file)")
    let runner = CaseRunner(products: harness.products, subjectName: "meeting")
    #expect(CaseExplorer(of: scenario, playedBy: runner).result().outcome == .passed)
    var course = Course()
    for seed in seeds {
      let result = CaseExplorer(of: scenario, playedBy: runner, seed: seed)
        .result(of: .thorough(count: Exploration.defaultSchedules))
      if result.outcome != .passed { course.found += 1 }
      if result.outcome == .passed, result.schedules.isExhausted { course.verified += 1 }
      course.checked += result.schedules.checked
      course.runs += 1
    }
    return course
  }

  /// The seeds that are tried in a debug build; the campaign tries a hundred.
  private static let seeds = 0..<8 as Range<UInt64>

  @Test(
    "are found by the default schedules for each of eight run seeds",
    arguments: Way.allCases, Play.allCases)
  func found(_ way: Way, _ play: Play) throws {
    let course = try Self.course(of: play, way, meets: true, seeds: Self.seeds)
    #expect(course.found == Self.seeds.count, "\(course)")
    #expect(course.verified == 0, "\(course)")
  }

  @Test(
    "that share nothing are right under every schedule, for each of eight seeds",
    arguments: Play.allCases)
  func apart(_ play: Play) throws {
    try Self.course(of: play, .lock, meets: false, seeds: Self.seeds).expectRight()
  }
}

@Suite("Streams that share memory, for a hundred seeds", .campaign)
struct SharedMemoryCampaign {
  private static let seeds = 0..<100 as Range<UInt64>

  @Test(
    "are found by the default schedules for each of a hundred run seeds",
    arguments: SharedMemoryTests.Way.allCases, SharedMemoryTests.Play.allCases)
  func found(_ way: SharedMemoryTests.Way, _ play: SharedMemoryTests.Play) throws {
    let course = try SharedMemoryTests.course(of: play, way, meets: true, seeds: Self.seeds)
    #expect(course.found == Self.seeds.count, "\(course)")
    #expect(course.verified == 0, "\(course)")
  }

  @Test(
    "that share nothing are right under every schedule, for each seed",
    arguments: SharedMemoryTests.Play.allCases)
  func apart(_ play: SharedMemoryTests.Play) throws {
    try SharedMemoryTests.course(of: play, .lock, meets: false, seeds: Self.seeds).expectRight()
  }
}

extension SharedMemoryTests.Course {
  /// Expects that nothing was found for any seed, and that this is told of every schedule.
  fileprivate func expectRight() {
    #expect(found == 0)
    #expect(verified == runs, "\(self)")
    #expect(checked > 0)
  }
}

/// Streams that meet in memory beside their backend, and lose a value where that is in one order.
private enum Meeting {
  /// Where they meet; gone with its run, so that the next run begins anew.
  private final class Hall: Sendable {
    /// How many streams there are.
    let streams = Atomic<Int>(0)
    let lock = Mutex(Order())
    let number = Atomic<Int>(1)
    let desk = Desk()
  }

  /// The order in which streams have come so far: their numbers, as digits.
  private struct Order: Sendable {
    private(set) var digits = 1

    mutating func come(_ number: Int) -> Int {
      digits = 4 * digits + number
      return digits
    }
  }

  private actor Desk {
    private var order = Order()

    func come(_ number: Int) -> Int { order.come(number) }
  }

  private struct Halls {
    weak var source: FakeListener<Int>?
    var hall = Hall()
  }

  private static let halls = Mutex(Halls())

  private static func hall(of source: FakeListener<Int>) -> Hall {
    halls.withLock { halls in
      if halls.source !== source { halls = Halls(source: source) }
      return halls.hall
    }
  }

  static func values(
    of source: FakeListener<Int>, _ way: SharedMemoryTests.Way?, _ wrongOrder: [Int]
  ) -> Guests {
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let handle = source.addListener(
      { value, _ in if let value { continuation.yield(value) } },
      onFinish: { continuation.finish() })
    continuation.onTermination = { _ in handle.remove() }
    let hall = hall(of: source)
    let number = hall.streams.add(1, ordering: .relaxed).oldValue
    let wrong = wrongOrder.reduce(1) { digits, number in 4 * digits + number }
    return Guests(base: values) {
      switch way {
      case nil: false
      case .lock: hall.lock.withLock { order in order.come(number) } == wrong
      case .number:
        {
          let digits = 4 * hall.number.load(ordering: .relaxed) + number
          hall.number.store(digits, ordering: .relaxed)
          return digits == wrong
        }()
      case .actor: await hall.desk.come(number) == wrong
      }
    }
  }

  /// The values of a stream but those for which it comes in the wrong order.
  struct Guests: AsyncSequence {
    let base: AsyncStream<Int>
    let isWrong: @Sendable () async -> Bool

    struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<Int>.Iterator
      let isWrong: @Sendable () async -> Bool

      mutating func next() async -> Int? {
        while let value = await base.next(isolation: #isolation) {
          if await !isWrong() { return value }
        }
        return nil
      }
    }

    func makeAsyncIterator() -> Iterator {
      Iterator(base: base.makeAsyncIterator(), isWrong: isWrong)
    }
  }
}
