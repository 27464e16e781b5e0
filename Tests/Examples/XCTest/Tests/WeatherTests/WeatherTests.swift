import SluiceXCTest
import Weather
import XCTest

final class WeatherTests: XCTestCase {
  func testConformance() throws {
    try expectConformance(
      of: Subject("weather", over: .listener(Double.self), traits: .asyncThrowingStream) { source in
        ScriptedStation(source: source).readings
      })
  }
}

struct ScriptedStation: WeatherStation {
  let source: FakeListener<Double>

  func attach(
    _ observer: @escaping Observer, onClosing: @escaping @Sendable () -> Void
  ) throws -> @Sendable () -> Void {
    try source.addListener(throwing: (any Error).self, observer, onFinish: onClosing).remove
  }
}
