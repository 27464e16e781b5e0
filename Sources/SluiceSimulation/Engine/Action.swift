internal import CSimulationRuntime

/// A closure as an event: made by a script or a fake, run once on the simulation thread.
final class Action {
  private let body: () -> Void

  private init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// Returns an event that owns the closure until it is run or discarded.
  static func event(
    label: UInt32, lane: UInt = 0, onMainQueue: Bool = false, _ body: @escaping () -> Void
  ) -> Event {
    unsafe Event(
      sluice_event(
        function: run, context: Unmanaged.passRetained(Action(body)).toOpaque(),
        queue: onMainQueue ? sluice_main_queue() : nil,
        lane: onMainQueue ? UInt(bitPattern: sluice_main_queue()) : lane, number: 0, label: label,
        ordinal: 0))
  }

  /// Whether an event was made here.
  static func isAction(_ event: sluice_event) -> Bool {
    // Addresses alone are compared.
    unsafe unsafeBitCast(event.function, to: UInt.self) == unsafeBitCast(run, to: UInt.self)
  }

  /// Releases the closure of an event made here; false if the event is not.
  static func discard(_ event: sluice_event) -> Bool {
    guard unsafe isAction(event), let context = unsafe event.context else { return false }
    unsafe Unmanaged<Action>.fromOpaque(context).release()
    return true
  }

  /// The context is the one retained reference that `event` made; it is consumed here.
  private static let run: @convention(c) (UnsafeMutableRawPointer) -> Void = { context in
    unsafe Unmanaged<Action>.fromOpaque(context).takeRetainedValue().body()
  }
}
