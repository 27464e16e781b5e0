import Testing

/// The streams in the shapes that people write.
enum Strangers {
  /// Those that are green, each with its twin.
  static let green =
    [
      Thermostat.stranger, Ledger.stranger, Beacon.stranger, NotificationCentre.stranger,
      Locator.stranger, Pedometer.stranger, Quotes.stranger, UnfoldedQuotes.stranger,
      WeatherStation.stranger, Radio.stranger, SearchField.stranger, ThrottledProgress.stranger,
      MergedRooms.stranger, Climate.stranger, BatteryModel.stranger, Door.stranger,
      Camera.stranger, Headlines.stranger, Volumes.stranger,
    ] + BufferedSensor.strangers

  /// Those that are right, and red for want of a declaration.
  static let gaps = [
    Gap(
      stranger: KeptWatch.stranger, scenario: "unit/registration", cause: "memory.owner-released",
      reason: """
        the case 'what the source keeps of removed listeners keeps nothing of the stream' has the \
        source keep what it has removed, and no ability says that it lets go
        """),
    Gap(
      stranger: LeadingThrottle.stranger, scenario: "unit/delayed",
      cause: "delivery.each-value-once",
      reason: "no value of 'merging' says that the first value of an interval stands for all"),
    Gap(
      stranger: LatestOfBoth.stranger, scenario: "unit/values", cause: "delivery.each-value-once",
      reason: "no trait says that nothing is handed on until each listener was called back"),
  ]
}

/// A right stream that the kit blames.
struct Gap: Sendable, CustomTestStringConvertible {
  let stranger: Stranger
  /// The file with the cases that blame it.
  let scenario: String
  /// The rule that blames it.
  let cause: String
  let reason: String

  var testDescription: String { "\(stranger.name): \(reason)" }
}
