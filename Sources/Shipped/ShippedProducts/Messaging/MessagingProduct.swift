public import FakeMessaging
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// Messaging: its registration tokens and the messages in the foreground, by script and by
/// emulator.
public enum MessagingProduct {
  /// The product, without implementations.
  public static let product = Product(
    "messaging", module: "FakeMessaging",
    summary: "Messaging: tokens and foreground messages, by script and by emulator.",
    belongsToApp: true,
    backend: MessagingBackend.init(in:),
    verbs: ScriptVerbs.verbs() + MessagingVerbs.all,
    probes: probes,
    streams: tokenUpdates, foregroundMessages,
    constructors: message)

  /// The tokens.
  public static let tokenUpdates = StreamDeclaration<MessagingBackend, Messaging>(
    "messaging.token-updates", suite: "messaging.tokens",
    "The app's registration tokens, as strings.", example: "S = messaging.token-updates()",
    traits: source, lacking: absent,
    source: { backend in try backend.messaging })

  /// The messages.
  public static let foregroundMessages = StreamDeclaration<MessagingBackend, Messaging>(
    "messaging.foreground-messages", suite: "messaging.messages",
    "The messages that come while the app is in the foreground.",
    example: "S = messaging.foreground-messages()",
    traits: source, lacking: absent,
    source: { backend in try backend.messaging })

  private static let absent: Set<SourceAbility> = [.fail, .finish]

  private static func source(_ traits: inout Traits) {
    traits.canFail = false
  }

  private static let probes: [Probe<MessagingBackend>] = [
    Probe(
      counting: "listeners", "The number of registrations that were added and not removed.",
      example: "expect messaging.listeners == 0"
    ) { backend in try backend.messaging.listenerCount },
    Probe(
      "delegate", "Whose the delegate is: the app's, a stream's or none.", result: .word(),
      example: "expect messaging.delegate == none"
    ) { backend in try backend.delegate },
    Probe(
      "app-heard", "What the app's own delegate was told, in order.", result: .data,
      example: "expect messaging.app-heard == [\"t1\", null, \"m1\"]"
    ) { backend in .array(backend.heard) },
  ]

  /// A message, as streams hand one on and as a script hands one over.
  static let message = Constructor(
    "message", "A message.", Parameter<Value>("id", .pattern, "the message's number"),
    Parameter.optional("data", .pattern, "what the sender put into it: texts by name"),
    example: "message(\"m1\", {kind: \"news\"})"
  ) { id, data in
    guard case .string(let id) = id else {
      throw FixtureError("the number of a message is a text, not \(id)")
    }
    guard let data else { return ScriptedMessage(id: id, data: [:]) }
    guard case .object(let members) = data else { throw FixtureError("\(data) is no object") }
    return ScriptedMessage(id: id, data: try texts(members))
  }

  /// The texts by name that a message holds.
  static func texts(_ members: [Value.Member]) throws(FixtureError) -> [String: String] {
    var texts: [String: String] = [:]
    for member in members {
      guard case .string(let text) = member.value else {
        throw FixtureError("\(member.name) is \(member.value); a message holds texts")
      }
      texts[member.name] = text
    }
    return texts
  }
}

/// A message that a scenario has a script hand over.
struct ScriptedMessage: Sendable {
  let id: String
  let data: [String: String]
}
