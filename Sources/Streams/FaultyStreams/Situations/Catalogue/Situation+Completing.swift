import FakeListener
import SluiceConformance
import SluiceSpies

extension Situation {
  /// Where the source ends.
  static let completing: [Situation] = [
    Situation("end-while-waiting") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.finish()
      play.settle()
    },
    Situation("end-with-values-buffered") { play in
      try play.start { options in options.busy = .milliseconds(10) }
      play.settle()
      play.send(1, 2, 3)
      play.finish()
      play.settle()
      play.pass(.milliseconds(50))
    },
    Situation("end-without-values") { play in
      try play.start()
      play.settle()
      play.finish()
      play.settle()
    },
    Situation("end-inside-add") { play in
      play.during(.add) { play in play.finish() }
      try play.start()
      play.settle()
    },
    Situation("value-after-the-end") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.send(2, delivery: .late(after: .milliseconds(1)))
      play.send(3, delivery: .late(after: .milliseconds(2)))
      play.finish()
      play.settle()
      play.pass(.milliseconds(5))
    },
    Situation("end-of-a-held-sequence") { play in
      try play.start { options in options.isHeld = true }
      play.settle()
      play.send(1)
      play.settle()
      play.finish()
      play.settle()
      play.pass(.seconds(1))
    },
    iterationAfterEnd("iterated-after-the-end-which-is-told-again", .finishesAgain, .ends),
    iterationAfterEnd(
      "iterated-after-the-end-which-is-an-error-then", .fails(ScriptedError("ended")), .fails),
    iterationAfterEnd("iterated-after-the-end-afresh", .startsAfresh, .restarts),
  ]

  /// A stream that is read from a source which has ended.
  private static func iterationAfterEnd(
    _ name: String, _ behavior: ListenerBehavior.AfterEnd, _ trait: Traits.AfterSourceEnd
  ) -> Situation {
    Situation(name) { play in
      try play.start()
      play.settle()
      play.send(1)
      play.finish()
      play.settle()
      try play.start("B")
      play.settle()
      play.send(2)
      play.settle()
    }.with { situation in
      situation.behavior.afterEnd = behavior
      situation.traits = { traits in traits.afterSourceEnd = trait }
    }
  }
}
