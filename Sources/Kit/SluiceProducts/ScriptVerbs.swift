package import FakeListener
import SluiceScenarios
public import SluiceSpies

/// A backend that a script can speak through: what `listener.send` and its like mean for it.
public protocol ScriptedBackend: AnyObject, Sendable {
  /// Has the listeners told what a script verb says.
  ///
  /// - Throws: `FixtureError` for what the source can't do, or where the run has no script.
  func play(_ call: ScriptedCall) throws
}

/// What a script verb says.
public enum ScriptedCall: Sendable {
  /// A value.
  case send(Value, CallbackDelivery)
  /// So many whole numbers from the first; the count is never negative.
  case sendMany(count: Int64, from: Int64)
  /// An error, by its name.
  case fail(String, CallbackDelivery)
  /// The source's end.
  case finish(CallbackDelivery)
  /// Neither value nor error.
  case sendNothing(CallbackDelivery)
  /// Both a value and an error.
  case sendBoth(Value, String, CallbackDelivery)
  /// An error that an add throws, and how many adds succeed before it.
  case refuse(String, addsBefore: Int64)

  /// Plays the call on the listeners of a fake, each of which is told.
  ///
  /// - Parameters:
  ///   - listeners: The listeners.
  ///   - news: Makes what a callback tells from what the scenario says: values as they are written,
  ///     errors as `ScriptedError`. It throws where the source has no such callback.
  /// - Throws: `FixtureError` for what no product's source can do, and what the closure throws.
  package func play<News>(
    on listeners: ListenerRegistry<News>, news: (ListenerEvent<Value>) throws -> News
  ) throws {
    switch self {
    case .send(let value, let delivery): listeners.deliver(try news(.value(value)), delivery)
    case .sendMany(let count, let first):
      for number in 0..<count {
        listeners.deliver(try news(.value(.integer(first + number))), .direct)
      }
    case .fail(let error, let delivery):
      listeners.deliver(try news(.failure(ScriptedError(error))), delivery)
    case .sendNothing(let delivery): listeners.deliver(try news(.nothing), delivery)
    case .sendBoth(let value, let error, let delivery):
      listeners.deliver(try news(.both(value, ScriptedError(error))), delivery)
    case .finish(let delivery): listeners.deliver(try news(.finish), delivery)
    case .refuse: throw FixtureError("this source never refuses a listener")
    }
  }
}

/// The words by which a scenario speaks to a listener directly, in every product's unit and
/// cancellation layers.
public enum ScriptVerbs {
  /// The product that they are called after.
  package static let product = "listener"

  private static let value = Parameter<Value>("value", .data, "the value")
  private static let error = Parameter<String>("error", .error, "the error")
  private static let numbers = Parameter<(count: Int64, first: Int64)>.combining(
    Parameter<Int64>("count", .integer, "how many"),
    Parameter<Int64>(label: "from", .integer, default: 1, "the first of the whole numbers")
  ) { count, first in
    guard count >= 0 else { throw FixtureError("a number of values is not negative") }
    guard !first.addingReportingOverflow(count).overflow else {
      throw FixtureError("\(count) whole numbers from \(first) are more than there are")
    }
    return (count, first)
  }

  /// How a callback comes, a parameter of every verb that calls back.
  static let way = Parameter<CallbackDelivery>.combining(
    Parameter<String>(
      label: "way", .word("direct", "queued", "late"), default: "direct",
      "at once, as an event of the callback queue that removing mutes, or as one that it does not"),
    Parameter<Duration>(
      label: "after", .duration, default: .zero, "how long a queued or late callback is on its way"
    )
  ) { way, delay in
    switch way {
    case "queued": .queued(after: delay)
    case "late": .late(after: delay)
    default: .direct
    }
  }

  /// The verbs, for a backend.
  public static func verbs<Backend: ScriptedBackend>() -> [Verb<Backend>] {
    [
      verb(
        "send", "Hands a value to every listener.",
        Parameter<Value>("value", .data, "what is handed over"), way, example: "listener.send(1)"
      ) { value, way in .send(value, way) },
      verb(
        "send-many", "Hands so many values to every listener, one after another.",
        numbers, example: "listener.send-many(10000)"
      ) { numbers in .sendMany(count: numbers.count, from: numbers.first) },
      verb(
        "fail", "Hands an error to every listener.", error, way,
        needs: .fail, example: "listener.fail(permission-denied)"
      ) { error, way in .fail(error, way) },
      verb(
        "finish", "Ends the source for every listener.", way, needs: .finish,
        example: "listener.finish()"
      ) { way in .finish(way) },
      verb(
        "send-nothing", "Calls every listener with neither value nor error.", way,
        needs: .sendNothing, example: "listener.send-nothing()"
      ) { way in .sendNothing(way) },
      verb(
        "send-both", "Calls every listener with both a value and an error.", value, error, way,
        needs: .sendBoth, example: "listener.send-both(1, unavailable)"
      ) { value, error, way in .sendBoth(value, error, way) },
      verb(
        "refuse", "Makes an add throw, the next one unless said otherwise.",
        Parameter<String>("error", .error, "what add throws"),
        Parameter<Int64>(
          label: "after-adds", .integer, default: 0, "how many adds succeed before it"),
        needs: .refuse, example: "listener.refuse(unavailable)"
      ) { error, addsBefore in .refuse(error, addsBefore: addsBefore) },
    ]
  }

  private static func verb<Backend: ScriptedBackend, each Argument>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Argument>,
    needs: SourceAbility? = nil, example: String,
    call: @escaping @Sendable (repeat each Argument) -> ScriptedCall
  ) -> Verb<Backend> {
    .shared(
      "\(product).\(name)", summary, repeat each parameters, layers: Verb<Backend>.scripted,
      needs: needs, example: example
    ) { (backend: Backend, arguments: repeat each Argument) in
      try backend.play(call(repeat each arguments))
    }
  }
}
