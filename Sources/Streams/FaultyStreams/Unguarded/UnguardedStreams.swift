package import SluiceConformance

/// Streams that are right on one thread, under every order of events, and race on several.
///
/// No simulation can see what is wrong with them: there one event runs after the other. They show
/// that `sluice stress`, under the thread sanitizer, sees it.
package enum UnguardedStreams {
  /// Every unguarded stream.
  package static let all: [Subject] = [FaultyRaces.subject]
}
