import FakeListener
import SluiceConformance
import SluiceSpies

extension Situation {
  /// Where the source calls back from inside remove.
  static let reentering: [Situation] = [
    duringRemove("value-inside-remove") { play in play.send(8, 9) },
    duringRemove("error-inside-remove") { play in play.fail() },
    duringRemove("end-inside-remove") { play in play.finish() },
    Situation("value-inside-remove-with-a-buffer") { play in
      try play.start { options in options.busy = .milliseconds(10) }
      play.settle()
      play.send(1, 2)
      play.settle()
      play.during(.remove) { play in play.send(9) }
      try play.cancel()
      play.settle()
      play.pass(.milliseconds(50))
    },
    Situation("error-inside-the-remove-at-the-end") { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.during(.remove) { play in play.fail() }
      play.finish()
      play.settle()
    },
    Situation("value-inside-the-remove-at-the-break") { play in
      try play.start()
      play.settle()
      play.during(.remove) { play in play.send(9) }
      try play.stage.breakLoop("A")
      play.send(1)
      play.settle()
    },
  ]

  /// A waiting consumer that is cancelled, where the source says something more inside remove.
  private static func duringRemove(
    _ name: String, _ action: @escaping @Sendable (ListenerPlay) -> Void
  ) -> Situation {
    Situation(name) { play in
      try play.start()
      play.settle()
      play.send(1)
      play.settle()
      play.during(.remove, action)
      try play.cancel()
      play.settle()
    }
  }
}
