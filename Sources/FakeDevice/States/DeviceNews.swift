/// Something about a device that observers hear of.
public enum DeviceNews: Sendable, Hashable {
  /// The network.
  case connectivity(ConnectivityStatus)
  /// The app's life cycle.
  case lifecycle(AppLifecycleState)
  /// The keyboard.
  case keyboard(KeyboardState)
}
