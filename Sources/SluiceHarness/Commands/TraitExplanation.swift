import SluiceConformance
import SluiceScenarios

/// What there is to know of a trait before it is declared, as text.
struct TraitExplanation {
  let trait: TraitName
  let registry: Registry
  /// The program that observes traits.
  let program: String

  /// What the trait is, its values, the rules that ask for it, what it excuses, and how to find
  /// out.
  var text: String {
    var lines = ["trait \(trait.rawValue): \(TraitExplanation.summary(of: trait))", ""]
    lines.append("In Swift: \(Traits().assignment(of: trait))  (the default)")
    lines += ["", "Its values:"] + HelpText.table(values)
    let rules = Rule.catalogue.filter { rule in rule.traits.contains(trait) }
    if !rules.isEmpty {
      lines += ["", "Rules that ask for it:"]
      lines += HelpText.table(rules.map { rule in (rule.id, rule.statement) })
    }
    let advice = TraitExplanation.advice(on: trait)
    lines += ["", "What it excuses:"] + TraitExplanation.indented(advice.excuses)
    lines += ["", "How to find out:"] + TraitExplanation.indented(advice.findingOut)
    lines += TraitExplanation.indented(
      "'\(program) traits NAME' says what a stream does beside what it declares, and in which case."
    )
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a scenario can require of it, with its meaning.
  private var values: [(String, String)] {
    let known = Traits.knownWords.filter { word in word.hasPrefix("\(trait.rawValue).") }
      .map { word in (word, registry.trait(word)?.summary ?? "") }
    switch trait {
    case .listeners: return [("listeners.N", "one iteration adds N listeners")]
    case .overflow:
      return known + [
        ("overflow.newest-N", "of the values that wait, the newest N survive"),
        ("overflow.oldest-N", "of the values that wait, the oldest N survive"),
      ]
    default: return known
    }
  }

  private static func indented(_ text: String) -> [String] {
    HelpText.wrapped(text, width: 77).map { line in "  \(line)" }
  }

  /// What the trait is about: a phrase.
  static func summary(of trait: TraitName) -> String {
    switch trait {
    case .listeners: "how many listeners one iteration adds"
    case .registration: "when they are added"
    case .removal: "how promptly they are removed"
    case .cancelOutcome: "how an iteration ends on cancellation"
    case .bufferOnCancel: "what becomes of buffered values on cancellation"
    case .iterators: "what several iterators of one sequence have in common"
    case .releasesWhileHeld: "whether all is released although the sequence is held"
    case .initialValue: "whether the source has a present value for each new listener"
    case .emptyEvent: "what a callback with neither value nor error means"
    case .ambiguousEvent: "what a callback with both a value and an error means"
    case .overflow: "what becomes of values for which there is no room"
    case .afterSourceEnd: "what iterating does once the source has ended"
    case .canFail: "whether the stream can throw"
    case .repeatsError: "whether an error that a waiting consumer got is thrown once more"
    case .sourceCanEnd: "whether the source can end by itself"
    case .source: "what kind of source the stream is over"
    }
  }

  /// What a declaration takes from the rules, and where to look before it is made.
  private static func advice(on trait: TraitName) -> (excuses: String, findingOut: String) {
    switch trait {
    case .listeners, .registration, .removal, .releasesWhileHeld: registering(trait)
    case .cancelOutcome, .bufferOnCancel, .iterators, .overflow: consuming(trait)
    case .initialValue, .emptyEvent, .ambiguousEvent, .afterSourceEnd, .canFail, .repeatsError,
      .sourceCanEnd, .source:
      calling(trait)
    }
  }

  /// Of listeners.
  private static func registering(_ trait: TraitName) -> (String, String) {
    switch trait {
    case .listeners:
      (
        "Several adds for one iteration. Declared as 1, each further add is one too many.",
        "Count the adds of one iteration: a stream of four kinds of child events may add four."
      )
    case .registration:
      (
        "'access' excuses an add before anybody iterates, 'iterator' one before the first next(). "
          + "What was added for nobody has to be removed all the same.",
        "Look where add is called: in the closure of a stream that a property or a function makes "
          + "(access), in makeAsyncIterator() (iterator), or in next() (first-next)."
      )
    case .removal:
      (
        "'settled' excuses a removal after the cancel came back, or after the consumer saw its "
          + "end, as long as virtual time has not moved on. It excuses none that takes time, or "
          + "that waits for another event.",
        "Is remove() called by the cancellation handler or onTermination itself (synchronous), or "
          + "by a task, an actor or a queue to which these hand it (settled)?"
      )
    default:
      (
        "'false' excuses a listener that stays after a break, as long as somebody holds the "
          + "sequence.",
        "Leave a loop by break and keep the sequence: is remove() called? An AsyncStream that was "
          + "made by its closure calls it with its last reference."
      )
    }
  }

  /// Of consumers.
  private static func consuming(_ trait: TraitName) -> (String, String) {
    switch trait {
    case .cancelOutcome:
      (
        "'throws-cancellation' excuses a cancelled loop that ends with an error, and no longer one "
          + "that ends with nil.",
        "Does a cancelled loop end or throw? AsyncStream and AsyncThrowingStream end."
      )
    case .bufferOnCancel:
      (
        "'drains' excuses values that come after the cancel, 'drops' those that are lost by it.",
        "Cancel a consumer that is busy while values wait: does it still get them? AsyncStream "
          + "hands them out."
      )
    case .iterators:
      (
        "Whatever is not 'independent' excuses iterators that have a registration in common. "
          + "'split' excuses values that go to another one, 'single' asks for nothing.",
        "Where is the listener added: for each iterator, or once for all that read the sequence? "
          + "Do two loops over one sequence both get every value?"
      )
    default:
      (
        "A bound excuses values that are lost while more than so many wait for a busy consumer; "
          + "which of them, it says too.",
        "Look for the buffering policy: .bufferingNewest(n) is newest-n, .bufferingOldest(n) "
          + "oldest-n, and none is unbounded."
      )
    }
  }

  /// Of the source and what its callbacks mean.
  private static func calling(_ trait: TraitName) -> (String, String) {
    switch trait {
    case .initialValue:
      (
        "'none' excuses a stream that skips what the source has when it is added; with 'present' "
          + "that comes first, once.",
        "Does the source call a new listener at once, or soon, with what is there already?"
      )
    case .emptyEvent:
      (
        "'ends' excuses an end of which the source said nothing else.",
        "Which branch of the callback takes (nil, nil)?"
      )
    case .ambiguousEvent:
      (
        "'fails' excuses the loss of the value, 'yields' the loss of the error.",
        "Which of the two does the callback look at first?"
      )
    case .afterSourceEnd:
      (
        "'fails' and 'restarts' excuse an iteration that does not end at once although its source "
          + "has ended.",
        "End the source, and iterate then: does the loop end, throw, or begin anew?"
      )
    case .canFail:
      (
        "'false' excuses from all that is said of errors: an error of the source ends the stream.",
        "Is its Failure Never? The kit takes that from the type where a type says it."
      )
    case .repeatsError:
      (
        "'true' excuses a second throw of an error that a waiting consumer got.",
        "Call next() again behind an error. The AsyncThrowingStream of Swift 6.3 throws what "
          + "finish(throwing:) gave to a waiting consumer once more."
      )
    case .sourceCanEnd:
      (
        "'false' excuses from all that is said of the source's end.",
        "Is there a callback, or a state, that says that nothing more will come?"
      )
    default:
      (
        "Nothing: it says which rules have a meaning. The end of an operation is told by its state "
          + "too; a socket is asked for each message.",
        "Is there a listener, an operation under way with a state, or a call for each message?"
      )
    }
  }
}
