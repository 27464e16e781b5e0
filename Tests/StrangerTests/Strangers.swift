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
      Camera.stranger, Headlines.stranger, Volumes.stranger, KeptWatch.stranger,
      LeadingThrottle.stranger, LatestOfBoth.stranger, Charger.stranger,
    ] + BufferedSensor.strangers
}
