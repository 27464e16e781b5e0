import Dispatch
import Foundation
import Sluice
import Testing

/// Output of `simulate` for failing tests: the golden file is `Golden/simulate.txt`, which names
/// lines of this file.
@Suite("The texts of failed tests")
struct SimulateGoldenTests {
  /// An error that a test throws by itself.
  private struct OwnError: Error {}

  @Test("match the golden file, byte for byte")
  func texts() throws {
    var text = ""
    for (name, part) in rules() + expectations() + endings() + schedules() {
      text += "==> \(name) <==\n\(part)\n"
    }
    try GoldenFile("simulate.txt").expect(text)
  }

  private func rules() -> [(String, String)] {
    [
      (
        "a broken rule",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.handmade(.leaks))
          station.send(21)
          reader.expect(21)
          reader.cancel()
        }
      ),
      (
        "several broken rules, one of a lower level, and an expectation",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.handmade(.ignoresCancellation))
          let other = stage.read("other", station.removing(after: .milliseconds(50)))
          station.send(21)
          other.cancel()
          reader.cancel()
          reader.expect(22)
        }
      ),
      (
        "a broken rule that a declaration would excuse",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.leavingATask)
          station.send(21)
          reader.expect(21)
          reader.cancel()
        }
      ),
      (
        "a broken rule and an error of the test's own",
        failure { stage in
          stage.read("reader", FakeListener<Double>(on: stage).handmade(.leaks))
          throw OwnError()
        }
      ),
    ]
  }

  private func expectations() -> [(String, String)] {
    [
      (
        "another value",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.handmade())
          station.send(21)
          reader.expect(22)
        }
      ),
      (
        "a value that no line expects",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          stage.read("reader", station.handmade())
          station.send(21)
        }
      ),
      (
        "a condition",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.handmade())
          stage.expect(station.listenerCount == 0, "a listener is left")
          reader.cancel()
        }
      ),
      (
        "a call that never comes",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.handmade())
          stage.during(.deliver, of: "reader") { reader.cancel() }
        }
      ),
      (
        "an error of the test's own",
        failure { stage in
          stage.read("reader", FakeListener<Double>(on: stage).handmade())
          throw OwnError()
        }
      ),
    ]
  }

  private func endings() -> [(String, String)] {
    [
      (
        "a consumer that waits for ever",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", PastTheEnd(base: station.handmade()))
          station.finish()
          reader.expectEnd()
        }
      ),
      (
        "a limit on steps",
        failure(limits: Simulation.Limits(steps: 3)) { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.handmade())
          station.send(21)
          reader.expect(21)
        }
      ),
      (
        "a deadlock",
        failure { stage in
          stage.read("reader", FakeListener<Double>(on: stage).handmade())
          stage.perform { Ledger().strike() }
        }
      ),
      (
        "an escape",
        failure { stage in
          let station = FakeListener<Double>(on: stage)
          let reader = stage.read("reader", station.handmade())
          stage.perform { Self.leave() }
          reader.cancel()
        }
      ),
    ]
  }

  /// Begins something outside of the simulation.
  private static func leave() { Thread.detachNewThread {} }

  private func schedules() -> [(String, String)] {
    let racing = { (stage: TestStage) in
      let station = FakeListener<Double>(on: stage)
      let reader = stage.read("reader", station.handmade(.checksUnlocksAndAdds))
      stage.race { reader.cancel() }
    }
    var runs = 0
    return [
      ("a race", failure(500, racing)),
      ("a race, found by a search through all", failure(.all, racing)),
      ("more schedules than are tried", failure(.all(atMost: 1), racing)),
      ("a replay of a race", replay("2@0s:stimulus.race#1<goes-on#1", racing)),
      ("a replay that diverges", replay("2@0s:stimulus.race#1<consumer.reader#2", racing)),
      ("a schedule that can't be read", replay("2@0s:", racing)),
      (
        "a test that is not the same twice",
        failure(10) { stage in
          let reader = stage.read("reader", FakeListener<Double>(on: stage).handmade(), .lenient)
          stage.race { reader.cancel() }
          runs += 1
          stage.expect(runs != 3, "the third run")
        }
      ),
    ]
  }

  private func failure(
    _ schedules: TestSchedules = .canonical, limits: Simulation.Limits = Simulation.Limits(),
    _ test: @escaping (TestStage) throws -> Void
  ) -> String {
    text { try simulate(schedules: schedules, limits: limits, test) }
  }

  private func replay(_ schedule: String, _ test: @escaping (TestStage) throws -> Void) -> String {
    text { try simulate(schedule: schedule, test) }
  }

  private func text(_ simulation: () throws -> Void) -> String {
    do {
      try simulation()
      return "it passes"
    } catch {
      return "\(error)"
    }
  }
}
