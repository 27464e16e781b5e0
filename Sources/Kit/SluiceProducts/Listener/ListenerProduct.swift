package import FakeListener
import SluiceConformance
import SluiceScenarios
package import SluiceSimulation
package import SluiceSpies

/// The product that stands for any listener interface: a scripted source, and a server behind it.
public enum ListenerProduct {
  /// The product, without implementations.
  public static let product = product(behaving: ListenerBehavior())

  /// The product over a source that behaves so unless a scenario chooses otherwise.
  package static func product(behaving behavior: ListenerBehavior) -> Product {
    Product(
      ScriptVerbs.product, module: "FakeListener",
      summary: "Any listener interface, played by a scripted source.",
      backend: { setting in ListenerBackend(in: setting, behavior: behavior) },
      verbs: ScriptVerbs.verbs() + toOne + atServer + [present, show, dropOwner, behave],
      probes: [
        Probe(
          counting: "listeners", "The number of listeners that are registered now.",
          example: "expect listener.listeners == 0"
        ) { backend in backend.source.listenerCount }
      ],
      streams: values,
      traits: { backend, subject in backend.traits(of: subject) })
  }

  /// The stream of the source's values, read from the source with the options to pass to add.
  package static let values = StreamDeclaration<
    ListenerBackend, (source: any ListenerSource, options: ListenerOptions)
  >(
    "listener.values", "The values of the source.",
    Parameter.optional(label: "options", .data, "what the stream passes to add"),
    example: "S = listener.values()", options: { options in options },
    source: { backend, options in
      (backend.source, options.map(ListenerOptions.init) ?? .none)
    })

  /// A source for a run that no scenario drives.
  ///
  /// - Parameters:
  ///   - simulation: Where the run is.
  ///   - spy: What records.
  ///   - behavior: How the source behaves throughout.
  /// - Returns: What subjects are opened with, and the source behind it.
  package static func fixture(
    in simulation: Simulation, spy: Spy, behavior: ListenerBehavior = ListenerBehavior()
  ) -> (fixture: ProductFixture, source: any ListenerSource) {
    let setting = FixtureSetting(simulation: simulation, spy: spy, layer: .unit)
    let backend = ListenerBackend(in: setting, behavior: behavior)
    let fixture = ProductFixture(
      over: backend, words: ProductWords(of: product.name, verbs: [], probes: []),
      traits: { backend, subject in backend.traits(of: subject) })
    return (fixture, backend.source)
  }

  private static let number = Parameter<Int64>(
    "number", .integer, "which listener it is, in the order of all adds, from 1")

  /// What one listener of several is told, as a source of its own; nothing if it is removed.
  private static let toOne: [Verb<ListenerBackend>] = [
    Verb(
      "send-one", "Hands a value to one listener.", number,
      Parameter<Value>("value", .data, "the value"), ScriptVerbs.way,
      layers: Verb<ListenerBackend>.scripted, example: "listener.send-one(2, 1)"
    ) { backend, number, value, way in try backend.source.tell(number, .send(value, way)) },
    Verb(
      "fail-one", "Hands an error to one listener.", number,
      Parameter<String>("error", .error, "the error"), ScriptVerbs.way,
      layers: Verb<ListenerBackend>.scripted, needs: .fail,
      example: "listener.fail-one(2, unavailable)"
    ) { backend, number, error, way in try backend.source.tell(number, .fail(error, way)) },
    Verb(
      "finish-one", "Tells one listener the end, as if its source were one of several.", number,
      ScriptVerbs.way, layers: Verb<ListenerBackend>.scripted,
      needs: .finish, example: "listener.finish-one(2)"
    ) { backend, number, way in try backend.source.tell(number, .finish(way)) },
  ]

  /// What the server behind the source does.
  private static let atServer: [Verb<ListenerBackend>] = [
    Verb(
      "put", "Sets the value at the server; listeners learn of it after the latency.",
      Parameter<Value>("value", .data, "the value"), layers: [.integration],
      example: "listener.put({n: 1})"
    ) { backend, value in try backend.source.put(value) },
    Verb(
      "latency", "Chooses how long it takes from the server to the client.",
      Parameter<Duration>("time", .duration, "from the server to the client"),
      layers: [.integration], example: "listener.latency(20ms)"
    ) { backend, time in backend.source.atServer { server in server.latency = time } },
    Verb(
      "offline", "Cuts the client off from the server; listeners are not told.",
      layers: [.integration], example: "listener.offline()"
    ) { backend in backend.source.atServer { server in server.disconnect() } },
    Verb(
      "online", "Brings the client back, which learns the newest value that it has missed.",
      layers: [.integration], example: "listener.online()"
    ) { backend in backend.source.atServer { server in server.connect() } },
    Verb(
      "revoke", "Has the server end the client's listeners with an error.",
      Parameter<String>("error", .error, "the error"), layers: [.integration],
      needs: .fail, example: "listener.revoke(permission-denied)"
    ) { backend, error in
      backend.source.atServer { server in server.revoke(ScriptedError(error)) }
    },
    Verb(
      "close", "Has the server end the source for good.", layers: [.integration],
      needs: .finish, example: "listener.close()"
    ) { backend in backend.source.atServer { server in server.finish() } },
  ]

  private static let present = Verb<ListenerBackend>(
    "present", "Sets the value that is handed to each new listener, inside add.",
    Parameter<Value>("value", .data, "the present value"), layers: Verb<ListenerBackend>.scripted,
    needs: .present, example: "listener.present(1)"
  ) { backend, value in try backend.setPresentValue(value) }

  private static let show = Verb<ListenerBackend>(
    "show",
    "Shows a present value that a stream may read: listeners are told of changes alone, and each "
      + "value sent moves it. Cases with it require initial-value.read.",
    Parameter<Value>("value", .data, "the present value"), layers: Verb<ListenerBackend>.scripted,
    example: "listener.show(1)"
  ) { backend, value in try backend.showPresentValue(value) }

  private static let dropOwner = Verb<ListenerBackend>(
    "drop-owner",
    "Drops the owner: the object that the streams were read from. The next stream is read from a "
      + "new one. Cases with it require owner.some, owner.kept or owner.ends.",
    layers: Verb<ListenerBackend>.scripted, example: "listener.drop-owner()"
  ) { backend in try backend.dropOwner() }

  private static let behave = Verb<ListenerBackend>(
    "behave", "Chooses how the source treats its listeners; only before anything else happens.",
    .registrations,
    Parameter<String>(
      label: "after-end", .word("finishes", "fails", "starts-afresh"), default: "finishes",
      "what a listener finds that is added after the end"),
    Parameter<String>(
      label: "present", .word("direct", "queued"), default: "direct",
      "whether the present value comes inside add or as an event"),
    layers: Verb<ListenerBackend>.scripted, example: "listener.behave(handles: self-removing)"
  ) { backend, registrations, afterEnd, present in
    var behavior = ListenerBehavior()
    behavior.registrations = registrations
    behavior.afterEnd =
      switch afterEnd {
      case "starts-afresh": .startsAfresh
      case "fails": .fails(ScriptedError("unavailable"))
      default: .finishesAgain
      }
    behavior.presentValueDelivery = present == "queued" ? .queued() : .direct
    try backend.choose(behavior)
  }
  .needing(.fail, for: "fails")
  .needingWhatRegistrationsDo
}
