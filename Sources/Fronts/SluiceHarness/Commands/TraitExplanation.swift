import SluiceConformance
import SluiceScenarios

/// What there is to know of a trait before it is declared, as text.
struct TraitExplanation {
  let trait: TraitName
  let registry: Registry
  /// The rules of the program.
  let rules: [Rule]
  /// The program that observes traits.
  let program: String
  /// The columns that there are; nil for the usual ones.
  let columns: Int?

  /// What the trait is, its values, the rules that ask for it, what it excuses, and how to find
  /// out.
  var text: String {
    var lines = ["trait \(trait.rawValue): \(TraitExplanation.summary(of: trait))", ""]
    lines.append("In Swift: \(Traits().assignment(of: trait))  (the default)")
    lines += ["", "Its values:"] + HelpText.table(values, columns: columns)
    let rules = rules.filter { rule in rule.traits.contains(trait) }
    if !rules.isEmpty {
      lines += ["", "Rules that ask for it:"]
      lines += HelpText.table(
        rules.map { rule in (rule.id, rule.statement) }, columns: columns)
    }
    lines += ["", "What it excuses:"] + TraitExplanation.indented(excuses)
    lines += ["", "How to find out:"] + TraitExplanation.indented(findingOut)
    lines += TraitExplanation.indented(
      "'\(program) traits NAME' says what a stream does beside what it declares, and in which case."
    )
    return lines.joined(separator: "\n") + "\n"
  }

  /// What can be declared of it, with its meaning; one with a number no scenario can require.
  private var values: [(String, String)] {
    let known = Traits.knownWords.filter { word in word.hasPrefix("\(trait.rawValue).") }
      .map { word in (word, registry.trait(word)?.summary ?? "") }
    switch trait {
    case .listeners:
      return known + [("listeners.N", "one iteration adds N listeners; no case can require it")]
    case .latency:
      return known + [
        ("latency.Nms", "a value may come so many milliseconds later; also s, us, ns")
      ]
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
    case .joining: "what the end of one of several listeners means"
    case .registration: "when a stream adds its listeners"
    case .removal: "how promptly a stream removes its listeners"
    case .cancelOutcome: "how an iteration ends on cancellation"
    case .bufferOnCancel: "what becomes of buffered values on cancellation"
    case .iterators: "what several iterators of one sequence have in common"
    case .lateIterator: "what an iterator gets first that joins others of a broadcast"
    case .releasesWhileHeld: "whether all is released although the sequence is held"
    case .initialValue: "where a new consumer gets the source's present value from"
    case .emptyEvent: "what a callback with neither value nor error means"
    case .ambiguousEvent: "what a callback with both a value and an error means"
    case .latency: "how much later than its callback a value may reach a waiting consumer"
    case .merging: "what becomes of values that come while an earlier one is kept back"
    case .overflow: "what becomes of values for which there is no room"
    case .afterSourceEnd: "what iterating does once the source has ended"
    case .owner: "what the stream does once the app has dropped its owner"
    case .canFail: "whether the stream can throw"
    case .repeatsError: "whether an error that a waiting consumer got is thrown once more"
    case .source: "what kind of source the stream is over"
    }
  }

