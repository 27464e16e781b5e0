import SluiceSimulation
import Testing

@Suite("Support")
struct SupportTests {
  /// Something that a simulation takes for granted, how it may be otherwise, and a part of the
  /// sentence that says so.
  struct Assumption: Sendable, CustomTestStringConvertible {
    let sentence: String
    let facts: RuntimeFacts
    var testDescription: String { sentence }

    init(_ sentence: String, _ differ: (inout RuntimeFacts) -> Void) {
      self.sentence = sentence
      var facts = RuntimeFacts()
      differ(&facts)
      self.facts = facts
    }
  }

  static let assumptions = [
    Assumption("this is another platform") { facts in facts.isKnownPlatform = false },
    Assumption("'swift_job_run' is not there") { facts in facts.missing = "swift_job_run" },
    Assumption("six threads can't run at once: no memory; look at the limits") { facts in
      facts.threadError = "no memory"
    },
    Assumption("'dispatch_async' is found elsewhere") { facts in
      facts.overridden = "dispatch_async"
    },
    Assumption("and its layout has the version 2; the kit knows Swift 6.2 and 6.3") { facts in
      facts.layoutVersion = 2
    },
    Assumption("a task of the concurrency runtime has 216 bytes") { facts in
      facts.taskBytes = 216
    },
    Assumption("the width of a queue is not where the kit looks for it") { facts in
      facts.unproven = RuntimeLayout.numbers.first { number in number.name == "queue_width" }
    },
    Assumption("the samples prove 0x54 or 0x58 of 'queue_width'; Scripts/porting") { facts in
      facts.unproven = RuntimeLayout.numbers.first { number in number.name == "queue_width" }
      facts.provenInstead = [0x54, 0x58]
    },
    Assumption("a new task does not become an event") { facts in facts.course.readyEvents = 0 },
    Assumption("a task does not tell whether it waits") { facts in
      facts.course.tellsOfTasks = false
    },
    Assumption("events do not have the names of their tasks: [\"job\"]") { facts in
      facts.course.firstLabels = ["job"]
    },
    Assumption("the main actor is not simulated") { facts in
      facts.course.isMainActorSimulated = false
    },
    Assumption("two seconds last 2.5 seconds") { facts in facts.course.slept = .seconds(2.5) },
    Assumption("random numbers do not follow from the schedule") { facts in
      facts.course.drawsFromScheduler = false
    },
    Assumption("equal sets have several orders") { facts in facts.course.hasOneOrder = false },
    Assumption("a small simulation ends as stuck") { facts in facts.course.outcome = .stuck([]) },
    Assumption("a small simulation leaves something behind") { facts in
      facts.course.ending = Ending(cancelled: 0, parked: 1, halt: nil)
    },
  ]

  @Test("is there in this process, and in one of which nothing else is found")
  func present() throws {
    try Simulation.requireSupport()
    try Simulation.requireSupport(given: RuntimeFacts())
  }

  @Test("is refused with a sentence for each thing that may be otherwise", arguments: assumptions)
  func refused(_ assumption: Assumption) throws {
    let error = try #require(throws: SimulationError.self) {
      try Simulation.requireSupport(given: assumption.facts)
    }
    #expect(error.description.hasPrefix("can't simulate in this process: "))
    #expect(error.description.contains(assumption.sentence))
    #expect(!error.description.hasSuffix("."))
  }

  @Test("is asked for by `perform` before a script that may throw", arguments: assumptions)
  func thrown(_ assumption: Assumption) async {
    let simulation = Simulation(given: assumption.facts)
    let script: (Simulation) throws -> Void = { _ in Issue.record("the script began") }
    let error = #expect(throws: SimulationError.self) { try simulation.perform(script) }
    #expect(error?.description.contains(assumption.sentence) == true)
    let later = await #expect(throws: SimulationError.self) {
      try await simulation.perform { _ throws in Issue.record("the script began") }
    }
    #expect(later == error)
  }

  @Test("is asked for with the type of error that a script declares")
  func typed() {
    let simulation = Simulation(given: Self.assumptions[0].facts)
    #expect(throws: SimulationError.self) {
      try simulation.perform { _ throws(SimulationError) in Issue.record("the script began") }
    }
  }

  @Test("missing where nothing can be thrown is what a process says last", .startsIdlePrograms)
  func lastWords() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = await Simulation(given: Self.assumptions[1].facts).run {}
    }
    let words = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(words.contains("can't simulate in this process: 'swift_job_run' is not there"))
  }
}
