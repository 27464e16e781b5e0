/// Who hears what a thermometer measures.
public protocol ThermometerDelegate: AnyObject, Sendable {
  func thermometerMeasured(_ degrees: Double)
  func thermometerFailed(_ error: any Error)
  func thermometerFinished()
}

/// The delegate API that the stream is made of: it tells each delegate, and holds it meanwhile.
public protocol Thermometer: AnyObject, Sendable {
  func add(_ delegate: any ThermometerDelegate)
  func remove(_ delegate: any ThermometerDelegate)
}

extension Thermometer {
  /// What the thermometer measures, as a stream: one subscription for each iteration.
  public var temperatures: Temperatures { Temperatures(thermometer: self) }
}
