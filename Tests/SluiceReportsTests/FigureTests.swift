import SluiceReports
import Testing

@Suite("Figures")
struct FigureTests {
  @Test(
    "a time is seconds with three decimals, rounded half up, never with exponent or sign",
    arguments: [
      (Duration.zero, "0.000"), (.nanoseconds(499_999), "0.000"), (.nanoseconds(500_000), "0.001"),
      (.milliseconds(7), "0.007"), (.milliseconds(999), "0.999"),
      (.nanoseconds(999_500_000), "1.000"), (.seconds(1), "1.000"), (.seconds(3_600), "3600.000"),
      (.nanoseconds(-1), "0.000"), (.seconds(-5), "0.000"),
      (.seconds(Int64.max), "9223372036854775.807"),
      (.seconds(1_234_567_890_123), "1234567890123.000"),
    ])
  func time(duration: Duration, text: String) {
    #expect("\(Milliseconds(duration))" == text)
  }

  @Test("sums that leave the range stay at its end")
  func saturation() {
    let most = Milliseconds(.seconds(Int64.max))
    #expect(most + Milliseconds(.seconds(1)) == most)
  }

  @Test(
    "an instant is printed in UTC",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (946_684_800, "2000-01-01T00:00:00Z"),
      (951_782_399, "2000-02-28T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
      (1_709_251_199, "2024-02-29T23:59:59Z"), (1_787_313_600, "2026-08-21T12:00:00Z"),
      (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    ])
  func instant(seconds: Int64, text: String) {
    #expect(UTCTimestamp(unixSeconds: seconds).map { "\($0)" } == text)
  }

  @Test("the virtual epoch is the first instant of 2000")
  func virtualEpoch() {
    #expect("\(UTCTimestamp.virtualEpoch)" == "2000-01-01T00:00:00Z")
  }
}
