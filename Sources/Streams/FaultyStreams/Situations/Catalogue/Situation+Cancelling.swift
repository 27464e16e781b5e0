import FakeListener
import SluiceConformance
import SluiceSpies

extension Situation {
  /// Where a consumer is cancelled.
  static let cancelling: [Situation] = [
    Situation("cancel-before-start") { play in
      try play.start()
      try play.cancel()
      play.settle()
    },
    Situation("cancelled-already") { play in
      try play.start { options in options.isPrecancelled = true }
      play.settle()
    },
    Situation("cancel-before-the-first-value") { play in
      try play.start()
      play.settle()
      try play.cancel()
      play.settle()
    },
    Situation("cancel-while-waiting") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      try play.cancel()
      play.settle()
      play.pass(.seconds(1))
      play.send(2)
      play.settle()
    },
    Situation("cancel-while-waiting-held") { play in
      try play.start { options in options.isHeld = true }
      play.settle()
      play.send(1)
      play.settle()
      try play.cancel()
      play.settle()
      play.pass(.seconds(1))
    },
    Situation("cancel-while-waiting-on-main") { play in
      try play.start { options in options.isOnMain = true }
      play.settle()
      play.send(1)
      play.settle()
      try play.cancel()
      play.settle()
    },
    Situation("cancel-while-busy") { play in
      try play.start { options in options.busy = .milliseconds(10) }
      play.settle()
      play.send(1)
      play.settle()
      try play.cancel()
      play.settle()
      play.pass(.milliseconds(20))
      play.send(2)
      play.settle()
    },
    Situation("cancel-with-values-buffered") { play in
      try play.start { options in options.busy = .milliseconds(10) }
      play.settle()
      play.send(1, 2, 3)
      play.settle()
      try play.cancel()
      play.settle()
      play.pass(.milliseconds(50))
    },
    Situation("cancel-inside-a-callback") { play in
      try play.start()
      play.settle()
      play.cancelInside(.deliver)
      play.send(1)
      play.settle()
    },
    Situation("cancel-inside-add") { play in
      play.cancelInside(.add)
      try play.start()
      play.settle()
    },
    Situation("cancel-twice") { play in
      try play.start()
      play.settle()
      try play.cancel()
      try play.cancel()
      play.settle()
      try play.cancel()
      play.settle()
    },
    Situation("cancel-of-a-group") { play in
      try play.start { options in options.group = "G" }
      try play.start("B") { options in options.group = "G" }
      play.settle()
      play.send(1)
      play.settle()
      try play.cancel("G")
      play.settle()
    },
    Situation("cancel-right-after-a-value") { play in
      try play.start()
      play.settle()
      play.send(1)
      try play.cancel()
      play.settle()
    },
    Situation("value-in-flight-at-the-cancel") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.send(2, 3, delivery: .late())
      try play.cancel()
      play.settle()
    },
  ]
}
