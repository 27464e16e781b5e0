import SluiceTesting
import Testing
import Weather

let weather = Subject("weather", over: .listener(Double.self)) { source in
  ScriptedStation(source: source).readings
}
let weatherOfOurs = Subject(
  "weather", of: FakeStation.readings, project: { degrees in .integer(Int64(degrees)) }
) { station in station.readings }

@Test func conforms() async throws {
  try await expectConformance(of: weather, weatherOfOurs, products: [FakeStation.product])
}
