import SluiceTesting
import Weather

/// A station that measures what scenarios say: those that come with the kit, and our own.
final class FakeStation: WeatherStation {
  private let source: FakeListener<Double>

  init(over source: FakeListener<Double>) { self.source = source }

  convenience init(in setting: FixtureSetting) {
    self.init(
      over: FakeListener(in: setting.simulation, spy: setting.spy) { degrees in
        .integer(Int64(degrees))
      })
  }

  func attach(
    _ observer: @escaping Observer, onClosing: @escaping @Sendable () -> Void
  ) throws -> @Sendable () -> Void {
    try source.addListener(throwing: (any Error).self, observer, onFinish: onClosing).remove
  }

  static let readings = StreamDeclaration<FakeStation, FakeStation>(
    "station.readings", "What it measures.", example: "S = station.readings()", source: { $0 })

  static let product = Product(
    "station", summary: "A weather station.", backend: FakeStation.init(in:), verbs: [gust],
    streams: readings)

  private static let gust = Verb<FakeStation>(
    "gust", "Has the station measure each degree from one to another.",
    Parameter<Int64>("first", .integer, "the first degree"),
    Parameter<Int64>("last", .integer, "the last degree, which is not lower"),
    example: "station.gust(10, 13)"
  ) { station, first, last in
    for degrees in first...max(first, last) { station.source.send(Double(degrees)) }
  }
}
