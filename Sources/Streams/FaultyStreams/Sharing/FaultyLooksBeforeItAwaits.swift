import SluiceConformance
import SluiceProducts

/// Breaks `registration.declared-adds`: an actor that looks whether it has a listener, awaits its
/// connection, and then adds one, as if no reader could come meanwhile.
///
/// An actor is reentrant: while the first reader's call awaits, the second one's runs, and finds no
/// listener either.
enum FaultyLooksBeforeItAwaits: StationSteps {
  static let subject = DeclaringSubject(
    "shares-and-looks-before-it-awaits", "registration.declared-adds", SharingStreams.beginning,
    ControlSharing.awaiting
  ) { source, options in
    StationSequence(station: Station<Self>(source: source, options: options))
  }

  static var remembersThatItStarts: Bool { false }

  static func connect() async { await Task.yield() }
}
