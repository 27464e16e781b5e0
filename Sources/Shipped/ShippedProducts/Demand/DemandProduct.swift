import DemandStreams
import FakeListener
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// Publishers with demand, and the bridges between them and sequences: a publisher of a sequence,
/// which subscribers ask, and the values of a publisher, which are a stream like any other.
///
/// Rules of the group `demand` judge what passes between a publisher and its subscribers.
public enum DemandProduct {
  /// What publishers of a sequence are implementations of, in the place of a stream.
  package static let publisher = "demand.publisher"

  /// The product, without bridges.
  public static let product = Product(
    "demand", module: "DemandStreams",
    summary: "Publishers with demand, as publishers of a sequence and as sequences.",
    driving: publisher, backend: DemandBackend.init(in:), verbs: bySource + bySubscribers,
    probes: probes, streams: values)

  /// The values of the kit's publisher: each iterator has a subscription of its own.
  public static let values = StreamDeclaration<DemandBackend, FakePublisher>(
    "demand.values", "The values of a publisher.", example: "S = demand.values()",
    traits: { traits in traits.source = .publisher },
    source: { backend in backend.publisher })

  private static let way = Parameter<FakePublisher.Way>(
    label: "way", .choice, default: .asked,
    "how a publisher tells it: as asked, from its queue, unasked, or late")

  private static let delay = Parameter<Duration>(
    label: "after", .duration, default: .zero,
    "how much later; time passes also where a subscriber takes its time")

  /// What the sequence gives and the publisher publishes.
  private static let bySource: [Verb<DemandBackend>] = [
    Verb(
      "send", "Says a number: the sequence gives it, the publisher hands it over.",
      Parameter<Int64>("number", .integer, "the number"), way, example: "demand.send(1)"
    ) { backend, number, way in backend.send(CollectionOfOne(Int(number)), way) },
    Verb(
      "send-many", "Says so many numbers, 1 and so on.",
      Parameter<Int64>("count", .integer, "how many"),
      Parameter<Int64>(label: "from", .integer, default: 1, "the first of them"), way,
      example: "demand.send-many(10000)"
    ) { backend, count, first, way in
      guard (0...1_000_000).contains(count), (0...1_000_000).contains(first) else {
        throw FixtureError("some numbers are 0 to 1000000")
      }
      backend.send(Int(first)..<Int(first + count), way)
    },
    Verb("end", "Ends sequence and publisher.", way, delay, example: "demand.end()") {
      backend, way, delay in backend.end(nil, way, after: delay)
    },
    Verb(
      "fail", "Ends sequence and publisher with an error.",
      Parameter<String>("error", .error, "the error"), way, delay,
      example: "demand.fail(unavailable)"
    ) { backend, error, way, delay in backend.end(ScriptedError(error), way, after: delay) },
    Verb(
      "offer-again", "Has the publisher hand a second subscription to each subscriber.",
      example: "demand.offer-again()"
    ) { backend in backend.publisher.subscribeAgain() },
    Verb(
      "on-cancel", "Says what the sequence does when a task that waits for it is cancelled.",
      Parameter<DemandScript.OnCancel>(
        "answer", .choice, "it ends, throws CancellationError, or goes on waiting"),
      example: "demand.on-cancel(throws)"
    ) { backend, answer in backend.script.choose(answer) },
  ]

  private static let number = Parameter<Int64>(
    label: "by", .integer, default: 1, "which subscriber, in the order of the lines, from 1")

  private static let behavior = Parameter<SubscriberDrive.Behavior>.combining(
    demand(label: "asks", "what it requests when it gets its subscription"),
    demand(label: "replies", "what it returns from each value"),
    demand(label: "requests", "what it requests inside each value"),
    Parameter<Int64?>.optional(
      label: "cancels-at", .integer, "inside which value it cancels; 0 for its subscription"),
    Parameter<Duration>(label: "takes", .duration, default: .zero, "how long each value takes it"),
    Parameter<Bool>(
      label: "asks-at-end", .bool, default: false, "whether it requests and cancels at the end")
  ) { asks, replies, requests, cancelsAt, pause, asksAtTheEnd in
    SubscriberDrive.Behavior(
      asks: asks, replies: replies, requestsInside: requests,
      cancelsAt: cancelsAt.flatMap { number in Int(exactly: number) }, pause: pause,
      asksAtTheEnd: asksAtTheEnd)
  }

  private static func demand(label: String, _ summary: String) -> Parameter<Subscribers.Demand> {
    .combining(Parameter<DemandWord?>.optional(label: label, .demand, summary)) { word in
      try word?.demand() ?? .none
    }
  }

  /// What subscribers of the publisher of the sequence do.
  private static let bySubscribers: [Verb<DemandBackend>] = [
    Verb(
      "subscribe", "Subscribes to the publisher of the sequence.", behavior,
      example: "demand.subscribe(asks: 2, replies: 1)"
    ) { backend, behavior in try backend.subscribe(behavior) },
    Verb(
      "request", "Has a subscriber ask for more.",
      Parameter<Subscribers.Demand>.combining(
        Parameter<DemandWord>("demand", .demand, "how many more, or unlimited")
      ) { word in try word.demand() }, number, delay, example: "demand.request(2)"
    ) { backend, demand, number, delay in
      try backend.request(demand, by: number, after: delay)
    },
    Verb("cancel", "Has a subscriber cancel.", number, delay, example: "demand.cancel()") {
      backend, number, delay in try backend.cancel(number, after: delay)
    },
  ]

  private static let probes: [Probe<DemandBackend>] = [
    Probe(
      "received", "What a subscriber got, in order.", number, result: .pattern,
      example: "expect demand.received == [1, 2]"
    ) { backend, number in
      .array(try backend.drive(number).received.map { number in .integer(Int64(number)) })
    },
    Probe(
      "count", "How many values a subscriber got.", number, result: .integer,
      example: "expect demand.count == 10000"
    ) { backend, number in .integer(Int64(try backend.drive(number).received.count)) },
    Probe(
      "ends", "What ends a subscriber was told of, in order.", number, result: .pattern,
      example: "expect demand.ends == [finished]"
    ) { backend, number in .array(try backend.drive(number).ends) },
    Probe(
      counting: "iterators", "How many iterators of the sequence there are.",
      example: "expect demand.iterators == 0"
    ) { backend in backend.script.iterators.living },
    Probe(
      counting: "subscriptions", "How many subscriptions the publisher of the values has.",
      example: "expect demand.subscriptions == 0"
    ) { backend in backend.publisher.subscriberCount },
  ]
}

/// A demand as a scenario writes it.
private enum DemandWord: Sendable {
  case number(Int64)
  case unlimited

  /// What it stands for.
  func demand() throws(FixtureError) -> Subscribers.Demand {
    switch self {
    case .unlimited: return .unlimited
    case .number(let number):
      guard let count = Int(exactly: number), count >= 0 else {
        throw FixtureError("a demand is a number from 0 on, or unlimited: \(number)")
      }
      return .max(count)
    }
  }
}

extension ArgumentKind<DemandWord> {
  /// A number of values, or `unlimited`.
  fileprivate static var demand: ArgumentKind {
    .oneOf(ArgumentKind<Int64>.integer, ArgumentKind<String>.word("unlimited")) { number, _ in
      number.map { number in .number(number) } ?? .unlimited
    }
  }
}
