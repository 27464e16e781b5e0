import SluiceTesting
import Synchronization
import Weather

/// The scripted listener as a station: what the kit's scenarios send, it measures.
struct ScriptedStation: WeatherStation {
  let source: FakeListener<Double>

  func attach(_ observer: any WeatherObserver) throws -> @Sendable () -> Void {
    let handle = try source.addListener { degrees, error in
      if let error { observer.ended(error) } else if let degrees { observer.measured(degrees) }
    } onFinish: {
      observer.ended(nil)
    }
    return { handle.remove() }
  }
}

/// A station of our own, and the words that our scenarios have for it.
final class FakeStation: WeatherStation {
  private let spy: Spy
  private let observers = Mutex<[(registration: SpyRegistration, observer: any WeatherObserver)]>([])

  init(in setting: FixtureSetting) { spy = setting.spy }

  func attach(_ observer: any WeatherObserver) -> @Sendable () -> Void {
    let registration = spy.addCalled()
    observers.withLock { observers in observers.append((registration, observer)) }
    registration.reachAdd()
    registration.addReturned()
    return { [self] in
      registration.remove { _ in
        let all = observers.withLock { $0 }
        observers.withLock { $0 = all.filter { other in other.registration !== registration } }
      }
    }
  }

  func gust(from first: Int64, to last: Int64) {
    for degrees in first...max(first, last) {
      for (registration, observer) in observers.withLock({ $0 }) {
        registration.deliver(.value(.integer(degrees))) { observer.measured(Double(degrees)) }
      }
    }
  }

  static let readings = StreamDeclaration<FakeStation, FakeStation>(
    "station.readings", "What the station measures.", example: "S = station.readings()",
    source: { station in station })

  static let product = Product(
    "station", summary: "A weather station.", backend: FakeStation.init(in:),
    verbs: [
      Verb(
        "gust", "Has the station measure each degree from one to another.",
        Parameter<Int64>("first", .integer, "the first degree"),
        Parameter<Int64>("last", .integer, "the last degree"), example: "station.gust(10, 13)"
      ) { station, first, last in station.gust(from: first, to: last) }
    ],
    probes: [
      Probe(
        counting: "observers", "How many observers are attached.",
        example: "expect station.observers == 0"
      ) { station in station.observers.withLock { observers in observers.count } }
    ],
    streams: FakeStation.readings)
}
