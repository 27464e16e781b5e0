public import SluiceSimulation
public import SluiceSpies

/// A device on which things happen: its network comes and goes, its user leaves the app and types.
///
/// What is no change is told to nobody. The network and the life cycle show in the synchronous
/// properties at once and reach observers after the latency; the keyboard shows and is posted after
/// it.
public final class DeviceEmulator: Sendable {
  /// The device to observe.
  public let device: FakeDevice
  private let simulation: Simulation

  /// A device with wireless network, an active app and no keyboard.
  ///
  /// - Parameters:
  ///   - simulation: Where callbacks are events, named `device.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  public init(in simulation: Simulation, spy: Spy) {
    self.simulation = simulation
    device = FakeDevice(in: simulation, spy: spy, greets: true)
  }

  /// How long a change is on its way, from now on; it overtakes none before it.
  public var latency: Duration {
    get { device.latency }
    set { device.latency = newValue }
  }

  /// Changes something on the device.
  public func change(_ news: DeviceNews) {
    switch news {
    case .connectivity(let status) where status == device.connectivityStatus: break
    case .lifecycle(let state) where state == device.lifecycleState: break
    case .connectivity, .lifecycle:
      device.set(news)
      device.tell(news, device.deliveryOfChange)
    case .keyboard: device.changeKeyboard(news)
    }
  }
}

extension FakeDevice {
  /// Has the keyboard change when its change arrives, and be posted then.
  func changeKeyboard(_ news: DeviceNews) {
    guard case .queued(let delay) = deliveryOfChange else { return }
    mainQueue.asyncAfter(delay, Self.deliveryLabel) { [self] in
      guard news != .keyboard(keyboardNow) else { return }
      set(news)
      tell(news, .direct)
    }
  }
}

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
