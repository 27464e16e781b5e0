import SluiceSimulation

/// A platform whose waits give signs of life: they are the kit's own and end by themselves, while a
/// call of the subject's that does not come back is silent.
final class ListenedPlatform: ThreadPlatform {
  /// One look in so many gives a sign: a wait looks every now and then, and signs cost something.
  private static let looksForASign = 100

  private let platform: any ThreadPlatform
  private let giveSign: @Sendable () -> Void

  /// A platform on top of another one.
  ///
  /// - Parameters:
  ///   - platform: What does everything.
  ///   - giveSign: Gives a sign of life, on whatever thread waits.
  init(_ platform: any ThreadPlatform, giveSign: @escaping @Sendable () -> Void) {
    self.platform = platform
    self.giveSign = giveSign
  }

  var now: Instant { platform.now }
  var step: Int { platform.step }
  var isIdle: Bool { platform.isIdle }

  func stagger() { platform.stagger() }
  func random() -> UInt64 { platform.random() }
  func makeQueue(_ kind: CallbackQueue.Kind) -> any ThreadQueue { platform.makeQueue(kind) }

  func wait(atMost limit: Duration, until condition: () -> Bool) -> Bool {
    var looks = 0
    return platform.wait(atMost: limit) {
      if looks % Self.looksForASign == 0 { giveSign() }
      looks += 1
      return condition()
    }
  }

  /// Runs a body on a thread of its own, where a subject that does not come back is looked for.
  func drive(_ body: @escaping @Sendable () -> Void) {
    platform.drive { Testimony.ofThisThread(body) }
  }
}
