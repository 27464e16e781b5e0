import SluiceSimulation
import SluiceSpies
import Synchronization

/// The weak `delegate` property of an interface that calls one object back.
///
/// Setting a delegate is an add, and whatever takes its place the remove: nil or another one. To
/// set the one that is there already, or nil where there is none, changes nothing and is not
/// recorded. Each object of the interface has a slot of its own.
///
/// The slot holds its delegate weakly, as such interfaces do. When the delegate dies, the callbacks
/// end; but its death is no remove. A weak reference that becomes nil tells nobody: the source goes
/// on with its work, of which a location manager's or a peripheral's documentation says only that a
/// call ends it, and is at most surprised to find nobody at the next callback. A stream that lets
/// its delegate die without clearing the property has thus not removed it. One that clears it later
/// has, then.
///
/// What a method of the delegate is called with is said for each delegate anew when there is
/// something to call, so that nothing but the slot's owner has to live. The source's end and errors
/// reach a delegate by methods such as `didFinish` and `didFail`; where the protocol has none, the
/// subject declares it (see ``ListenerCallback``).
///
/// ```swift
/// final class FakeThermometer: Thermometer, Sendable {
///   private let slot: DelegateSlot<any ThermometerDelegate, Double>
///   init(_ source: FakeListener<Double>) { slot = DelegateSlot(of: source) }
///   var delegate: (any ThermometerDelegate)? {
///     get { slot.delegate }
///     set { slot.set(newValue) { delegate in .value { degrees in delegate.didRead(degrees) } } }
///   }
/// }
/// ```
///
/// - Note: `Delegate` is a class, or a protocol that only classes conform to.
public final class DelegateSlot<Delegate, Element: Sendable>: Sendable {
  private struct Weak {
    weak var object: AnyObject?

    var delegate: Delegate? { object as? Delegate }
  }

  private struct State {
    var occupant = SimulationConfined(Weak())
    /// The registration of the delegate that was set last, dead or not.
    var registration: SpyRegistration?
  }

  private let source: FakeListener<Element>
  private let state = Mutex(State())

  /// A slot without a delegate.
  public init(of source: FakeListener<Element>) {
    self.source = source
  }

  /// The delegate; nil where none is set, or it has died.
  public var delegate: Delegate? {
    state.withLock { state in state.occupant }.value.delegate
  }

  /// Sets or clears the delegate, in place of whichever was set.
  ///
  /// A property can't throw: where the script refuses an add, the delegate is called back with the
  /// error.
  ///
  /// - Parameters:
  ///   - delegate: The delegate; nil for none.
  ///   - options: Passed to the spy unchanged.
  ///   - callback: How the delegate is called; asked for each time, and so not to keep it.
  public func set(
    _ delegate: Delegate?, options: ListenerOptions = .none,
    _ callback: @escaping (Delegate) -> ListenerCallback<Element>
  ) {
    let object = delegate.map { delegate in Self.object(of: delegate) }
    if let object, state.withLock({ state in state.occupant }).value.object === object { return }
    let replaced = state.withLock { state in
      defer { state = State() }
      return state.registration
    }
    if let replaced { source.remove(replaced) }
    guard let delegate, let object else { return }
    let audible = callback(delegate).audible
    _ = source.register(options, throwing: Never.self, audible: audible) {
      [project = source.project] registration in
      let occupant = SimulationConfined(Weak(object: object))
      state.withLock { state in
        state = State(occupant: occupant, registration: registration)
      }
      return { event in
        guard let delegate = occupant.value.delegate else { return }
        callback(delegate).tell(event, of: registration, project)
      }
    }
  }

  private static func object(of delegate: Delegate) -> AnyObject {
    precondition(type(of: delegate as Any) is AnyClass, "a delegate is an object")
    return delegate as AnyObject
  }
}
