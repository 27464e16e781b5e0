/// A box for a value that is used on the simulating thread only.
///
/// Scripts, fakes and the tasks of a simulation run on one thread, one event at a time; still the
/// compiler sees tasks and closures that could run at once. The box tells it otherwise.
public struct SimulationConfined<Value>: @unchecked Sendable {
  // Sendable, although the value may not be: a simulation has one thread, and passes from one
  // simulation to the next on it. Whoever boxes a value uses it there alone, or hands it over whole
  // (before the first use there, or after the last).
  //
  // A run on real threads (`ThreadPlatform`) has no such thread. What is boxed there is a stream
  // under test, a callback of its own or an action of the driver's, which is safe by itself: a
  // stream that is not is what such a run is to find.

  /// The value.
  public let value: Value

  /// Boxes a value.
  public init(_ value: Value) {
    self.value = value
  }
}

/// A box for a closure that an SDK's interface takes without requiring it to be sendable.
///
/// A fake keeps such closures beside its other state and calls them from a ``CallbackQueue``, as
/// the SDK would from its own queue.
package struct CallbackBox<Callback>: @unchecked Sendable {
  // Sendable, although the closure may not be: it came in on the simulating thread, from a call of
  // the subject's, and is called back on the same thread, in an event of the same simulation.
  // In a run on real threads it is called as the SDK would call it, from a queue of the fake's; a
  // subject that is not up to that is what such a run is to find.
  package let callback: Callback

  package init(_ callback: Callback) {
    self.callback = callback
  }
}
