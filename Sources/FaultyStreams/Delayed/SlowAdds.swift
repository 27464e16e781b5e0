import SluiceConformance
import SluiceProducts

/// Streams over an actor whose adds take virtual time, as over a wire.
enum SlowAdds {
  /// Removes what is added for a consumer that is cancelled.
  static let right = Subject.overListener("right-adds-over-a-wire", traits: ControlSettled.traits) {
    source, options in
    ControlSettled.onAnActor(source, options, after: connect)
  }

  /// Breaks `cancellation.immediate`: it looks whether it is cancelled when its add has
  /// come back, and goes without a remove.
  static let forgetful = DeclaringSubject(
    "forgets-a-slow-add", "cancellation.immediate",
    "a consumer is cancelled while its start is under way", ControlSettled.traits
  ) { source, options in
    ControlSettled.onAnActor(source, options, after: connect, removesWhatIsLate: false)
  }

  /// Takes its time, also for a task that is cancelled.
  private static func connect() async {
    await Task { try? await Task.sleep(for: .milliseconds(20)) }.value
  }
}

extension DeclaringSubject {
  /// Every stream that is declared otherwise than the reference streams are, and breaks a rule.
  package static let all =
    SharingStreams.all + DelayedStreams.all + JoinedStreams.all + [SlowAdds.forgetful]
}
