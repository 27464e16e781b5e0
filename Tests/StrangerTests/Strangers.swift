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

  /// Those that are right and red.
  static let gaps = [
    // One case has the source keep its removed listeners, and the callback keeps the source.
    KeptWatch.stranger,
    // No value of `merging` says that the first of several values stands for all.
    LeadingThrottle.stranger,
    // No trait says that nothing is told until each listener has been called back.
    LatestOfBoth.stranger,
  ]
}
