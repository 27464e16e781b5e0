import DemandStreams
import Foundation
import SluiceSimulation
import Testing

@Suite("Publisher of a sequence in Combine's words")
struct SequencePublisherTests {
  private struct Late: Error {}

  /// The numbers up to one, which fails where it is told to.
  private func numbers(upTo last: Int, fails: Bool = false) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      for number in 1...last { continuation.yield(number) }
      continuation.finish(throwing: fails ? Late() : nil)
    }
  }

  @Test("hands over what was asked for, the rest at the next request, and the end")
  func demand() {
    Simulation().perform { simulation in
      let subscriber = ThreeByThree()
      SequencePublisher(base: numbers(upTo: 5)).subscribe(subscriber)
      _ = simulation.settle()
      #expect(subscriber.values == [1, 2, 3])
      subscriber.more()
      _ = simulation.settle()
      #expect(subscriber.values == [1, 2, 3, 4, 5])
      if case .finished? = subscriber.completion {} else { Issue.record("it has not finished") }
      simulation.end()
    }
  }

  @Test("hands over nothing after a cancel has arrived, and passes a failure on")
  func end() {
    Simulation().perform { simulation in
      let cancelled = ThreeByThree()
      SequencePublisher(base: numbers(upTo: 5)).subscribe(cancelled)
      _ = simulation.settle()
      cancelled.cancel()
      cancelled.more()
      _ = simulation.settle()
      #expect(cancelled.values == [1, 2, 3] && cancelled.completion == nil)
      let failed = ThreeByThree()
      SequencePublisher(base: numbers(upTo: 2, fails: true)).subscribe(failed)
      _ = simulation.settle()
      if case .failure(let error)? = failed.completion {
        #expect(error is Late)
      } else {
        Issue.record("it has not failed")
      }
      simulation.end()
    }
  }

  @Test("feeds a model by sink and assign, which let go when they are dropped")
  func model() {
    Simulation().perform { simulation in
      let gauge = Gauge()
      gauge.follow(SequencePublisher(base: numbers(upTo: 4)))
      _ = simulation.settle()
      #expect(gauge.level == 4 && gauge.ends == ["finished"])
      gauge.manual.send(9)
      #expect(gauge.level == 9)
      gauge.stop()
      gauge.manual.send(10)
      #expect(gauge.level == 9)
      simulation.end()
    }
  }

  @Test("is Combine's text but for the import")
  func text() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "SequencePublisher.swift")
    let lines = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(5) == [
        "#if canImport(Combine)", "  import Combine", "#else", "  import DemandStreams", "#endif",
      ])
    for line in lines.dropFirst(5) {
      #expect(!line.contains("import") && !line.contains("#if") && !line.contains("DemandStreams"))
    }
  }
}
