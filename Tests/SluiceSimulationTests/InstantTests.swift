import SluiceSimulation
import Testing

@Suite("Instant")
struct InstantTests {
  @Test(
    "prints seconds with as many decimals as needed",
    arguments: [
      (0, "0s"), (1, "0.000000001s"), (1_500_000_000, "1.5s"), (60_000_000_000, "60s"),
      (-250_000_000, "-0.25s"), (Int64.min, "-9223372036.854775808s"),
    ])
  func description(nanoseconds: Int64, text: String) {
    #expect(Instant(nanoseconds: nanoseconds).description == text)
  }

  @Test(
    "saturates instead of overflowing",
    arguments: [
      (Instant(nanoseconds: .max), Duration.seconds(1), Int64.max),
      (Instant(nanoseconds: .min), .seconds(-1), .min),
      (.start, .seconds(Int64.max), .max), (.start, .seconds(Int64.min), .min),
      (.start, .seconds(9_223_372_036) + .nanoseconds(854_775_807), .max),
    ])
  func saturation(instant: Instant, duration: Duration, expected: Int64) {
    #expect(instant.advanced(by: duration).nanoseconds == expected)
  }

  @Test("is never early: less than a nanosecond counts as one")
  func rounding() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    #expect(Instant.start.advanced(by: attosecond) == Instant(nanoseconds: 1))
    #expect(Instant.start.advanced(by: .nanoseconds(3) - attosecond) == Instant(nanoseconds: 3))
  }

  @Test("measures exactly, also between the ends of time")
  func distance() {
    let first = Instant(nanoseconds: .min)
    let last = Instant(nanoseconds: .max)
    #expect(first.duration(to: last) == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    #expect(!(last < Instant(nanoseconds: .max)))
    #expect(first < last)
  }
}
