import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams over two listeners, each in a style of its own.
enum ControlJoined {
  /// What these declare that end with the last of their sources.
  static let merged = Traits.asyncThrowingStreamPerIterator.with { traits in
    traits.listeners = 2
    traits.joining = .allEnd
  }

  /// What those declare that read each source in a task.
  static let inTasks = merged.with { traits in traits.removal = .settled }

  /// Counts its sources behind a lock.
  static let locked = Subject.overListener("right-joins-two", traits: merged) { source, options in
    joined(RightJoint.self, source, options)
  }

  /// Ends with the first of its sources.
  static let firstEnd = Subject.overListener(
    "right-ends-with-the-first-of-two", traits: merged.with { $0.joining = .firstEnd }
  ) { source, options in
    joined(UntilTheFirst.self, source, options)
  }

  /// Reads two streams in a group of tasks.
  static let inAGroup = Subject.overListener("right-joins-two-in-a-group", traits: inTasks) {
    source, options in
    MergeInAGroup.stream(RightMerge.self, source, options)
  }

  static func joined<Steps: JointSteps>(
    _ steps: Steps.Type, _ source: FakeListener<SentinelElement>, _ options: ListenerOptions
  ) -> StreamPerIteration {
    StreamPerIteration {
      StreamPerIteration.Stream { continuation in
        Joint<Steps>(continuation).listen(to: source, options)
      }
    }
  }

  private enum RightJoint: JointSteps {}

  private enum UntilTheFirst: JointSteps {
    static func isOver(ended: Int) -> Bool { ended >= 1 }
  }

  private enum RightMerge: MergeSteps {}
}