  /// What a declaration takes from the rules.
  private var excuses: String {
    switch trait {
    case .listeners: "Several adds for one iteration: every one above the number is too many."
    case .joining:
      "'all-end' excuses a stream that goes on although one of its listeners was told the end, "
        + "that keeps this one registered, or removes it alone, and that mixes what different "
        + "listeners were told. It owes what the others are told, and its end with the last of "
        + "them. An error of one ends it in any case."
    case .registration:
      "'access' excuses an add before anybody iterates, 'iterator' one before the first next(). "
        + "What was added for nobody has to be removed all the same, and whatever is declared, add "
        + "has been called when that call comes back, or by quiescence under 'removal: settled'."
    case .removal:
      "'settled' excuses a removal after the cancel came back, or after the consumer saw its end, "
        + "as long as virtual time has not moved on; so, too, what the stream was about to do when "
        + "the iteration ended: an add, or a value of that very instant, handed on or lost; and an "
        + "add some steps after the declared point. It excuses no removal that takes time, or that "
        + "waits for another event. 'with-iterator' excuses, besides, a removal that waits until "
        + "the loop has dropped its iterator, as it does at its end."
    case .cancelOutcome:
      "'throws-cancellation' excuses a cancelled loop that ends with an error, and 'ends' one that "
        + "ends with nil; neither excuses what the other does."
    case .bufferOnCancel:
      "'drains' excuses values that come after the cancel, 'drops' those that are lost by it. "
        + "'flushes' excuses, besides, that the cancel hands out what a latency keeps back, and "
        + "owes it. 'drains-after-end' excuses values after the cancel once the source has ended."
    case .iterators:
      "Whatever is not 'independent' excuses iterators that have a registration in common. "
        + "'broadcast' still owes each of them every value, and the listener to the last that "
        + "leaves; 'split' excuses values that go to another one, 'single' asks for nothing."
    case .lateIterator:
      "'latest' excuses a value from before an iterator joined the others, and owes it: the last. "
        + "'from-now' excuses that it gets none."
    case .releasesWhileHeld:
      "'false' excuses a listener that stays after a break, as long as somebody holds the sequence."
    case .initialValue:
      "'none' excuses a stream that skips what the source has when the listener is added; with "
        + "'present' that comes first, once. 'read' excuses a value that no callback brought, and "
        + "one that comes twice, by the reading and by a callback; a consumer that waits has been "
        + "handed the present value last, and no older value after a newer one."
    case .emptyEvent: "'ends' excuses an end of which the source said nothing else."
    case .ambiguousEvent: "'fails' excuses the loss of the value, 'yields' that of the error."
    case .latency:
      "A value that comes later than its callback, by so much at most, and an end or an error that "
        + "waits for it; what is kept back when the consumer is cancelled, or when the source "
        + "fails, may be dropped. It excuses no later removal, and no timer or task that outlives "
        + "its consumer."
    case .merging:
      "'latest' excuses a value for which one stands that was called back later and came by the "
        + "deadline of both; 'quiet' also that the time begins anew with each. Neither excuses the "
        + "loss of the last. 'leading' excuses a value that comes within the latency of one that "
        + "was handed on, and one that came while its consumer was busy. These ask for a latency. "
        + "'combining' excuses the values from before each listener was called back with one."
    case .overflow:
      "A bound excuses values that are lost while more than so many wait for a busy consumer; "
        + "which of them, it says too."
    case .afterSourceEnd:
      "'fails' and 'restarts' excuse an iteration that does not end at once although its source "
        + "has ended."
    case .owner:
      "'ends' excuses an end that comes when the app drops the object that the stream was read "
        + "from, and obliges the stream to end and to remove then. 'kept' obliges it to go on."
    case .canFail:
      "'false' excuses from all that is said of errors: an error of the source ends the stream."
    case .repeatsError: "'true' excuses a second throw of an error that a waiting consumer got."
    case .source:
      "Nothing: it says which rules have a meaning. The end of an operation is told by its state, "
        + "too; a socket is asked for each message, and a publisher for so many values."
    }
  }

  /// Where to look before something is declared.
  private var findingOut: String {
    switch trait {
    case .listeners:
      "Count the adds of one iteration: a stream of four kinds of child events may add four."
    case .joining:
      "End one of its sources and not the other: does the loop end? A merge goes on (all-end)."
    case .registration:
      "Look where add is called: in the closure of a stream that a property or a function makes "
        + "(access), in makeAsyncIterator() (iterator), or in next() (first-next)."
    case .removal:
      "Is remove() called by the cancellation handler or onTermination itself (synchronous), or by "
        + "a task, an actor or a queue to which these hand it (settled)?"
    case .cancelOutcome:
      "Does a cancelled loop end or throw? AsyncStream and AsyncThrowingStream end."
    case .bufferOnCancel:
      "Cancel a consumer that is busy while values wait: does it still get them? AsyncStream hands "
        + "them out (drains). If not, does it once the source has ended (drains-after-end)? Cancel "
        + "one that waits for a debounced value: does it get it at once (flushes)?"
    case .iterators:
      "Where is the listener added: for each iterator, or once for all that read the sequence? Do "
        + "two loops over one sequence both get every value?"
    case .lateIterator:
      "Begin a second loop over a shared stream behind a value: does it get that at once?"
    case .releasesWhileHeld:
      "Leave a loop by break and keep the sequence: is remove() called? An AsyncStream that was "
        + "made by its closure calls it with its last reference."
    case .initialValue:
      "Does the source call a new listener at once, or soon, with what is there already (present)? "
        + "Does the stream read a property of the source beside its listener (read)?"
    case .emptyEvent: "Which branch of the callback takes (nil, nil)?"
    case .ambiguousEvent: "Which of the two does the callback look at first?"
    case .latency:
      "Look for the interval of a debounce, a throttle, a sample or a delay, and declare the "
        + "longest time for which one value can be kept back."
    case .merging:
      "Send three values at once, and wait: are there three (none), or only the last? Send one "
        + "each half interval: does something come meanwhile (latest), or nothing until there is "
        + "quiet (quiet)? Is it the first, and the others are lost (leading)? Does a stream over "
        + "two sources hand on nothing before both have sent a value (combining)?"
    case .overflow:
      "Look for the buffering policy: .bufferingNewest(n) is newest-n, .bufferingOldest(n) "
        + "oldest-n, and none is unbounded."
    case .afterSourceEnd:
      "End the source, and iterate then: does the loop end, throw, or begin anew?"
    case .owner:
      "Does the closure of the stream hold the manager (kept), or does the manager finish it in "
        + "its deinit (ends)?"
    case .canFail: "Is its Failure Never?"
    case .repeatsError:
      "Call next() again behind an error. The AsyncThrowingStream of Swift 6.3 throws what "
        + "finish(throwing:) gave to a waiting consumer once more."
    case .source:
      "Is there a listener, an operation under way with a state, a call for each message, or a "
        + "subscription that values are requested of?"
    }
  }
}
