import FakeListener
import SluiceSpies
import Synchronization

/// One listener of an adjustable stream, added and removed in the way of one interface.
final class AdjustableConnection: Sendable {
  typealias Source = FakeListener<SentinelElement>
  typealias Callback = ListenerCallback<SentinelElement>

  /// Removes the listener when it is called; dropping it removes a listener whose handle does so.
  private let undo = Mutex<(@Sendable () -> Void)?>(nil)

  /// Adds the listener.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: Passed to add.
  ///   - settings: The shape of the interface.
  ///   - tell: Called with each event.
  /// - Throws: The error with which the source refuses the add, where the interface throws it.
  func add(
    to source: Source, _ options: ListenerOptions, _ settings: AdjustableSettings,
    _ tell: @escaping @Sendable (ListenerEvent<SentinelElement>) -> Void
  ) throws {
    let callback = settings.callback(tell)
    let undo = try makeUndo(source, options, settings, callback, tell)
    self.undo.withLock { kept in kept = undo }
  }

  /// Removes the listener; a second call does nothing.
  func remove() {
    let undo = undo.withLock { undo in undo.take() }
    undo?()
  }

  private func makeUndo(
    _ source: Source, _ options: ListenerOptions, _ settings: AdjustableSettings,
    _ callback: Callback, _ tell: @escaping @Sendable (ListenerEvent<SentinelElement>) -> Void
  ) throws -> @Sendable () -> Void {
    let isThrowing = settings.refusal == .thrown
    switch settings.connection {
    case .handle:
      let handle =
        isThrowing
        ? try source.addListener(options: options, callback, throwing: (any Error).self)
        : source.addListener(options: options, callback)
      return { handle.remove() }
    case .selfRemovingHandle:
      let handle =
        isThrowing
        ? try source.addSelfRemovingListener(
          options: options, callback, throwing: (any Error).self)
        : source.addSelfRemovingListener(options: options, callback)
      return { _ = handle }
    case .token:
      let token =
        isThrowing
        ? try source.addObserver(options: options, callback, throwing: (any Error).self)
        : source.addObserver(options: options, callback)
      return { source.removeObserver(token) }
    case .key:
      // No other listener that is there has the same.
      let key = "\(ObjectIdentifier(self))"
      if isThrowing {
        try source.addListener(
          forKey: key, options: options, callback, throwing: (any Error).self)
      } else {
        source.addListener(forKey: key, options: options, callback)
      }
      return { source.removeListener(forKey: key) }
    case .delegate:
      let slot = DelegateSlot<AdjustableDelegate, SentinelElement>(of: source)
      let delegate = AdjustableDelegate(tell)
      slot.set(delegate, options: options) { delegate in settings.callback(delegate.tell) }
      return { withExtendedLifetime(delegate) { slot.set(nil) { _ in .event { _ in } } } }
    case .startStop:
      let pair = StartStopPair(of: source)
      if isThrowing {
        try pair.start(options: options, callback, throwing: (any Error).self)
      } else {
        pair.start(options: options, callback)
      }
      return { pair.stop() }
    }
  }
}

/// The delegate of an adjustable stream.
private final class AdjustableDelegate: Sendable {
  let tell: @Sendable (ListenerEvent<SentinelElement>) -> Void

  init(_ tell: @escaping @Sendable (ListenerEvent<SentinelElement>) -> Void) {
    self.tell = tell
  }
}

extension AdjustableSettings {
  /// The callback of an interface of this shape, which calls a closure with each event.
  func callback(
    _ tell: @escaping @Sendable (ListenerEvent<SentinelElement>) -> Void
  ) -> ListenerCallback<SentinelElement> {
    let onFailure: ((any Error) -> Void)? =
      lacking.contains(.fail) ? nil : { error in tell(.failure(error)) }
    let onFinish: (() -> Void)? = lacking.contains(.finish) ? nil : { tell(.finish) }
    switch callbackShape {
    case .event: return .event(tell)
    case .pair:
      return .pair(
        { element, error in
          switch (element, error) {
          case (let element?, let error?): tell(.both(element, error))
          case (let element?, nil): tell(.value(element))
          case (nil, let error?): tell(.failure(error))
          case (nil, nil): tell(.nothing)
          }
        }, onFinish: onFinish)
    case .result:
      return .result(
        { result in
          switch result {
          case .success(let element): tell(.value(element))
          case .failure(let error): tell(.failure(error))
          }
        }, onFinish: onFinish)
    case .value:
      return .value(
        { element in tell(.value(element)) }, onFailure: onFailure, onFinish: onFinish)
    case .optional:
      return .optional(
        { element in tell(element.map { element in .value(element) } ?? .finish) },
        onFailure: onFailure)
    }
  }
}
