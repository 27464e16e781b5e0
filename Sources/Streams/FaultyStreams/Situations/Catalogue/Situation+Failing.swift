import FakeListener
import SluiceConformance
import SluiceSpies

extension Situation {
  /// Where the source fails.
  static let failing: [Situation] = [
    Situation("error-while-waiting") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.fail()
      play.settle()
    },
    Situation("cancelled-as-it-fails", requires: ["can-fail"]) { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.fail()
      try play.cancel()
      play.settle()
    },
    Situation("error-with-values-buffered") { play in
      try play.start { options in options.busy = .milliseconds(10) }
      play.settle()
      play.send(1, 2, 3)
      play.fail()
      play.settle()
      play.pass(.milliseconds(50))
    },
    Situation("error-of-a-held-sequence") { play in
      try play.start { options in options.isHeld = true }
      play.settle()
      play.fail()
      play.settle()
      play.pass(.seconds(1))
    },
    Situation("error-inside-add") { play in
      play.during(.add) { play in play.fail() }
      try play.start { options in
        options.isManual = true
        options.isHeld = true
      }
      play.settle()
      try play.stage.pull("A")
      play.settle()
      try play.stage.pull("A")
      play.settle()
    },
    Situation("value-and-error-inside-add") { play in
      play.during(.add) { play in
        play.send(1)
        play.fail()
      }
      try play.start()
      play.settle()
    },
    Situation("value-after-the-error") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.send(2, delivery: .late(after: .milliseconds(1)))
      play.fail(.late(after: .milliseconds(2)))
      play.fail()
      play.settle()
      play.pass(.milliseconds(5))
    },
  ]
}
