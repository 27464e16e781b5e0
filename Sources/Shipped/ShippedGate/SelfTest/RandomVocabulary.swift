/// What random scenarios of one product are made of.
package struct RandomVocabulary: Sendable, CustomStringConvertible {
  /// The product whose words they have.
  package let product: String
  /// The layer in which they stand.
  package let layer: String
  /// The lines before every timeline.
  var given: [String] = []
  /// The streams that consumers read; none where the lines are about subscribers of a publisher.
  let sources: [String]
  /// What may happen to the backend; `%` stands for a number that is different each time, and `#`
  /// for that of a subscriber.
  let actions: [String]

  /// Whether the lines are about subscribers of a publisher, and not about consumers of a stream.
  package var hasSubscribers: Bool { sources.isEmpty }

  /// The first line before every timeline, or the last thing that may happen.
  package var description: String { given.first ?? actions.last ?? product }

  /// The words of every product.
  package static let all = [
    listener, present, auth, database, firestore, device, messaging, remoteConfig, storage,
    webSocket, demandOfSubscribers, valuesOfPublisher, valuesOfRudePublisher,
  ]

  /// What the random cases of a self-test are made of for the streams of one product; nothing where
  /// it makes none.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - readsPresentValue: Whether the stream reads the present value, which no source hands it.
  /// - Returns: The words, in turn.
  static func selfTested(
    _ product: String, readsPresentValue: Bool = false
  ) -> [RandomVocabulary] {
    switch product {
    case "listener": [listener, readsPresentValue ? shown : present]
    case "demand": [demandOfSubscribers, valuesOfPublisher, valuesOfRudePublisher]
    default: []
    }
  }

  /// The scripted listener, which fires when it is told to.
  package static let listener = RandomVocabulary(
    product: "listener", layer: "unit", sources: ["listener.values()"],
    actions: [
      "listener.send(%)", "listener.send(%)", "listener.send(1)",
      "listener.send(%, way: queued)", "listener.send(%, way: late, after: 1ms)",
      "listener.fail(unavailable)", "listener.fail(unavailable, way: late)",
      "listener.finish()", "listener.finish(way: queued, after: 2ms)",
      "listener.send-nothing()", "listener.send-both(%, unavailable)",
    ])

  /// The scripted listener with a value that is there already.
  package static let present = RandomVocabulary(
    product: "listener", layer: "unit",
    given: ["listener.behave(present: queued)", "listener.present(0)"],
    sources: ["listener.values()"],
    actions: [
      "listener.present(%)", "listener.present(%)", "listener.send(%)",
      "listener.send(%, way: late)", "listener.fail(unavailable)", "listener.finish()",
    ])

  /// The scripted listener with a value that a stream may read, and that each change moves.
  package static let shown = RandomVocabulary(
    product: "listener", layer: "unit", given: ["listener.show(0)"],
    sources: ["listener.values()"],
    actions: [
      "listener.send(%)", "listener.send(%)", "listener.send(1)",
      "listener.send(%, way: queued)", "listener.send(%, way: late, after: 1ms)",
      "listener.show(%)", "listener.fail(unavailable)", "listener.finish()",
    ])

  private static let auth = RandomVocabulary(
    product: "auth", layer: "integration",
    given: [
      #"auth.account("ada", "ada@example.test", "secret")"#,
      #"auth.account("bob", "bob@example.test", "secret")"#,
    ],
    sources: ["auth.state-changes()", "auth.id-token-changes()"],
    actions: [
      #"auth.sign-in("ada@example.test", "secret")"#,
      #"auth.sign-in("bob@example.test", "secret")"#, "auth.sign-in-anonymously()",
      "auth.sign-out()", #"auth.create-user("cy@example.test", "secret")"#,
      #"auth.disable("ada")"#, #"auth.revoke("ada")"#, "auth.offline()", "auth.online()",
      "auth.latency(sign-in: 2ms)",
    ])

  private static let device = RandomVocabulary(
    product: "device", layer: "integration",
    sources: ["device.connectivity()", "device.lifecycle()", "device.keyboard()"],
    actions: [
      "device.app(background)", "device.app(inactive)", "device.app(active)",
      "device.network(unsatisfied)", "device.network(satisfied, cellular)",
      "device.show-keyboard(320.0)", "device.show-keyboard(260.0)", "device.hide-keyboard()",
      "device.latency(1ms)",
    ])

  private static let messaging = RandomVocabulary(
    product: "messaging", layer: "integration",
    sources: ["messaging.token-updates()", "messaging.foreground-messages()"],
    actions: [
      #"messaging.token("t%")"#, "messaging.delete-token()", #"messaging.send("m%")"#,
      "messaging.background()", "messaging.foreground()", "messaging.offline()",
      "messaging.online()", "messaging.latency(token: 1ms, message: 2ms)",
    ])

  /// A publisher of a sequence, with subscribers that ask when they like.
  ///
  /// The sequence never ignores that whoever waits for it is cancelled: a task that waits for ever
  /// is its fault then, and nobody could end it.
  private static let demandOfSubscribers = RandomVocabulary(
    product: "demand", layer: "unit", sources: [],
    actions: [
      "demand.send(%)", "demand.send(%)", "demand.send-many(3, from: %)", "demand.end()",
      "demand.end(after: 1ms)", "demand.fail(unavailable)", "demand.on-cancel(throws)",
      "demand.request(1, by: #)", "demand.request(1, by: #)",
      "demand.request(2, by: #)", "demand.request(unlimited, by: #)", "demand.request(0, by: #)",
      "demand.request(1, by: #, after: 1ms)",
    ])

  private static let values = [
    "demand.send(%)", "demand.send(%)", "demand.send(%, way: queued)",
    "demand.send-many(3, from: %)", "demand.fail(unavailable)",
    "demand.fail(unavailable, way: queued)", "demand.end()", "demand.end(way: queued)",
    "demand.end(after: 1ms)",
  ]

  /// The values of a publisher that keeps to what it is asked for.
  private static let valuesOfPublisher = RandomVocabulary(
    product: "demand", layer: "unit", sources: ["demand.values()"], actions: values)

  /// The values of a publisher that does not: a sequence of them has to stand that, too.
  private static let valuesOfRudePublisher = RandomVocabulary(
    product: "demand", layer: "unit", sources: ["demand.values()"],
    actions: values + [
      "demand.send(%, way: unasked)", "demand.send(%, way: late)", "demand.end(way: late)",
      "demand.fail(unavailable, way: late)", "demand.offer-again()",
    ])

  private static let webSocket = RandomVocabulary(
    product: "websocket", layer: "integration", sources: ["websocket.messages()"],
    actions: [
      #"websocket.peer-send("a%")"#, #"websocket.peer-send("b%")"#,
      #"websocket.client-send("q")"#, "websocket.close()", "websocket.peer-close(going-away)",
      "websocket.peer-drop()", "websocket.peer-ping()", "websocket.client-ping()",
      "websocket.peer-send-many(3)", "websocket.latency(message: 1ms)",
    ])
}
