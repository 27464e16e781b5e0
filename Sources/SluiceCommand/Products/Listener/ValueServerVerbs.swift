import SluiceRunner
import SluiceScenarios
import SluiceSpies

/// What a scenario can make the server behind the listener do.
enum ValueServerVerbs {
  static let all: [VerbSignature] = [
    verb(
      "put", [ParameterSignature("value", .data, summary: "the value")],
      "Sets the value at the server; listeners learn of it after the latency.",
      "listener.put({n: 1})"),
    verb(
      "latency", [ParameterSignature("time", .duration, summary: "from the server to the client")],
      "Chooses how long it takes from the server to the client.", "listener.latency(20ms)"),
    verb(
      "offline", [], "Cuts the client off from the server; listeners are not told.",
      "listener.offline()"),
    verb(
      "online", [], "Brings the client back, which learns the newest value that it has missed.",
      "listener.online()"),
    verb(
      "revoke", [ParameterSignature("error", .error, summary: "the error")],
      "Has the server end the client's listeners with an error.",
      "listener.revoke(permission-denied)"),
    verb("close", [], "Has the server end the source for good.", "listener.close()"),
  ]

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    VerbSignature(
      "listener.\(name)", product: "listener", layers: [.integration], parameters: parameters,
      summary: summary, example: example)
  }
}

/// A verb of the server behind the listener, with its argument.
enum ValueServerCall {
  case put(Value)
  case latency(Duration)
  case offline
  case online
  case revoke(String)
  case close

  /// The call that an invocation is; nil if it is another.
  init?(_ invocation: Invocation) {
    switch invocation.name {
    case "listener.put": self = .put(invocation["value"] ?? .null)
    case "listener.latency":
      self = .latency(.nanoseconds(invocation["time"]?.nanoseconds ?? 0))
    case "listener.offline": self = .offline
    case "listener.online": self = .online
    case "listener.revoke": self = .revoke(invocation["error"]?.word ?? "unknown")
    case "listener.close": self = .close
    default: return nil
    }
  }
}
