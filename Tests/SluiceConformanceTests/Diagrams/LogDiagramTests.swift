import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("LogDiagram")
struct LogDiagramTests {
  /// Entries by steps: each step's events, one millisecond after the other.
  static func log(_ steps: [[Event]]) -> [LogEntry] {
    steps.enumerated().flatMap { index, events in
      events.map { event in
        LogEntry(
          instant: Instant(nanoseconds: Int64(index) * 1_000_000), step: index + 1, event: event)
      }
    }
  }

  static func lines(
    _ steps: [[Event]], blamed: Int? = nil, about registrations: Set<RegistrationID> = [],
    names: [String] = ["S"], marks: [(Int, Int)] = []
  ) -> [String] {
    LogDiagram(
      log(steps), blamed: blamed, about: registrations, names: names, backend: "listener",
      marks: marks.map { mark in LogDiagram.Mark(entry: mark.0, line: mark.1) }
    ).lines
  }

  static let by = Event.Caller(sequence: 1, consumer: 1)

  /// A consumer that starts, gets one value and is cancelled, which removes its registration.
  static let course: [[Event]] = [
    [.accessed(1)],
    [
      .iteratorMade(1, of: 1), .sequenceDropped(1), .nextCalled(1),
      .addCalled(1, by: by, options: .null), .addReturned(1), .quiescent,
    ],
    [.callbackBegan(1, .value(.integer(7))), .callbackEnded(1)],
    [.nextReturned(1, .element(.integer(7))), .nextCalled(1)],
    [
      .cancelCalled(1), .removeCalled(1, by: by), .sentinelDied(.fixture), .removeReturned(1),
      .cancelReturned(1),
    ],
    [.nextReturned(1, .end), .loopEnded(1, .ended), .quiescent],
  ]

