import Dispatch
import SluiceConformance
import SluiceProducts

/// Breaks `registration.declared-adds`: it looks under its lock whether it has a listener, unlocks,
/// and has a queue add one.
///
/// The lock guards the look alone. A reader that looks before the queue has added finds no
/// listener.
enum FaultyUnlocksBeforeItAdds: HubSteps {
  static let subject = DeclaringSubject(
    "shares-and-unlocks-before-it-adds", "registration.declared-adds", SharingStreams.beginning,
    ControlSharing.streaming.with { traits in traits.removal = .settled }
  ) { source, options in
    HubSequence<Self>(source: source, options: options)
  }

  static var forgetsThatItStarts: Bool { true }

  static func perform(_ add: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: add)
  }
}
