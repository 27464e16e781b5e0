import FakeListener

extension FakeListener {
  /// Adds a listener through an interface whose add throws the error with which the script refuses
  /// it.
  func subscribe(
    options: ListenerOptions = .none, _ listener: @escaping (ListenerEvent<Element>) -> Void
  ) throws -> ListenerHandle {
    try addEventListener(options: options, throwing: (any Error).self, listener)
  }
}
