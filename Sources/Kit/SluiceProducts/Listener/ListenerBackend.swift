package import FakeListener
import SluiceConformance
import SluiceSimulation
package import SluiceSpies
import Synchronization

/// The scripted source of one run, with elements of the type that the stream under test wants, and
/// the server behind it.
package final class ListenerBackend: ScriptedBackend {
  private struct State {
    var behavior = ListenerBehavior()
    var hasPresentValue = false
    var source: (any ListenerSource)?
  }

  private let setting: FixtureSetting
  private let state = Mutex(State())

  init(in setting: FixtureSetting, behavior: ListenerBehavior = ListenerBehavior()) {
    self.setting = setting
    state.withLock { state in state.behavior = behavior }
  }

  /// The source, made when it is first needed, so that its behaviour can be chosen before.
  package var source: any ListenerSource {
    // Making one calls nobody back, so the lock may be held meanwhile.
    state.withLock { state in
      if let source = state.source { return source }
      let wanted = setting.subject(ListenerProduct.values.name)?.wants as? any ListenerSourceMaking
      let source = (wanted ?? ListenerElements.sentinels)
        .makeSource(in: setting, behavior: state.behavior)
      state.source = source
      return source
    }
  }

  /// The source decides whether new listeners are handed a present value, and what they are told
  /// after the end; whether the stream reads the value itself, its subject declares.
  func traits(of subject: Subject) -> Traits {
    let (behavior, hasPresentValue) = state.withLock { state in
      (state.behavior, state.hasPresentValue || state.source?.hasArrived == true)
    }
    return subject.traits.with { traits in
      if hasPresentValue, traits.initialValue != .read { traits.initialValue = .present }
      switch behavior.afterEnd {
      case .finishesAgain: break
      case .fails: traits.afterSourceEnd = .fails
      case .startsAfresh: traits.afterSourceEnd = .restarts
      }
    }
  }

  package func play(_ call: ScriptedCall) throws {
    try source.play(call)
  }

  /// Sets the value that each new listener is handed first.
  func setPresentValue(_ value: Value) throws {
    state.withLock { state in state.hasPresentValue = true }
    try source.setPresentValue(value)
  }

  /// Shows a present value, which each value sent moves.
  func showPresentValue(_ value: Value) throws { try source.showPresentValue(value) }

  /// Drops the owner of the subject's streams: the object that they are read from.
  ///
  /// - Throws: `FixtureError` where there is none.
  func dropOwner() throws(FixtureError) {
    if source.dropOwner() { return }
    throw FixtureError(
      "no stream was read from an object yet; 'making:' in its subject makes one for each run")
  }

  /// Chooses how the source treats its listeners.
  ///
  /// - Throws: `FixtureError` where the source exists already.
  func choose(_ behavior: ListenerBehavior) throws(FixtureError) {
    let isEarly = state.withLock { state in
      guard state.source == nil else { return false }
      let ignoresRemoves = state.behavior.registrations.ignoresRemoves
      state.behavior = behavior
      state.behavior.registrations.ignoresRemoves = ignoresRemoves
      return true
    }
    if isEarly { return }
    throw FixtureError("the source exists already; say how it behaves before anything else")
  }
}

/// A scripted source with the values of a scenario, whatever its elements are.
package protocol ListenerSource: AnyObject, Sendable {
  /// The source itself, a `FakeListener`.
  var listener: any AnyObject & Sendable { get }
  /// The number of listeners that are registered now.
  var listenerCount: Int { get }
  /// Whether a value of the server has reached the client.
  var hasArrived: Bool { get }
  /// Has listeners told what a script verb says.
  func play(_ call: ScriptedCall) throws
  /// Has one listener told what a script verb says: the one that was added as the nth of all.
  func tell(_ number: Int64, _ call: ScriptedCall) throws
  /// Sets the value that each new listener is handed first.
  func setPresentValue(_ value: Value) throws
  /// Shows a present value, which each value sent moves.
  func showPresentValue(_ value: Value) throws
  /// Sets the value at the server.
  func put(_ value: Value) throws
  /// Drops the objects that streams are read from; returns whether there were any.
  func dropOwner() -> Bool
  /// Has the server behind the source do something.
  func atServer(_ action: (any ListenerServer) -> Void)
}

/// The server behind a source, as far as it is the same for all elements.
package protocol ListenerServer: AnyObject, Sendable {
  /// How long it takes from the server to the client.
  var latency: Duration { get set }
  /// Cuts the client off.
  func disconnect()
  /// Brings the client back.
  func connect()
  /// Ends the client's listeners with an error.
  func revoke(_ error: any Error)
  /// Ends the source.
  func finish()
}

