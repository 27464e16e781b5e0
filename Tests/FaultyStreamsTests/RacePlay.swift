import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Testing

/// A few lines that race with a stream's consumers, for searches to find all ends of.
struct RacePlay: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var consumers: [String]
  /// Whether the consumers wait already when the race begins.
  var isWaiting = false
  /// How values are sent, a number each.
  var sends: [CallbackDelivery]
  /// Who is cancelled.
  var cancels: [String]

  /// What all schedules of a search lead to, and how many runs that took.
  struct Result {
    var ends: Set<String> = []
    var runs = 0
    var redundantRuns = 0
    var hasFoundSharing = false
  }

  /// Runs the whole search with a stream; a reduced one with what the logs say.
  func ends(of subject: Subject, under search: ExhaustiveSearch) -> Result {
    var reader = FootprintReader()
    var result = Result()
    while let run = search.nextRun() {
      let entries = Simulation(scheduler: run).perform { simulation in
        play(subject, in: simulation)
      }
      if search.isReduced {
        search.learn(reader.footprints(of: run.steps, entries: entries, consumers: consumers))
      }
      result.ends.insert(end(entries))
    }
    result.runs = search.runs
    result.redundantRuns = search.redundantRuns
    result.hasFoundSharing = reader.hasFoundSharing
    return result
  }

  private func play(_ subject: Subject, in simulation: Simulation) -> [LogEntry] {
    let stage = Stage(in: simulation)
    let (fixture, source) = ListenerProduct.fixture(in: simulation, spy: stage.spy)
    for name in consumers {
      _ = try? stage.start(name) { () throws(SubjectError) in try subject.open(fixture) }
    }
    if isWaiting { _ = stage.settle() }
    for (number, delivery) in sends.enumerated() {
      simulation.race("stimulus.listener.send") {
        try? source.play(.send(.integer(Int64(number)), delivery))
      }
    }
    for name in cancels {
      simulation.race("stimulus.cancel") { try? stage.cancel(name) }
    }
    _ = stage.settle()
    _ = stage.playEpilogue()
    simulation.end()
    return stage.log.entries
  }

  /// What happened to each consumer and to its registrations, in order; how the events of different
  /// ones lie to each other is left open, and so are the numbers that they got.
  private func end(_ entries: [LogEntry]) -> String {
    var lines: [String] = []
    for (index, name) in consumers.enumerated() {
      let consumer = ConsumerID(index + 1)
      var registrations: [RegistrationID] = []
      for entry in entries {
        switch entry.event {
        case .addCalled(let registration, let caller, _) where caller.sequence?.number == index + 1:
          registrations.append(registration)
          lines.append("\(name) adds \(registrations.count)")
        case .callbackBegan(let registration, let payload):
          guard let number = registrations.firstIndex(of: registration) else { continue }
          lines.append("\(name) is told by \(number): \(payload)")
        case .removeCalled(let registration, _):
          guard let number = registrations.firstIndex(of: registration) else { continue }
          lines.append("\(name) removes \(number)")
        case .nextReturned(consumer, let output): lines.append("\(name) gets \(output)")
        case .nextCalled(consumer), .loopEnded(consumer, _), .cancelCalled(consumer),
          .taskEnded(consumer):
          lines.append(entry.event.description)
        default: continue
        }
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension RacePlay {
  /// Plays that a full search comes to the end of.
  static let all = [
    RacePlay(
      testDescription: "two queued values and a cancel", consumers: ["A"],
      sends: [.queued(), .queued()], cancels: ["A"]),
    RacePlay(
      testDescription: "a direct and a queued value and a cancel", consumers: ["A"],
      isWaiting: true, sends: [.direct, .queued()], cancels: ["A"]),
    RacePlay(
      testDescription: "two consumers and a cancel", consumers: ["A", "B"],
      sends: [], cancels: ["A"]),
    RacePlay(
      testDescription: "two waiting consumers, a value and a cancel", consumers: ["A", "B"],
      isWaiting: true, sends: [.queued()], cancels: ["A"]),
  ]
}
