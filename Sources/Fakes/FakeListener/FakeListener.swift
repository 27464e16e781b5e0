public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A source of any element that calls its listeners back exactly as a script tells it to.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove; to hand
/// over a value with an error, or neither; to go on after an error or after its end; to refuse an
/// add; to trap on a second remove or ignore it; to keep removed listeners; to remove a
/// registration whose handle is dropped. It never calls a listener that was not added, never calls
/// two listeners out of the order of their adds, never loses or repeats what the script sends,
/// never calls back on another thread, and does nothing by chance.
///
/// What counts as one registration is one add with its one remove. Every call is recorded by the
/// spy, and no lock is held while a listener runs, or other code of yours.
///
/// A fake of an interface of your own forwards each of its calls to the one here that has the same
/// shape. It says in a ``ListenerCallback`` how its listeners are called, and adds that in one of
/// these ways:
///
/// | the interface has | what to forward to |
/// |---|---|
/// | a handle with `remove()` | ``addListener(options:_:throwing:)`` |
/// | a handle that removes when it is dropped | ``addSelfRemovingListener(options:_:throwing:)`` |
/// | a token for `removeObserver(_:)` | ``addObserver(options:_:throwing:)`` |
/// | a key that the caller chooses | ``addListener(forKey:options:_:throwing:)`` |
/// | a weak delegate | ``DelegateSlot`` |
/// | `start` and `stop` | ``StartStopPair`` |
/// | a start that may be repeated, for several consumers | ``StartStopFan`` |
/// | `receive`, for one message a call | ``MessageChannel`` |
/// | several listeners for one stream | any of these, once for each kind |
/// | two sources in one stream | any of these twice, each ``ListenerCallback/only(_:)`` its own |
///
/// Each is compiled whole, an interface with its fake and a stream over it, in
/// `Tests/FakeListenerTests/Shapes`.
///
/// An interface that adds and removes with `await` calls the same functions from its asynchronous
/// ones; one whose add takes virtual time does so inside ``adding(options:_:)``.
///
/// All but the delegate take a `throwing:`. An interface whose add can't throw leaves it out; where
/// the script refuses an add, the listener is then called back with the error, in an event of its
/// own after the add. One whose add throws passes `(any Error).self`, or its own type of errors,
/// of which alone the refusals are then thrown. What can neither throw a refusal nor be told of it
/// is not refused: the next add is, of several for one stream the one for errors.
public final class FakeListener<Element: Sendable>: Sendable {
  /// A listener as the source keeps it.
  struct StoredListener: Registered {
    private let own: SpyRegistration
    let key: String?
    /// Tells it of an event, and the spy of the callback.
    let tell: CallbackBox<(ListenerEvent<Element>) -> Void>
    /// Lives as long as the source keeps the listener's closure.
    let sentinel: Sentinel

    init(
      _ registration: SpyRegistration, forKey key: String?, sentinel: Sentinel,
      tell: @escaping Telling
    ) {
      own = registration
      self.key = key
      self.tell = CallbackBox(tell)
      self.sentinel = sentinel
    }

    var registration: SpyRegistration {
      // Each is a step, for a test that asks how many a call costs.
      WorkCounter.looked()
      return own
    }
  }

  /// An add that the script has told the source to refuse.
  struct Refusal {
    let error: any Error
    var addsBefore: Int
  }

  struct State {
    var listeners = RegistrationList<StoredListener>()
    var removedListeners: [StoredListener] = []
    var newestOfKey: [String: SpyRegistration] = [:]
    /// What tokens stand for, the removed ones too: a second remove is one of the same.
    var tokens: [ListenerToken: SpyRegistration] = [:]
    var refusals: [Refusal] = []
    var presentValue: Element?
    /// How the present value is written in the log.
    var presentProjection = Value.null
    /// Whether listeners are told of changes alone, and the present value is there to be read.
    var showsPresentValue = false
    /// The changes of a shown value that listeners are not told of yet, while they are told of one.
    var changes: [Element] = []
    var isChanging = false
    var hasEnded = false
    var isClosed = false
  }

  let queue: CallbackQueue
  let spy: Spy
  let behavior: ListenerBehavior
  let project: @Sendable (Element) -> Value
  let state = Mutex(State())
  private let owner: Sentinel

  /// A source without listeners.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events, named `listener.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How the source behaves throughout.
  ///   - project: How an element is written in the log.
  public init(
    in simulation: Simulation, spy: Spy, behavior: ListenerBehavior = ListenerBehavior(),
    project: @escaping @Sendable (Element) -> Value
  ) {
    queue = CallbackQueue(in: simulation)
    self.spy = spy
    self.behavior = behavior
    self.project = project
    owner = Sentinel(.owner, log: spy.log)
    spy.log.noteBorders()
  }

  /// The value that the source has at present; nil for none.
  ///
  /// A fake's property forwards to it, such as `batteryLevel` or `currentPath`. Each reading is
  /// recorded, and a racing change may fall in before the value is read, or after it and before
  /// the reader has it. After ``showPresentValue(_:file:line:)`` nothing else hands the value over,
  /// so a stream reads it, and declares `traits.initialValue = .read`. After
  /// ``setPresentValue(_:file:line:)`` each new listener is handed it, too.
  ///
  /// Where the property of an interface always has a value and a scenario shows none, the stream
  /// has nothing to begin with: its fake answers nil, and the adapter of the subject skips that.
  public var presentValue: Element? {
    spy.readPresentValue { record in
      state.withLock { state in
        record(state.presentProjection)
        return state.presentValue
      }
    }
  }

  /// The number of listeners that were added and not removed.
  public var listenerCount: Int {
    state.withLock { state in state.listeners.count }
  }
}

extension FakeListener where Element: ProjectsToValue {
  /// A source without listeners, whose elements know how they are written.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events, named `listener.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How the source behaves throughout.
  public convenience init(
    in simulation: Simulation, spy: Spy, behavior: ListenerBehavior = ListenerBehavior()
  ) {
    self.init(in: simulation, spy: spy, behavior: behavior) { element in element.projected }
  }
}
