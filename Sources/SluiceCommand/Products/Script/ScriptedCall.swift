import FakeListener
import SluiceRunner
import SluiceSpies

/// A script verb with its arguments, read once for every product.
enum ScriptedCall {
  /// A value.
  case send(Value, CallbackDelivery)
  /// So many whole numbers from the first.
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
  case refuse(String, addsBefore: Int)

  /// The script verb of an invocation; nil if it is none.
  init?(_ invocation: Invocation) {
    let value = invocation["value"] ?? .null
    let error = invocation["error"]?.word ?? "unknown"
    let delivery = CallbackDelivery(invocation)
    switch invocation.name {
    case "listener.send": self = .send(value, delivery)
    case "listener.send-many":
      self = .sendMany(
        count: invocation["count"]?.wholeNumber ?? 0, from: invocation["from"]?.wholeNumber ?? 1)
    case "listener.fail": self = .fail(error, delivery)
    case "listener.finish": self = .finish(delivery)
    case "listener.send-nothing": self = .sendNothing(delivery)
    case "listener.send-both": self = .sendBoth(value, error, delivery)
    case "listener.refuse":
      self = .refuse(error, addsBefore: Int(invocation["after-adds"]?.wholeNumber ?? 0))
    default: return nil
    }
  }
}

extension CallbackDelivery {
  fileprivate init(_ invocation: Invocation) {
    let delay = Duration.nanoseconds(invocation["after"]?.nanoseconds ?? 0)
    switch invocation["way"]?.word {
    case "queued": self = .queued(after: delay)
    case "late": self = .late(after: delay)
    default: self = .direct
    }
  }
}

extension Value {
  /// The whole number that this is, if it is one.
  var wholeNumber: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The nanoseconds of the duration that this is, if it is one.
  var nanoseconds: Int64? {
    if case .duration(let nanoseconds) = self { nanoseconds } else { nil }
  }

  /// The truth value that this is, if it is one.
  var truth: Bool? {
    if case .bool(let truth) = self { truth } else { nil }
  }

  /// The bare word that this is, if it is one.
  var word: String? {
    if case .symbol(let word) = self { word } else { nil }
  }

  /// The letters of the path or string that this is, if it is one.
  var letters: String? {
    switch self {
    case .path(let letters), .string(let letters): letters
    default: nil
    }
  }
}
