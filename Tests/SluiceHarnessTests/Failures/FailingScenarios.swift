/// Scenarios of a listener, each of which some stream fails in a way of its own.
enum FailingScenarios {
  /// A file of the cases.
  static func file(_ cases: String...) -> String { "format 1\n\n" + cases.joined(separator: "\n") }

  /// A consumer gets another value than a line expects.
  static let wrongValue = """
    scenario "a line expects another value"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.send(1)
                expect S next 2

    """

  /// A value is called back inside the remove of a cancelled consumer, in cases about that.
  static let insideRemove = ["a value", "another value"].map { value in
    calledBack("\(value) is called back inside remove", "reentrancy.emit-in-remove", "ended")
  }.joined(separator: "\n")

  /// A value is lost by a stream that breaks a rule which is advice, in a case about another rule.
  static let lostInsideRemove = calledBack(
    "a value is lost beside one that is called back inside remove", "delivery.each-value-once",
    "next 1")

  /// An expectation of the backend fails, and the rule of the case is violated only afterwards.
  static let beforeAdvice = """
    scenario "an expectation fails before the consumer is cancelled at the end"
      rule cancellation.outcome-declared
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                expect listener.listeners == 7

    """

  /// A case about a rule in which a value is called back inside remove.
  private static func calledBack(_ name: String, _ rule: String, _ expected: String) -> String {
    """
    scenario "\(name)"
      rule \(rule)
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
        @10ms   during remove(S) listener.send(2)
                cancel S
                expect S \(expected)

    """
  }

  /// A case about a rule that is advice, with an expectation of the backend.
  static let aboutAdvice = """
    scenario "nothing is added before the first next()"
      rule registration.lazy-until-iterated
      tags plain
      timeline
        @0ms    S = listener.values() manual
                expect listener.listeners == 0
        @10ms   pull S
                cancel S
                expect S ended

    """

  /// A consumer gets a value that no line expects.
  static let leftover = """
    scenario "no line expects the last value"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.send(1)
                listener.send(2)
                expect S next 1

    """

  /// A consumer gets nothing in the time that a line gives it.
  static let nothing = """
    scenario "no value comes"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                expect S next 1 within 5ms

    """

  /// A consumer gets a value where a line expects none.
  static let notSilent = """
    scenario "a value comes in a silence"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.send(1, way: late, after: 5ms)
                expect S silent until 1s

    """

  /// A condition at the end does not hold.
  static let condition = """
    scenario "a condition does not hold"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
        @10ms   expect listener.listeners == 2
                cancel S
                expect S removed promptly
                expect S ended

    """

  /// A case that is expected to fail, and passes.
  static let expectedFailure = SmallScenarios.cancelled.replacing(
    "  timeline", with: "  xfail \"the stream is not fixed yet\"\n  timeline")

  /// A run of more steps than a case may take.
  static let steps = SmallScenarios.cancelled.replacing(
    "  timeline", with: "  limit 3 steps\n  timeline")

  /// A run of more virtual time than a case may take.
  static let time = again("once more").replacing("  timeline", with: "  limit 5ms\n  timeline")

  /// A consumer that waits and is cancelled, in a case of another name.
  static func again(_ words: String) -> String {
    SmallScenarios.cancelled.replacing("scenario \"", with: "scenario \"\(words) ")
  }

  /// The source ends, and no line cancels the consumer.
  static let finish = """
    scenario "the end comes first"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.finish()
                expect S finish

    """

  /// A line that happens inside a call which never comes.
  static let absentCall = """
    scenario "a call never comes"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                during deliver(S, 2) cancel S
                listener.send(1)
                expect S next 1

    """

  /// A schedule with an event that is not ready.
  static let ownSchedule = """
    scenario "an event of the schedule is gone"
      tags plain
      schedule
        | at  | ready                  | run        |
        | 0ms | [goes-on, consumer.S] | consumer.S |

      timeline
        @0ms    S = listener.values()
                expect S added
                listener.finish()
                expect S finish

    """

  /// A failure in a flow that rows of a matrix play.
  static let rows = """
    flow value(stream, value)
      listener.send($value)
      expect $stream next 2

    scenario "a flow is played in each row"
      tags plain
      matrix
        | case  | value |
        | right | 2     |
        | wrong | 3     |

      timeline
        @0ms    S = listener.values()
                expect S added
                play value(S, $value)

    """

  /// A failure in a flow that another flow plays.
  static let nested = """
    flow cancelled(stream)
      cancel $stream
      expect $stream removed promptly
      expect $stream ended

    flow round(stream, value)
      $stream = listener.values()
      expect $stream added
      listener.send($value)
      expect $stream next $value
      play cancelled($stream)

    scenario "a consumer is cancelled in a flow of a flow"
      tags cancel
      timeline
        @0ms    play round(S, 1)

    """

  /// A value races a cancel.
  static let race = """
    scenario "a value races a cancel here"
      tags race
      timeline
        @0ms    S = listener.values() lenient
                expect S added
                race listener.send(1)
                race cancel S

    """

  /// Five consumers, which are too many for columns of their own.
  static let crowd = """
    scenario "one of five consumers is cancelled"
      tags cancel
      timeline
        @0ms    A = listener.values()
                B = listener.values()
                C = listener.values()
                D = listener.values()
                E = listener.values()
                listener.send("a long text that a narrow terminal has to cut")
        @10ms   cancel C
                expect C removed promptly
                expect A next "a long text that a narrow terminal has to cut"

    """

  /// A consumer is cancelled while a second value waits for it.
  static let busy = """
    scenario "a busy consumer is cancelled here"
      tags cancel
      timeline
        @0ms    S = listener.values() busy 10ms
                expect S added
                listener.send(1)
                listener.send(2)
                expect S next 1
        @5ms    cancel S
                expect S ended within 3 steps

    """

  /// A consumer sees the end where a line expects a value.
  static let early = """
    scenario "the end comes too early"
      tags plain
      timeline
        @0ms    S = listener.values()
                expect S added
                listener.finish()
                expect S next 1

    """

  /// Two failures of one cause, one of another, a pass, and a case that is not played.
  static let several = file(
    SmallScenarios.cancelled, again("once more"), early, finish,
    again("never").replacing("  tags cancel", with: "  tags cancel\n  skip \"not now\""))
}
