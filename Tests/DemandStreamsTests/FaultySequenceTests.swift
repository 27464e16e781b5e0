import DemandStreams
import FaultyStreams
import Sluice
import SluiceSimulation
import Synchronization
import Testing

/// The wrong sequences of publishers do something else than the right ones in at least one of a few
/// plays.
@Suite("Faulty sequences")
struct FaultySequenceTests {
  /// A way to make a sequence of a publisher's values.
  private typealias Way =
    @Sendable (RelayedPublisher) -> any AsyncSequence<Int, any Error> & Sendable

  @Test("of publishers do otherwise than the reference", arguments: FaultyBridges.sequences)
  func sequences(_ bridge: FaultyBridge<any PublisherBridge>) throws {
    let faulty = try Self.log { publisher in bridge.bridge.values(of: publisher) }
    #expect(try faulty != Self.reference())
  }

  @Test("have a control that does as the reference")
  func control() throws {
    let control = try Self.log { publisher in FaultyBridges.controlSequence.values(of: publisher) }
    let reference = try Self.reference()
    #expect(control == reference)
  }

  @Test("that take the run down trap, where the reference does not", .startsIdlePrograms)
  func fatal() async {
    await #expect(processExitsWith: .failure) {
      try FaultySequenceTests.resumedTwice { publisher in
        FaultyBridges.fatal[0].bridge.values(of: publisher)
      }
    }
    await #expect(processExitsWith: .success) {
      try FaultySequenceTests.resumedTwice { publisher in publisher.values }
    }
  }

  /// A value, and then a cancel, before the consumer gets to run.
  private static func resumedTwice(_ way: @escaping Way) throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<any Error>()
      let reading = Reading(way(RelayedPublisher(publisher)), on: stage)
      stage.perform { reading.pull() }
      stage.settle()
      stage.perform {
        publisher.send(1)
        reading.cancel()
      }
      stage.settle()
    }
  }

  private static func reference() throws -> [String] {
    try log { publisher in publisher.values }
  }

  private static func log(of way: @escaping Way) throws -> [String] {
    var lines: [String] = []
    for play in plays {
      try withStage { stage in
        for subscribes in [true, false] {
          let publisher = ScriptedPublisher<any Error>(subscribes: subscribes)
          let reading = Reading(way(RelayedPublisher(publisher)), on: stage)
          stage.settle()
          lines.append("made: " + publisher.record.all.joined(separator: " "))
          if !subscribes {
            stage.perform { reading.pull() }
            stage.settle()
          }
          play(stage, publisher, reading)
          lines.append((publisher.record.all + ["|"] + reading.log.all).joined(separator: " "))
          stage.perform { reading.cancel() }
          stage.settle()
        }
      }
    }
    return lines
  }

  private static let plays: [@Sendable (TestStage, ScriptedPublisher<any Error>, Reading) -> Void] =
    [
      // Values one by one, and a failure in between.
      { stage, publisher, reading in
        if publisher.record.count == 1 { stage.perform { publisher.subscribe() } }
        for value in 1...3 {
          stage.perform { reading.pull() }
          stage.settle()
          stage.perform { publisher.send(value) }
          stage.settle()
        }
        stage.perform {
          publisher.fail(Broken(number: 1))
          for _ in 1...3 { reading.pull() }
        }
        stage.settle()
      },
      // A waiting consumer is cancelled; a value and a subscription come after that.
      { stage, publisher, reading in
        stage.perform { reading.pull() }
        stage.settle()
        stage.perform { reading.cancel() }
        stage.settle()
        reading.log.append("\(publisher.record.all)")
        stage.perform {
          if publisher.record.all.count == 1 { publisher.subscribe() }
          publisher.send(1)
        }
        stage.settle()
      },
      // The iterator goes away.
      { stage, publisher, reading in
        stage.perform { reading.pull() }
        stage.settle()
        stage.perform { publisher.send(1) }
        stage.settle()
        stage.perform { reading.drop() }
        stage.settle()
      },
      // Values inside request, and more than were asked for.
      { stage, publisher, reading in
        publisher.onRequest = { publisher, demand in
          if demand > .none { publisher.send(7) }
        }
        if publisher.record.count == 1 { stage.perform { publisher.subscribe() } }
        stage.perform { reading.pull() }
        stage.settle()
        stage.perform { reading.pull() }
        stage.settle()
      },
      // Values for a consumer that is busy.
      { stage, publisher, reading in
        if publisher.record.count == 1 { stage.perform { publisher.subscribe() } }
        stage.perform { reading.pull() }
        stage.settle()
        // As many as it has asked for.
        let count = publisher.record.all.contains("unlimited") ? 4 : 1
        stage.perform { for value in 1...count { publisher.send(value) } }
        for _ in 1...2 { stage.perform { reading.pull() } }
        stage.settle()
      },
      // A value, and the end before the consumer gets to run.
      { stage, publisher, reading in
        if publisher.record.count == 1 { stage.perform { publisher.subscribe() } }
        stage.perform { reading.pull() }
        stage.settle()
        stage.perform {
          publisher.send(1)
          publisher.finish()
        }
        stage.settle()
        stage.perform { reading.pull() }
        stage.settle()
      },
      // Two subscriptions.
      { stage, publisher, reading in
        stage.perform { reading.pull() }
        stage.settle()
        stage.perform {
          publisher.subscribe()
          publisher.subscribe()
        }
        stage.settle()
      },
    ]
}

/// A scripted publisher that can be handed to tasks.
private struct RelayedPublisher: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = any Error

  private let base: SimulationConfined<ScriptedPublisher<any Error>>

  init(_ base: ScriptedPublisher<any Error>) {
    self.base = SimulationConfined(base)
  }

  func receive<S>(subscriber: S) where S: Subscriber<Int, any Error> {
    base.value.receive(subscriber: subscriber)
  }
}

/// A consumer that asks for one element at a time, of a sequence whose type nobody knows.
private final class Reading {
  let log = Record<String>()
  private let stage: TestStage
  private var iterator: (any AsyncIteratorProtocol<Int, any Error>)?
  private var tasks: [Task<Void, Never>] = []

  init(_ base: any AsyncSequence<Int, any Error>, on stage: TestStage) {
    self.stage = stage
    iterator = base.makeAsyncIterator()
  }

  func pull() {
    let box = SimulationConfined(self)
    tasks.append(stage.simulation.spawn("pull") { await box.value.step() })
  }

  func cancel() { for task in tasks { task.cancel() } }

  func drop() { iterator = nil }

  private func step() async {
    guard var mine = iterator else { return }
    iterator = nil
    do {
      let element = try await mine.next(isolation: nil)
      log.append(element.map { element in "\(element)" } ?? "end")
    } catch {
      log.append("threw \(error)")
    }
    iterator = mine
  }
}
