import Foundation
import Glibc
import SluiceSimulation
import Synchronization
import Testing

@Suite("Sleep")
struct SleepTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: Int64
    let sleep: @Sendable () async throws -> Void
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "100 ms", expected: 100_000_000) {
      try await Task.sleep(for: .milliseconds(100))
    },
    Case(name: "0.1 s", expected: 100_000_000) { try await Task.sleep(for: .seconds(0.1)) },
    Case(name: "1 ns", expected: 1) { try await Task.sleep(for: .nanoseconds(1)) },
    Case(name: "zero", expected: 0) { try await Task.sleep(for: .zero) },
    Case(name: "negative", expected: 0) { try await Task.sleep(for: .seconds(-5)) },
    Case(name: "7 nanoseconds", expected: 7) { try await Task.sleep(nanoseconds: 7) },
    Case(name: "continuous until", expected: 1_000_000_000) {
      try await Task.sleep(until: .now + .seconds(1), clock: .continuous)
    },
    Case(name: "suspending until", expected: 1_000_000_000) {
      try await Task.sleep(until: .now + .seconds(1), clock: .suspending)
    },
    Case(name: "past", expected: 0) {
      try await Task.sleep(until: .now - .seconds(1), clock: .continuous)
    },
    Case(name: "tolerant", expected: 1_000_000_000) {
      try await Task.sleep(for: .seconds(1), tolerance: .milliseconds(300))
    },
    Case(name: "tolerant and zero", expected: 0) {
      try await Task.sleep(for: .zero, tolerance: .milliseconds(300))
    },
    Case(name: "suspending clock", expected: 2_000_000_000) {
      try await SuspendingClock().sleep(for: .seconds(2))
    },
    Case(name: "tolerant on a clock", expected: 2_000_000_000) {
      try await ContinuousClock().sleep(until: .now + .seconds(2), tolerance: .seconds(1))
    },
    Case(name: "29 days", expected: 29 * 86_400 * 1_000_000_000) {
      try await Task.sleep(for: .seconds(29 * 86_400))
    },
    Case(name: "on the main actor", expected: 3) {
      try await Task { @MainActor in try await Task.sleep(for: .nanoseconds(3)) }.value
    },
  ]

  @Test("lasts exactly as long as asked", arguments: cases)
  func exact(_ sleep: Case) {
    let slept = Mutex<Int64?>(nil)
    let outcome = Simulation().run {
      let began = Simulation.current?.now ?? .start
      try? await sleep.sleep()
      let ended = Simulation.current?.now ?? .start
      slept.withLock { $0 = ended.nanoseconds - began.nanoseconds }
    }
    #expect(outcome == .finished)
    #expect(slept.withLock(\.self) == sleep.expected)
  }

  static let endless: [Case] = [
    Case(name: "200 years", expected: 0) {
      try await Task.sleep(for: .seconds(86_400 * 365 * 200))
    },
    Case(name: "UInt64.max nanoseconds", expected: 0) { try await Task.sleep(nanoseconds: .max) },
    Case(name: "Int64.max / 2 seconds", expected: 0) {
      try await Task.sleep(for: .seconds(Int64.max / 2))
    },
    Case(name: "tolerant and huge", expected: 0) {
      try await Task.sleep(for: .seconds(Int64.max / 2), tolerance: .seconds(1))
    },
  ]

  @Test(
    "that is too long for the clock never ends by itself, but when cancelled", arguments: endless)
  func never(_ sleep: Case) {
    let simulation = Simulation()
    simulation.perform { simulation in
      let task = simulation.spawn("sleeper") { try? await sleep.sleep() }
      #expect(simulation.advance(to: Instant.start.advanced(by: .seconds(86_400))) == nil)
      #expect(simulation.liveTasks == 1)
      #expect(simulation.nextTimer == nil)
      task.cancel()
      #expect(simulation.settle() == nil)
      #expect(simulation.liveTasks == 0)
      #expect(simulation.end() == Ending(cancelled: 0, parked: 0, halt: nil))
    }
  }

  @Test("of the blocking kind lets virtual time pass")
  func blocking() {
    let simulation = Simulation()
    simulation.perform { simulation in
      simulation.stimulus("block") {
        usleep(1_500)
        sleep(2)
      }
      #expect(simulation.now == Instant(nanoseconds: 2_001_500_000))
    }
  }

  // The C library's times are given as their two numbers: of its many modules, which one makes the
  // members of its types visible depends on what else is compiled.
  static let invalid = [[0, 1_000_000_000], [0, -1], [-1, 0]]

  // The C functions read and fill in variables of the caller's, during the call only: here and
  // below.
  @Test("of the blocking kind that is no length of time fails, and takes none")
  func invalid() {
    Simulation().perform { simulation in
      for numbers in Self.invalid {
        simulation.stimulus("block") {
          unsafe numbers.withUnsafeBytes { bytes in
            let time = unsafe bytes.baseAddress?.assumingMemoryBound(to: timespec.self)
            errno = 0
            let result = unsafe nanosleep(time, nil)
            let error = errno
            #expect(result == -1 && error == EINVAL, "\(numbers)")
            let relative = unsafe clock_nanosleep(CLOCK_MONOTONIC, 0, time, nil)
            #expect(relative == EINVAL, "\(numbers)")
            let absolute = unsafe clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, time, nil)
            #expect(absolute == EINVAL, "\(numbers)")
          }
        }
      }
      #expect(simulation.now == .start)
      simulation.end()
    }
  }

  // As above.
  @Test("that waits for no descriptor lets virtual time pass")
  func descriptors() {
    Simulation().perform { simulation in
      var numbers = [2, 500_000]
      let results = simulation.stimulus("block") {
        unsafe numbers.withUnsafeMutableBytes { bytes in
          let time = unsafe bytes.baseAddress?.assumingMemoryBound(to: timeval.self)
          return unsafe [poll(nil, 0, 1_500), select(0, nil, nil, nil, time), poll(nil, 0, 0)]
        }
      }
      #expect(results == [0, 0, 0])
      #expect(numbers == [0, 0])
      #expect(simulation.now == Instant(nanoseconds: 4_000_000_000))
      simulation.end()
    }
  }
}
