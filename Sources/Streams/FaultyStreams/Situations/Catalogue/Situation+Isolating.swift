import FakeListener
import SluiceConformance

extension Situation {
  /// Where there are several consumers, at once or one after another.
  static let isolating: [Situation] = [
    Situation("two-iterators", requires: ["iterators.independent"]) { play in
      try play.start { options in options.isHeld = true }
      try play.iterate("B", sequenceOf: "A")
      play.settle()
      play.send(1, 2)
      play.settle()
      try play.cancel()
      play.settle()
      play.send(3)
      play.settle()
    },
    Situation("two-streams") { play in
      try play.start()
      try play.start("B")
      play.settle()
      play.send(1, 2)
      play.settle()
      try play.cancel()
      play.settle()
      play.send(3)
      play.settle()
    },
    Situation("subscribe-cancel-subscribe") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      try play.cancel()
      try play.start("B")
      play.settle()
      play.send(2)
      play.settle()
      play.pass(.seconds(1))
      play.send(3)
      play.settle()
    },
    Situation("many-after-one-another") { play in
      for round in 1...8 {
        let name = "A\(round)"
        try play.start(name)
        play.settle()
        play.send(Int64(round))
        play.settle()
        try play.cancel(name)
        play.settle()
      }
    },
    Situation("iterated-many-times", requires: ["iterators.independent"]) { play in
      for round in 1...24 {
        let name = "A\(round)"
        if round == 1 {
          try play.start(name) { options in options.isHeld = true }
        } else {
          try play.iterate(name, sequenceOf: "A1")
        }
        play.settle()
        play.send(Int64(round))
        play.settle()
        try play.cancel(name)
        play.settle()
      }
    },
    Situation("started-for-days") { play in
      for round in 1...72 {
        let name = "A\(round)"
        try play.start(name) { options in options.leavesAtEnd = true }
        try play.receiveAndLeave(name, Int64(round))
      }
    },
    Situation("iterated-for-days", requires: ["iterators.independent"]) { play in
      for round in 1...72 {
        let name = "A\(round)"
        if round == 1 {
          try play.start(name) { options in
            options.isHeld = true
            options.leavesAtEnd = true
          }
        } else {
          try play.iterate(name, sequenceOf: "A1") { options in options.leavesAtEnd = true }
        }
        try play.receiveAndLeave(name, Int64(round))
      }
    },
  ]
}

extension ListenerPlay {
  /// Has a consumer receive a value, and cancels it; then an hour passes.
  fileprivate func receiveAndLeave(_ name: String, _ value: Int64) throws {
    settle()
    send(value)
    settle()
    try cancel(name)
    pass(.seconds(3600))
  }
}
