import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The system's side of what an app observes: the network, its own life cycle, the keyboard.
///
/// Not modelled, and refused with a sentence: monitors of one kind of interface, details of a
/// network path, other queues than main and global, senders, queues and selectors of notifications,
/// notifications other than those of the keyboard, ready-made sequences of notifications.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove, to say the
/// same twice, and to be slow. It never fails and has no end, never calls an observer that was not
/// added, never calls two out of the order of their adds, and does nothing by chance. The source of
/// these obligations is the guide to observers' asynchronous streams.
///
/// Three shapes of callbacks are on top of it, with a registration each. A ``FakePathMonitor`` is
/// one from its start to its cancel; it is called with the present status first. A
/// ``FakeLifecycleMonitor`` is one while it has a delegate, which is told the present state first.
/// An observer of the ``FakeNotificationCenter`` is one until its token is removed; it hears of
/// changes alone. Where whoever has added observers of the keyboard then reads ``keyboardState``,
/// that hands over the present value, and is recorded as a callback of the observer added last.
public final class FakeDevice: Sendable {
  struct State {
    var connectivity = ConnectivityStatus(.satisfied, .wifi)
    var lifecycle = AppLifecycleState.active
    var keyboard = KeyboardState.hidden
    var latency = Duration.zero
    /// The order of what monitors and delegates are told.
    var order = ArrivalOrder()
    /// The registrations whose owners have read the present state.
    var readers: Set<RegistrationID> = []
  }

  static let deliveryLabel = "device.deliver"

  /// The notifications of the system.
  public let notificationCenter: FakeNotificationCenter
  let mainPaths: ListenerRegistry<ConnectivityStatus>
  let globalPaths: ListenerRegistry<ConnectivityStatus>
  let lifecycles: ListenerRegistry<AppLifecycleState>
  let mainQueue: CallbackQueue
  /// Whether monitors and delegates are told the present state first.
  private let greets: Bool
  private let simulation: Simulation
  private let state = Mutex(State())
  private let owner: Sentinel

  init(in simulation: Simulation, spy: Spy, greets: Bool) {
    self.simulation = simulation
    self.greets = greets
    let main = CallbackQueue(.main, in: simulation)
    mainQueue = main
    func registry<News: Sendable & ProjectsToValue>(
      on queue: CallbackQueue
    ) -> ListenerRegistry<News> {
      ListenerRegistry(Self.deliveryLabel, queue: queue, spy: spy) { news in
        .value(news.projected)
      }
    }
    mainPaths = registry(on: main)
    globalPaths = registry(on: CallbackQueue(in: simulation))
    lifecycles = registry(on: main)
    notificationCenter = FakeNotificationCenter(on: main, spy: spy)
    owner = Sentinel(.owner, log: spy.log)
  }

  /// The present status of the network, at once and on any thread.
  public var connectivityStatus: ConnectivityStatus {
    state.withLock { state in state.connectivity }
  }

  /// The present state of the app, at once and on any thread.
  public var lifecycleState: AppLifecycleState { state.withLock { state in state.lifecycle } }

  /// The present state of the keyboard, at once and on any thread.
  public var keyboardState: KeyboardState {
    guard let own = notificationCenter.ownKeyboardObserver,
      state.withLock({ state in state.readers.insert(own.id).inserted })
    else { return keyboardNow }
    var present = KeyboardState.hidden
    // Recorded where it is read, so that no change on another thread is recorded before it.
    own.read { record in
      present = state.withLock { state in
        record(.value(state.keyboard.projected))
        return state.keyboard
      }
    }
    return present
  }

  /// The present state of the keyboard, for the system itself.
  var keyboardNow: KeyboardState { state.withLock { state in state.keyboard } }

  /// The number of observers that were added and not removed, of all shapes.
  public var observerCount: Int {
    mainPaths.listeners.count + globalPaths.listeners.count + lifecycles.listeners.count
      + notificationCenter.observerCount
  }

  /// How long a change is on its way to those who observe it.
  var latency: Duration {
    get { state.withLock { state in state.latency } }
    set { state.withLock { state in state.latency = newValue } }
  }

  /// Changes what is so, without telling anybody.
  func set(_ news: DeviceNews) {
    state.withLock { state in
      switch news {
      case .connectivity(let status): state.connectivity = status
      case .lifecycle(let lifecycle): state.lifecycle = lifecycle
      case .keyboard(let keyboard): state.keyboard = keyboard
      }
    }
  }

  /// Tells all observers of something.
  func tell(_ news: DeviceNews, _ delivery: CallbackDelivery) {
    switch news {
    case .connectivity(let status):
      mainPaths.deliver(status, delivery)
      globalPaths.deliver(status, delivery)
    case .lifecycle(let lifecycle): lifecycles.deliver(lifecycle, delivery)
    case .keyboard(let keyboard): notificationCenter.post(FakeNotification(keyboard), delivery)
    }
  }

  /// The way of a change to monitors and delegates, behind all that is on its way already.
  var deliveryOfChange: CallbackDelivery {
    let now = simulation.now
    return state.withLock { state in
      .queued(after: state.order.delay(of: state.latency, sentAt: now))
    }
  }

  /// Tells a new listener what is so, as an event behind all that is on its way already.
  func greet<News>(
    _ listener: SpiedListener<News>, of registry: ListenerRegistry<News>, with present: News
  ) {
    guard greets else { return }
    registry.deliver(present, deliveryOfChange, to: listener)
  }
}
