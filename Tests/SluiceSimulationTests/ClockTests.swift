import Foundation
import Glibc
import SluiceSimulation
import Testing

@Suite("Clock")
struct ClockTests {
  // The C functions fill in a variable of the caller's, during the call only: here and below.
  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // As above.
  private static func readTimeOfDay() -> Double {
    var value = timeval()
    unsafe gettimeofday(&value, nil)
    return Double(value.tv_sec) + Double(value.tv_usec) / 1e6
  }

  // As above.
  private static func readTimespec() -> Double {
    var value = timespec()
    unsafe timespec_get(&value, TIME_UTC)
    return Double(value.tv_sec) + Double(value.tv_nsec) / 1e9
  }

  private static let began = ContinuousClock.now
  private static let beganSuspending = SuspendingClock.now

  struct Reading: Sendable, CustomTestStringConvertible {
    let name: String
    let seconds: @Sendable () -> Double
    var testDescription: String { name }
  }

  static let virtual: [Reading] = [
    Reading(name: "CLOCK_REALTIME") { read(CLOCK_REALTIME) },
    Reading(name: "CLOCK_MONOTONIC") { read(CLOCK_MONOTONIC) },
    Reading(name: "CLOCK_MONOTONIC_RAW") { read(CLOCK_MONOTONIC_RAW) },
    Reading(name: "CLOCK_BOOTTIME") { read(CLOCK_BOOTTIME) },
    Reading(name: "CLOCK_REALTIME_ALARM") { read(CLOCK_REALTIME_ALARM) },
    Reading(name: "CLOCK_BOOTTIME_ALARM") { read(CLOCK_BOOTTIME_ALARM) },
    Reading(name: "gettimeofday") { readTimeOfDay() },
    Reading(name: "time") { Double(time(nil)) },
    Reading(name: "timespec_get") { readTimespec() },
    Reading(name: "ContinuousClock") { (ContinuousClock.now - began) / .seconds(1) },
    Reading(name: "SuspendingClock") { (SuspendingClock.now - beganSuspending) / .seconds(1) },
    Reading(name: "DispatchTime") { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
    Reading(name: "Date") { Date().timeIntervalSince1970 },
    Reading(name: "systemUptime") { ProcessInfo.processInfo.systemUptime },
  ]

  @Test("is virtual on the simulating thread", arguments: virtual)
  func virtualOnes(_ clock: Reading) {
    let difference = Simulation().perform { simulation in
      let before = clock.seconds()
      _ = simulation.advance(to: Instant(nanoseconds: 172_800 * 1_000_000_000))
      let after = clock.seconds()
      simulation.end()
      return after - before
    }
    #expect(abs(difference - 172_800) < 1e-3)
  }

  @Test("of the wall knows no time zone, on whatever thread")
  func timeZone() {
    // As above.
    func readZone() -> [Int32] {
      var value = timeval()
      var zone = timezone(tz_minuteswest: 7, tz_dsttime: 7)
      unsafe gettimeofday(&value, &zone)
      return [zone.tz_minuteswest, zone.tz_dsttime]
    }
    #expect(Simulation().perform { _ in readZone() } == [0, 0])
    #expect(readZone() == [0, 0])
  }

  @Test("of the wall begins with the year 2000")
  func epoch() {
    let seconds = Simulation().perform { _ in Date().timeIntervalSince1970 }
    #expect(seconds == 946_684_800)
  }

  @Test("stays real elsewhere, while another thread simulates")
  func elsewhere() async {
    let real = await Simulation().perform { _ in
      let box = Record<Double>()
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        box.append(Date().timeIntervalSince1970)
        isDone.signal()
      }
      isDone.wait()
      return box.all
    }
    #expect(real.count == 1)
    #expect(real.allSatisfy { $0 > 1_700_000_000 })
    #expect(Date().timeIntervalSince1970 > 1_700_000_000)
  }

  @Test("of the processor stays real")
  func processor() {
    let times = Simulation().perform { simulation in
      let before = Self.read(CLOCK_PROCESS_CPUTIME_ID)
      _ = simulation.advance(to: Instant(nanoseconds: 172_800 * 1_000_000_000))
      return Self.read(CLOCK_PROCESS_CPUTIME_ID) - before
    }
    #expect(times < 1_000)
  }
}
