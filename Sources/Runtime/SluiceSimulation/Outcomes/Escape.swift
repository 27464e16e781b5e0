/// Something that left a simulation, or came in from a foreign thread.
public struct Escape: Sendable, Equatable {
  /// What has left, or come in.
  public enum Kind: Sendable, Equatable {
    /// A real thread, created inside: nobody decides when it runs.
    case thread
    /// A callback queue of the simulation's was used from a foreign thread; what was to be done is
    /// not done.
    case call
    /// A task, resumed from outside.
    case task
    /// An actor's or an executor's own job.
    case job
    /// Work for a task that was made outside of the simulation, which runs there.
    case outsider
    /// An actor that tasks of the simulation share with others: which of them runs on whose thread,
    /// and when, is up to chance.
    case sharedActor
    /// A task that an executor outside the simulation has taken.
    case elsewhere
    /// A source of Dispatch's that is no timer: its handlers run when something happens outside.
    case source(Source)
  }

  /// What a source of Dispatch's tells of.
  public enum Source: String, Sendable {
    /// There is something to read.
    case read
    /// There is room to write.
    case write
    /// A signal.
    case signal
    /// Data that the program itself merges, from whatever thread.
    case data
    /// Something else.
    case other = ""
  }

  /// The label of the work, as in `consumer.L`.
  public let label: String
  /// What has left, or come in.
  public let kind: Kind
  /// The function in which the thread or the source was created, if that was inside and is known;
  /// of an actor that is shared, the one that ran where it did not belong.
  public let place: String?

  /// Creates an escape.
  public init(label: String, kind: Kind, place: String? = nil) {
    self.label = label
    self.kind = kind
    self.place = place
  }
}

extension Escape: CustomStringConvertible {
  /// What has left or come in, in words.
  public var description: String {
    switch kind {
    case .thread: "\(label) started a thread" + inPlace("")
    case .call: "a foreign thread used the simulation for \(label)"
    case .task: "a foreign thread" + inPlace(", started") + " resumed a task of \(label)"
    case .job: "a foreign thread" + inPlace(", started") + " enqueued a job of \(label)"
    case .source(.other): "\(label) made a dispatch source" + inPlace("")
    case .source(let source): "\(label) made a dispatch source (\(source.rawValue))" + inPlace("")
    case .outsider: "\(label) gave work to a task that was made outside the simulation"
    case .sharedActor:
      "\(label) shares an actor with a task outside the simulation"
        + (place.map { place in ", which ran \(FunctionName(place).short)" } ?? "")
    case .elsewhere: "a task of \(label) went to an executor outside the simulation"
    }
  }

  private func inPlace(_ word: String) -> String {
    guard let place else { return "" }
    return "\(word) in \(FunctionName(place).short)" + (word.isEmpty ? "" : ",")
  }
}
