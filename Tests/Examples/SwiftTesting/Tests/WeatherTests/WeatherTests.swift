import SluiceTesting
import Testing
import Weather

/// The stream over the kit's scripted listener, for the scenarios that come with the kit.
let weather = Subject("weather", over: .listener(Double.self), traits: .asyncThrowingStream) {
  source in FakeStation(over: source).readings
}

/// The same stream as our own scenarios read it.
let ownWeather = Subject(
  "weather", of: FakeStation.readings, traits: { traits in traits = .asyncThrowingStream },
  project: { degrees in .integer(Int64(degrees)) }, open: { station in station.readings })

@Test func conforms() async throws {
  try await expectConformance(of: weather, ownWeather, products: [FakeStation.product])
}