  @Test("has a column for each consumer, each registration and the backend")
  func columns() {
    let lines = Self.lines(Self.course, blamed: 11, marks: [(0, 4), (7, 5), (11, 6)])
    #expect(
      lines.joined(separator: "\n") == """
        log   time step line  S                       #1           listener
             0ms    1    4    opens stream
             1ms    2         iterator, drops stream
                              next(), add #1          add {}
                              :                       |            (quiet)
             2ms    3    5    :                       callback {}  sends 7
             3ms    4         -> 7, next()            |
        >    4ms    5    6    cancel {                |
                                remove #1             remove {
                              :                       |            (the fixture died)
                              :                       } remove
                              } cancel
             5ms    6         -> end, leaves loop
                                                                   (quiet)
        """)
  }

  /// Registrations 1 and 2 of one stream, each called back, and much that happens behind.
  private static func long(callbacks: Int) -> [[Event]] {
    let ids: [RegistrationID] = [1, 2]
    let opening: [Event] =
      [.accessed(1), .iteratorMade(1, of: 1)]
      + ids.flatMap { id in [.addCalled(id, by: by, options: .null), .addReturned(id)] }
    let called = (0..<callbacks).map { number -> [Event] in
      [.callbackBegan(2, .value(.integer(Int64(number)))), .callbackEnded(2)]
    }
    let filling = (0..<40).map { number -> [Event] in [.presentMoved(.integer(Int64(number)))] }
    return [opening] + called + [[.ownerDropped]] + filling + [[.epilogueEnded]]
  }

  @Test("shows what became of the registrations in question from far above, and their owner's end")
  func farAbove() {
    let log = Self.long(callbacks: 3)
    let blamed = Self.log(log).count - 1
    let text = Self.lines(log, blamed: blamed, about: [2]).joined(separator: "\n")
    #expect(text.contains("add #2"))
    #expect(text.split(separator: "callback {}").count == 4)
    #expect(text.contains("(owner dropped)"))
    #expect(!text.contains("add #1"))
    #expect(!Self.lines(log, blamed: blamed).contains { line in line.contains("add #2") })
  }

  @Test("of many callbacks shows none from far above")
  func manyCallbacks() {
    let log = Self.long(callbacks: 30)
    let lines = Self.lines(log, blamed: Self.log(log).count - 1, about: [2])
    #expect(lines.contains { line in line.contains("add #2") })
    #expect(lines.contains { line in line.contains("(owner dropped)") })
    #expect(!lines.contains { line in line.contains("callback") })
  }

  @Test("shows the entry to blame by itself, and marks it and no other")
  func blame() {
    for number in Self.log(Self.course).indices {
      let lines = Self.lines(Self.course, blamed: number)
      let marked = lines.filter { line in line.hasPrefix(">") }
      #expect(marked.count == 1, "#\(number)")
      #expect(
        marked.allSatisfy { line in !line.contains(",") && !line.contains("{}") }, "\(marked)")
    }
    #expect(Self.lines(Self.course).allSatisfy { line in !line.hasPrefix(">") })
  }

  /// So many consumers that add one registration each, which are then called back in turn.
  static func crowd(_ count: Int) -> [[Event]] {
    var steps: [[Event]] = []
    for number in 1...count {
      let consumer = ConsumerID(number)
      let caller = Event.Caller(sequence: SequenceID(number), consumer: consumer)
      steps.append([
        .iteratorMade(consumer, of: SequenceID(number)), .nextCalled(consumer),
        .addCalled(RegistrationID(number), by: caller, options: .null),
        .addReturned(RegistrationID(number)),
      ])
    }
    let callbacks = (1...count).flatMap { number -> [Event] in
      [
        .callbackBegan(RegistrationID(number), .value(.string("a rather long value"))),
        .callbackEnded(RegistrationID(number)),
      ]
    }
    return steps + [callbacks]
  }

  @Test("fits three consumers and three registrations into a hundred columns")
  func threeAndThree() throws {
    let lines = Self.lines(Self.crowd(3), blamed: 14, names: ["L", "R", "third"])
    #expect(lines.allSatisfy { line in line.unicodeScalars.count <= 98 })
    let head = try #require(lines.first)
    for name in ["L", "R", "third", "#1 (L)", "#2 (R)", "#3 (third)", "listener"] {
      #expect(head.contains(" \(name)"), "\(name)")
    }
    #expect(!head.contains("others"))
    #expect(lines.contains { line in line.hasPrefix(">") && line.contains("callback {") })
  }

  @Test("puts those for whom there is no room under their names into one column")
  func crowded() throws {
    let lines = Self.lines(Self.crowd(6), blamed: 26, names: ["L", "R", "C", "D", "E", "F"])
    #expect(lines.allSatisfy { line in line.unicodeScalars.count <= 98 })
    let head = try #require(lines.first)
    #expect(head.contains("others") && head.contains(" R ") && head.contains("#2 (R)"))
    let text = lines.joined(separator: "\n")
    for part in ["D: next(), add #4; #4: add {}", "F: iterator", "#3: callback {}"] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test(
    "loses no entry: each is shown, or counted where it would stand", arguments: [0, 20, 40, 49])
  func complete(_ blamed: Int) {
    let ticks: [Event] = [.callbackBegan(2, .nothing), .callbackEnded(2), .quiescent]
    let steps = Self.crowd(2) + [[Event]](repeating: ticks, count: 13)
    let count = Self.log(steps).count
    let lines = Self.lines(steps, blamed: blamed, names: ["L", "R"])
    var total = 0
    for line in lines.dropFirst() {
      if line.contains("left out") {
        total += line.split(separator: " ").compactMap { word in Int(word) }.first ?? 0
      } else {
        let words = ["iterator", "next()", "add {", "} add", "callback {", "} callback", "(quiet)"]
        total += words.map { word in line.ranges(of: word).count }.reduce(0, +)
        total += line.ranges(of: "{}").count
      }
    }
    #expect(total == count, "\(lines.joined(separator: "\n"))")
  }

  @Test("reaches back to what began the registrations that the entry to blame is about")
  func history() {
    let ticks: [Event] = [.callbackBegan(2, .nothing), .callbackEnded(2), .quiescent]
    let steps =
      Self.crowd(2) + [[Event]](repeating: ticks, count: 13) + [
        [.cancelCalled(1), .cancelReturned(1)]
      ]
    let count = Self.log(steps).count
    let lines = Self.lines(steps, blamed: count - 1, names: ["L", "R"])
    #expect(lines.contains { line in line.contains("add #1") })
    #expect(!lines.contains { line in line.contains("add #2") })
    #expect(lines.last?.hasPrefix(">") == true)
    #expect(lines.last?.contains("} cancel") == true)
  }

  @Test("caps long values, and keeps its columns in line beside wide letters")
  func widths() throws {
    let value = Value.string(String(repeating: "日本", count: 60))
    var steps = Self.course
    steps[2] = [.callbackBegan(1, .value(value)), .callbackEnded(1)]
    steps[3] = [.nextReturned(1, .element(value)), .nextCalled(1)]
    let lines = Self.lines(steps)
    let sent = try #require(lines.first { line in line.contains("sends") })
    #expect(sent.hasSuffix("…"))
    // Two columns for each of its letters.
    #expect(sent.unicodeScalars.map { $0.value > 0x3000 ? 2 : 1 }.reduce(0, +) <= 98)
    #expect(lines.contains { line in line.contains("-> \"日") && line.hasSuffix("…") })
  }

  @Test("says so if there is nothing to show")
  func empty() {
    #expect(Self.lines([]) == ["the log is empty"])
  }
}
