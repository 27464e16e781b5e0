public import SluiceSimulation
public import SluiceSpies

/// A device whose observers are told exactly what a script says.
///
/// It tells nobody anything by itself, not even what is so when an observer comes; what it said
/// last is what the synchronous properties show.
public final class DeviceScript: Sendable {
  /// The device to observe.
  public let device: FakeDevice

  /// A script without observers: wireless network, an active app, no keyboard.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events, named `device.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  public init(in simulation: Simulation, spy: Spy) {
    device = FakeDevice(in: simulation, spy: spy, greets: false)
  }

  /// Tells every observer of something.
  ///
  /// - Parameters:
  ///   - news: What they are told.
  ///   - delivery: When they are called.
  public func send(_ news: DeviceNews, _ delivery: CallbackDelivery = .direct) {
    device.set(news)
    device.tell(news, delivery)
  }
}
