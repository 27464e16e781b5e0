import FakeListener
import SluiceConformance
import SluiceSpies

extension Situation {
  /// Where values come, one by one or many at once.
  static let delivering: [Situation] = [
    Situation("values-one-by-one") { play in
      try play.start()
      play.settle()
      for value in [1, 2, 2, 3] as [Int64] {
        play.send(value)
        play.settle()
      }
    },
    Situation("values-at-once") { play in
      try play.start()
      play.settle()
      play.send(1, 2, 2, 3)
      play.settle()
    },
    Situation("values-queued") { play in
      try play.start()
      play.settle()
      play.send(1, 2, 2, 3, delivery: .queued())
      play.settle()
    },
    Situation("values-against-a-busy-consumer") { play in
      try play.start { options in options.busy = .milliseconds(10) }
      play.settle()
      play.send(1, 2, 3)
      play.settle()
      play.pass(.milliseconds(15))
      play.send(4)
      play.pass(.milliseconds(50))
      play.send(5)
      play.settle()
    },
    Situation("ten-thousand-against-a-stalled-consumer") { play in
      try play.start { options in options.demand = 1 }
      play.settle()
      for value in 1...10_000 as ClosedRange<Int64> { play.send(value) }
      play.settle()
      try play.stage.pull("A", count: 9_999)
      play.settle()
    },
    Situation("more-than-a-bounded-buffer-holds") { play in
      try play.start { options in options.demand = 1 }
      play.settle()
      play.send(1)
      play.settle()
      play.send(2, 3, 4, 5, 6, 7, 8, 9)
      play.settle()
      try play.stage.pull("A", count: 8)
      play.settle()
    },
    Situation("idle-for-a-while") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.pass(.seconds(5))
      play.send(2)
      play.settle()
    },
    Situation("neither-value-nor-error") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.sendNothing()
      play.settle()
      play.send(2)
      play.settle()
    },
    Situation("both-value-and-error") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.sendBoth(2)
      play.settle()
    },
    presentValue("present-value-inside-add", .direct),
    presentValue("present-value-queued", .queued()),
  ]

  /// A source with a present value, which each new listener is handed first.
  private static func presentValue(_ name: String, _ delivery: CallbackDelivery) -> Situation {
    Situation(name) { play in
      play.setPresentValue(1)
      try play.start()
      play.settle()
      play.send(2)
      play.settle()
      try play.start("B")
      play.settle()
    }.with { situation in
      situation.behavior.presentValueDelivery = delivery
      situation.traits = { traits in traits.initialValue = .present }
    }
  }
}
