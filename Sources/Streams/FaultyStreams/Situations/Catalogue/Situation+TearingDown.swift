import FakeListener
import SluiceConformance
import SluiceSpies

extension Situation {
  /// Where the consumer goes away by itself.
  static let tearingDown: [Situation] =
    leaving(
      "break",
      by: { play in
        try play.stage.breakLoop("A")
        play.send(1)
      })
    + leaving(
      "throwing-body", { options in options.throwsAt = 2 }, by: { play in play.send(1, 2) })
    + leaving("prefix", { options in options.prefix = 2 }, by: { play in play.send(1, 2) })
    + leaving(
      "dropped-iterator", { options in options.demand = 1 },
      by: { play in
        play.send(1)
        play.settle()
        try play.stage.drop("A")
      })
    + [
      Situation("value-in-flight-at-the-break") { play in
        try play.start()
        play.settle()
        try play.stage.breakLoop("A")
        play.send(1)
        play.send(2, delivery: .late(after: .milliseconds(1)))
        play.settle()
        play.pass(.milliseconds(5))
      },
      Situation("cancel-after-the-break") { play in
        try play.start()
        play.settle()
        try play.stage.breakLoop("A")
        play.send(1)
        play.settle()
        try play.cancel()
        play.settle()
      },
    ]

  /// One way to leave, twice: with the sequence let go of, and with the sequence held.
  private static func leaving(
    _ name: String, _ options: @escaping @Sendable (inout ConsumerOptions) -> Void = { _ in },
    by leave: @escaping @Sendable (ListenerPlay) throws -> Void
  ) -> [Situation] {
    [false, true].map { isHeld in
      Situation(isHeld ? "\(name)-held" : name) { play in
        try play.start { chosen in
          options(&chosen)
          chosen.isHeld = isHeld
        }
        play.settle()
        try leave(play)
        play.settle()
        play.pass(.seconds(1))
        play.send(9)
        play.settle()
      }
    }
  }
}
