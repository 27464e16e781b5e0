import SluiceHarness
import Synchronization
import Weather

@main struct Gate: ConformanceGate {
  static let subjects = [
    Subject(
      "weather", over: .listener(Double.self), traits: .asyncThrowingStreamPerIterator
    ) { source in FakeThermometer(over: source).temperatures }
  ]
}

/// A thermometer that measures what a scenario says.
final class FakeThermometer: Thermometer {
  private let source: FakeListener<Double>
  private let handles = Mutex<[ObjectIdentifier: ListenerHandle]>([:])

  init(over source: FakeListener<Double>) { self.source = source }

  func add(_ delegate: any ThermometerDelegate) {
    let handle = source.addListener(
      .value(
        delegate.thermometerMeasured, onFailure: delegate.thermometerFailed,
        onFinish: delegate.thermometerFinished))
    handles.withLock { $0[ObjectIdentifier(delegate)] = handle }
  }

  func remove(_ delegate: any ThermometerDelegate) {
    handles.withLock { $0.removeValue(forKey: ObjectIdentifier(delegate)) }?.remove()
  }
}
