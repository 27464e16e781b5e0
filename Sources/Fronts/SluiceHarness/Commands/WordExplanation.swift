/// Words that reports print of a failure, its log, its schedule and its run, with their meanings.
package struct WordExplanation {
  /// A part of a report that has words of its own.
  package enum Part: String {
    case account = "the account of a failure"
    case log = "the log of a failure"
    case schedule = "the schedule of a failure"
    case run = "the end of a run"
  }

  /// The word as it is printed, without numbers and values.
  package let word: String
  /// The part of a report that has it.
  package let part: Part
  /// The meaning in one or two sentences.
  package let meaning: String

  /// The explanation, as `explain` prints it.
  var text: String { "word '\(word)', in \(part.rawValue): \(meaning)\n" }

  /// All words, in the order in which a reader meets them.
  package static let all = account + log + schedule + run

  /// The words that can be suggested: a call takes one that begins with a dash for an option,
  /// unless it is behind `--`.
  static let suggested = all.map(\.word).filter { word in !word.hasPrefix("-") }

  private static func words(_ part: Part, _ meanings: KeyValuePairs<String, String>)
    -> [WordExplanation]
  {
    meanings.map { word, meaning in
      WordExplanation(word: word, part: part, meaning: meaning)
    }
  }

  private static let account = words(
    .account,
    [
      "at": "The line of the scenario at which the failure came up.",
      "after": "The line that had run last when a rule was broken.",
      "played at": "The line at which a line with 'race' really ran, inside another call.",
      "rule": "What the broken rule demands.",
      "usual cause": "What wrong code usually looks like that breaks the rule.",
      "also": "What else the run shows: other broken rules, or an expectation that was not met. "
        + "Below a cause: causes that usually have the same fault.",
      "declares": "What the subject declares of its stream, and what the log shows instead. Where "
        + "the stream is meant to be so, the declaration is wrong.",
      "it crashed here": "The functions in which the thread was, the innermost first.",
      "last heard of": "The last line of the scenario that the process reported before it ended.",
      "who waits": "The tasks that wait for ever, with the event "
        + "after which each began to wait and the functions in which it does.",
      "what is left": "The tasks that the stream started and that have not ended.",
      "all entries": "The command that shows every entry of the log.",
      "again": "The command, or the call in a test, that shows the same failure again.",
      "each case": "The command that makes an issue of each failed case.",
      "advice": "What a rule below the level says, or one of a later edition. It fails nothing.",
    ])

  private static let log = words(
    .log,
    [
      "time": "The virtual time. Between two rows with one time no time passes.",
      "step": "How many events the simulation has run.",
      "line": "The line of the scenario that ran directly before.",
      ">": "The entry to blame.",
      ":": "The consumer waits in next().",
      "|": "The listener is registered.",
      "{": "A call begins; '}' ends it. The rows between happen inside the call.",
      "opens stream":
        "The driver reads the property or calls the function that gives the sequence.",
      "drops stream": "The driver releases the sequence.",
      "iterator": "The driver calls makeAsyncIterator().",
      "drops iterator": "The driver releases the iterator.",
      "next()": "The consumer calls next().",
      "->": "What next() answers: a value, an error, or the end.",
      "leaves loop": "The consumer leaves its loop, since the stream ended or failed.",
      "break": "The consumer leaves its loop by break.",
      "body throws": "The body of the consumer's loop throws an error.",
      "is dropped": "The consumer releases the stream in the middle of its iteration.",
      "cancel": "The task of the consumer is cancelled. The cancellation handlers run inside "
        + "the call.",
      "task ends": "The task of the consumer has ended.",
      "asks for": "The subscriber demands so many values more.",
      "receives": "The subscriber gets a value.",
      "add": "The stream adds a listener to the source. The number counts the listeners of the "
        + "run.",
      "remove": "The stream removes a listener.",
      "remove ?": "The stream removes a listener that it never added.",
      "with": "The options with which a listener is added.",
      "throws": "The source refuses the listener with an error.",
      "app closes": "The app closes the connection itself.",
      "handle died": "The registration's handle is released.",
      "receive": "The stream asks the connection for a message.",
      "callback": "The source calls back. The stream reacts inside the call.",
      "call listener": "The listener's own function is called, inside a callback.",
      "sends": "The value or the error that the source calls back with.",
      "sends nothing": "The source calls back with neither value nor error.",
      "finishes": "The source says that nothing more comes.",
      "shows": "The source's present value is another one from now on.",
      "reads": "The stream reads the source's present value.",
      "object died": "The object to which a consumer assigns is released.",
      "object lives": "The object to which a consumer assigns is not released at the end.",
      "handle lives": "A registration's handle is not released at the end.",
      "expectation not met": "Here an expectation of the scenario was given up.",
      "was never added": "The stream removes a listener with this handle, which no add gave it.",
      "(stream": "A sequence that no consumer iterates is opened, or released.",
      "(task": "A task that the stream started has not ended, though everything is over.",
      "(element": "An element of the stream is released, or still lives at the end.",
      "scheduled a job": "The stream makes work for the executor, though nothing happens.",
      "set a timer": "The stream waits for a time, though nothing happens.",
      "(quiet)": "Nothing is left that could happen now. Promptly means: before this.",
      "(owner dropped)": "The test releases the object that hands out the stream.",
      "(the owner died)": "That object is released.",
      "(the owner still lives)": "That object is not released, though everything is over.",
      "(the fixture died)": "The source of the run is released.",
      "(the fixture still lives)": "The source of the run is not released at the end.",
      "(epilogue begins)": "All lines of the scenario have run. The driver now cancels all "
        + "consumers, and releases everything.",
      "(epilogue ended)": "The driver has released all that it held.",
      "(all is let go of)": "Everything that the run made should be released by now.",
      "entries left out": "How many entries of the log are not shown here.",
    ])

  private static let schedule = words(
    .schedule,
    [
      "schedule": "The order of events under which the case fails. Forced in a scenario, the table "
        + "has the same effect.",
      "departure": "A moment at which another event ran than in the canonical order.",
      "canonical": "The usual order: what became ready first runs first.",
      "ready": "The events that could have run at that moment.",
      "run": "The one of them that ran.",
      "seed": "The number from which the run's random numbers follow.",
    ])

  private static let run = words(
    .run,
    [
      "cause": "The broken rule, or the kind of the problem, by which cases fail.",
      "fault": "The mistake in the code that causes have in common. The kit guesses it from the "
        + "faulty streams that it was tested with.",
      "exercised": "How many rules at least one case kept or broke.",
      "schedules": "How many orders of events were played; 'distinct' counts equal ones once.",
      "steps": "How many events all reported runs had.",
      "virtual time": "How much time passed in the simulations.",
      "real time": "How long the run took.",
      "not tested": "What this run says nothing about, with the reasons.",
      "out of reach": "What no run of the kit can see on this platform.",
      "edition": "The edition of the kit whose rules and cases can fail the run.",
      "slowest": "The cases that took more than a second.",
    ])
}
