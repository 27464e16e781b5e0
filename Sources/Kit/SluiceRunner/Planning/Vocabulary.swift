import SluiceConformance
package import SluiceProducts
package import SluiceScenarios

/// The words of the scenario language: the products' own, the rules, the traits, the errors.
package enum Vocabulary {
  /// The registry of some products.
  package static func registry(of products: [Product]) -> Registry {
    var registry = Registry()
    for product in products { product.register(in: &registry) }
    for rule in products.ruleBook.rules {
      registry.add(rule: WordSignature(rule.id, summary: rule.statement))
    }
    for word in Traits.knownWords {
      registry.add(trait: WordSignature(word, summary: TraitMeaning(word: word).text))
    }
    for (name, summary) in errors { registry.add(error: WordSignature(name, summary: summary)) }
    return registry
  }

  /// The status codes of gRPC by name, which every product's errors are named by, and what a
  /// cancelled task throws.
  private static let errors: [(String, String)] = [
    ("cancelled", "the operation was cancelled"),
    ("unknown", "an error of no known kind"),
    ("invalid-argument", "an argument that is never right"),
    ("deadline-exceeded", "the time ran out"),
    ("not-found", "what was asked for does not exist"),
    ("already-exists", "what was to be made exists"),
    ("permission-denied", "the caller may not do this"),
    ("resource-exhausted", "a quota is used up"),
    ("failed-precondition", "the state does not allow this"),
    ("aborted", "a conflict with another operation"),
    ("out-of-range", "beyond the end of what there is"),
    ("unimplemented", "the backend can't do this"),
    ("internal", "a broken invariant of the backend"),
    ("unavailable", "the backend can't be reached now"),
    ("data-loss", "data was lost beyond recovery"),
    ("unauthenticated", "the caller is not known"),
  ]
}

/// What a word about a trait says of a stream, for whoever writes `requires`.
struct TraitMeaning {
  /// A trait's bare name, or `trait.value`.
  let word: String

  /// The meaning in one sentence; empty for a word that is none.
  var text: String {
    let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
    guard let name = parts.first.flatMap(TraitName.init(rawValue:)) else { return "" }
    let value = parts.count > 1 ? parts[1] : "true"
    guard let meaning = TraitMeaning.values(of: name)[value] else { return "" }
    return meaning
  }

  private static func values(of name: TraitName) -> KeyValuePairs<String, String> {
    switch name {
    case .listeners: listeners
    case .joining: joinings
    case .registration:
      [
        "access": "the stream adds its listener when it is read from its owner",
        "iterator": "the stream adds its listener when an iterator is made",
        "first-next": "the stream adds its listener when next() is called for the first time",
      ]
    case .removal:
      [
        "synchronous": "a cancelled stream has removed its listener before the cancel comes back",
        "settled": "a stream that is over has removed its listener before virtual time moves on",
        "with-iterator": "a listener is removed with the iterator that it belongs to",
      ]
    case .cancelOutcome:
      [
        "ends": "a cancelled iteration ends with nil",
        "throws-cancellation":
          "a cancelled iteration ends with a CancellationError, or an error that stands for it",
      ]
    case .bufferOnCancel:
      [
        "drops": "values that are buffered at a cancel are dropped",
        "drains": "values that are buffered at a cancel are still handed out",
        "flushes": "values that are buffered or kept back at a cancel are still handed out",
        "drains-after-end":
          "values that are buffered at a cancel are handed out if the source has ended",
      ]
    case .iterators: iterators
    case .lateIterator: lateIterators
    case .releasesWhileHeld:
      flag(
        "an iteration's listener is released with it, although the sequence is still held",
        "the listener may stay for as long as the sequence is held")
    case .initialValue:
      [
        "none": "the source calls back with changes only",
        "present": "the source hands its present value to each new listener",
        "read": "the stream reads the present value, and the source calls back with changes only",
      ]
    case .emptyEvent:
      [
        "ignored": "a callback with neither value nor error means nothing",
        "ends": "a callback with neither value nor error is the end",
      ]
    case .ambiguousEvent:
      [
        "fails": "a callback with both a value and an error is the error",
        "yields": "a callback with both a value and an error is the value",
      ]
    case .latency: ["none": "a value reaches a consumer that waits before time moves on"]
    case .merging: mergings
    case .overflow: ["unbounded": "there is always room for another value"]
    case .afterSourceEnd:
      [
        "ends": "iterating once the source has ended ends at once",
        "fails": "iterating once the source has ended fails at once",
        "restarts": "iterating once the source has ended starts afresh",
      ]
    case .owner: owners
    case .canFail: flag("the stream can throw", "the stream never throws")
    case .repeatsError:
      flag(
        "an error that a waiting consumer got is thrown once more",
        "an error is thrown once")
    case .source: sources
    }
  }

  private static var listeners: KeyValuePairs<String, String> {
    [
      "1": "one iteration adds one listener", "2": "one iteration adds two listeners",
      "3": "one iteration adds three listeners", "4": "one iteration adds four listeners",
      "several": "one iteration adds more than one listener; for requires alone",
    ]
  }

  private static var owners: KeyValuePairs<String, String> {
    [
      "none": "the stream is read from its source, and has no owner",
      "some": "the stream is read from an owner; for requires alone",
      "kept": "the stream goes on once the app has dropped its owner",
      "ends": "the stream ends once the app has dropped its owner",
    ]
  }

  private static var iterators: KeyValuePairs<String, String> {
    [
      "independent": "each iterator has a subscription and all values of its own",
      "broadcast": "iterators share one subscription, and each value goes to all of them",
      "split": "iterators share one subscription, and each value goes to one of them",
      "single": "there may be one iterator only",
    ]
  }

  private static var lateIterators: KeyValuePairs<String, String> {
    [
      "from-now": "an iterator that joins others gets nothing that came before it",
      "latest": "an iterator that joins others gets the latest value first",
    ]
  }

  private static var joinings: KeyValuePairs<String, String> {
    [
      "first-end": "the end of any of its listeners is the stream's",
      "all-end": "the stream ends with the last of its listeners",
    ]
  }

  private static var mergings: KeyValuePairs<String, String> {
    [
      "none": "each value is handed on, however many come at once",
      "latest": "a value that comes while another is kept back stands for both",
      "quiet": "the last of several values that follow one another stands for all",
      "leading": "the first of several values stands for all, and is handed on at once",
      "combining": "nothing is handed on until each listener was called back with a value",
      "last":
        "a value that comes alone or last is handed on (none, latest, quiet); for requires alone",
    ]
  }

  private static var sources: KeyValuePairs<String, String> {
    [
      "listener": "the source calls its listeners whenever there is something",
      "operation": "the source is an operation, whose state tells that it is over",
      "socket": "the source is a socket, which hands out a message for each receive",
      "publisher": "the source is a publisher, which hands over as many values as it was asked for",
    ]
  }

  private static func flag(_ yes: String, _ no: String) -> KeyValuePairs<String, String> {
    ["true": yes, "false": no]
  }
}

extension KeyValuePairs<String, String> {
  fileprivate subscript(key: String) -> String? {
    first { pair in pair.key == key }?.value
  }
}