extension ValueServer: ListenerServer {}

/// What makes the source that a subject wants.
package protocol ListenerSourceMaking: Sendable {
  /// A new source for one run.
  func makeSource(in setting: FixtureSetting, behavior: ListenerBehavior) -> any ListenerSource
}

extension ListenerElements: ListenerSourceMaking {
  package func makeSource(
    in setting: FixtureSetting, behavior: ListenerBehavior
  ) -> any ListenerSource {
    TypedListenerSource(of: self, in: setting, behavior: behavior)
  }
}

/// A scripted source with elements of one type.
final class TypedListenerSource<Element: Sendable>: ListenerSource {
  let source: FakeListener<Element>
  let table: ElementTable<Element>
  private let setting: FixtureSetting
  private let madeServer = Mutex<ValueServer<Element>?>(nil)
  /// The objects that subjects have made over the source, by what makes them.
  private let objects = Mutex<[ObjectIdentifier: any Sendable]>([:])

  init(
    of elements: ListenerElements<Element>, in setting: FixtureSetting, behavior: ListenerBehavior
  ) {
    let table = ElementTable(elements, log: setting.spy.log)
    self.table = table
    self.setting = setting
    source = FakeListener(in: setting.simulation, spy: setting.spy, behavior: behavior) {
      element in table.value(of: element)
    }
  }

  /// The object of this run that hands out a subject's streams, made when it is first needed.
  ///
  /// Streams are opened one after the other, so that no two of them make it.
  func object<Made>(by maker: ListenerObjectMaker<Element, Made>) throws -> Made {
    let key = ObjectIdentifier(maker)
    let known = objects.withLock { objects in objects[key] } as? SimulationConfined<Made>
    if let known { return known.value }
    let made = SimulationConfined(try maker.make(source))
    objects.withLock { objects in objects[key] = made }
    return made.value
  }

  func dropOwner() -> Bool {
    guard objects.withLock({ objects in !objects.isEmpty }) else { return false }
    setting.spy.ownerDropped()
    let dropped = objects.withLock { objects in
      defer { objects = [:] }
      return objects
    }
    // A deinit may call back, so it runs outside the lock.
    _ = consume dropped
    return true
  }

  var listener: any AnyObject & Sendable { source }

  var listenerCount: Int { source.listenerCount }

  var hasArrived: Bool { madeServer.withLock { server in server?.hasArrived == true } }

  func play(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let way): source.send(try table.element(for: value), way)
    case .sendMany(let count, let first):
      for number in 0..<count {
        source.send(try table.element(for: .integer(first + number)))
      }
    case .fail(let error, let way): source.fail(ScriptedError(error), way)
    case .finish(let way): source.finish(way)
    case .sendNothing(let way): source.sendNothing(way)
    case .sendBoth(let value, let error, let way):
      source.sendBoth(try table.element(for: value), ScriptedError(error), way)
    case .refuse(let error, let addsBefore):
      guard let addsBefore = Int(exactly: addsBefore), addsBefore >= 0 else {
        throw FixtureError("a number of adds is not negative")
      }
      source.refuseNextAdd(ScriptedError(error), after: addsBefore)
    }
  }

  func tell(_ number: Int64, _ call: ScriptedCall) throws {
    guard let number = Int(exactly: number), number > 0 else {
      throw FixtureError("listeners are numbered from 1")
    }
    switch call {
    case .send(let value, let way):
      source.tell(number, of: .value(try table.element(for: value)), way)
    case .fail(let error, let way): source.tell(number, of: .failure(ScriptedError(error)), way)
    case .finish(let way): source.tell(number, of: .finish, way)
    case .sendMany, .sendNothing, .sendBoth, .refuse:
      throw FixtureError("no single listener can be told that")
    }
  }

  func setPresentValue(_ value: Value) throws {
    source.setPresentValue(try table.element(for: value))
  }

  func showPresentValue(_ value: Value) throws {
    source.showPresentValue(try table.element(for: value))
  }

  func put(_ value: Value) throws {
    server.put(try table.element(for: value))
  }

  func atServer(_ action: (any ListenerServer) -> Void) {
    action(server)
  }

  /// The server behind the source, made when it is first needed.
  private var server: ValueServer<Element> {
    madeServer.withLock { made in
      let reads = setting.subject(ListenerProduct.values.name)?.traits.initialValue == .read
      let server =
        made
        ?? ValueServer(behind: source, in: setting.simulation, showsPresentValue: reads)
      made = server
      return server
    }
  }
}
