public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeDevice does not model monitors of one kind of interface: \
    read interface of each status
    """
)
extension FakePathMonitor {
  /// A monitor of one kind of interface.
  public convenience init(requiredInterfaceType: ConnectivityStatus.InterfaceKind) {
    MissingDevicePart.interfaceChoices.stop()
  }

  /// A monitor of all kinds of interfaces but some.
  public convenience init(prohibitedInterfaceTypes: [ConnectivityStatus.InterfaceKind]) {
    MissingDevicePart.interfaceChoices.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeDevice does not model details of a network path: read reachability and interface"
)
extension ConnectivityStatus {
  /// Whether the way costs money.
  public var isExpensive: Bool { MissingDevicePart.pathDetails.stop() }

  /// Whether the way is to be spared.
  public var isConstrained: Bool { MissingDevicePart.pathDetails.stop() }

  /// Whether the way takes addresses of the fourth version.
  public var supportsIPv4: Bool { MissingDevicePart.pathDetails.stop() }

  /// Whether the way takes addresses of the sixth version.
  public var supportsIPv6: Bool { MissingDevicePart.pathDetails.stop() }

  /// Whether names can be looked up.
  public var supportsDNS: Bool { MissingDevicePart.pathDetails.stop() }

  /// The interfaces that could be used.
  public var availableInterfaces: [InterfaceKind] { MissingDevicePart.pathDetails.stop() }

  /// Why the network can't be reached.
  public var unsatisfiedReason: AnyObject { MissingDevicePart.pathDetails.stop() }

  /// Whether the way uses a kind of interface.
  public func usesInterfaceType(_ type: InterfaceKind) -> Bool {
    MissingDevicePart.pathDetails.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeDevice does not model other queues than main and global: pass .main or .global"
)
extension FakePathMonitor {
  /// Starts to call the handler on a queue of the app's.
  public func start(queue: DispatchQueue) { MissingDevicePart.dispatchQueues.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeDevice does not model senders, queues and selectors of notifications: \
    use addObserver(forName:using:)
    """
)
extension FakeNotificationCenter {
  /// Adds an observer of a sender's notifications, called on a queue.
  public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (FakeNotification) -> Void
  ) -> any NSObjectProtocol & Sendable { MissingDevicePart.notificationFilters.stop() }

  /// Posts a notification of the app's.
  public func post(name: Notification.Name, object: Any?) {
    MissingDevicePart.notificationFilters.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeDevice does not model ready-made sequences of notifications: \
    wrap addObserver(forName:using:)
    """
)
extension FakeNotificationCenter {
  /// The notifications of a name.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> AsyncStream<FakeNotification> { MissingDevicePart.notificationSequences.stop() }

  /// The notifications of a name.
  public func publisher(
    for name: Notification.Name, object: AnyObject? = nil
  ) -> AnyObject { MissingDevicePart.notificationSequences.stop() }
}
