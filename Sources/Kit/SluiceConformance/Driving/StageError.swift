/// A reason for which the driver can't do what it is told; always the scenario's mistake, never the
/// stream's.
public enum StageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No consumer, group or stream has this name.
  case unknownStream(String)
  /// The name is taken.
  case nameTaken(String)
  /// The sequence of this stream is gone, since nobody held it.
  case sequenceGone(String)
  /// A consumer that waits in `next()` can't be dropped: its task alone could.
  case dropWhileWaiting(String)
  /// Only a manual consumer, or one whose demand is met, can be pulled.
  case pullWithoutNeed(String)
  /// A child task is cancelled with its group only.
  case cancelOfChild(String, group: String)
  /// The stream can't be read from the fixture.
  case subject(SubjectError)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .unknownStream(let name): "there is no stream '\(name)'"
    case .nameTaken(let name): "'\(name)' is started already"
    case .sequenceGone(let name):
      "the sequence of '\(name)' is gone; start '\(name)' with 'held' to iterate it again"
    case .dropWhileWaiting(let name):
      "'\(name)' waits in next() and can't be dropped; make it manual, busy or limit its demand"
    case .pullWithoutNeed(let name):
      "'\(name)' asks by itself; only a manual consumer, or one with a demand, is pulled"
    case .cancelOfChild(let name, let group):
      "'\(name)' is a child task of '\(group)'; cancel '\(group)'"
    case .subject(let error): error.description
    }
  }
}
