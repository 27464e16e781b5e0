import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams over several listeners, each in a style of its own.
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

  /// What those declare that combine the latest values of their sources.
  static let combining = merged.with { traits in traits.merging = .combining }

  /// Combines the latest values of its sources.
  static let combined = Subject.overListener("right-combines-two", traits: combining) {
    source, options in
    joined(Combines.self, source, options)
  }

  /// Reads two streams in a group of tasks.
  static let inAGroup = Subject.overListener("right-joins-two-in-a-group", traits: inTasks) {
    source, options in
    MergeInAGroup.stream(RightMerge.self, source, options)
  }

  /// Takes from two streams what its consumer asks for.
  ///
  /// An error of one overtakes the values of the other.
  static let onDemand = Subject.overListener(
    "right-merges-on-demand", traits: inTasks.with { traits in traits.bufferOnCancel = .drops }
  ) { source, options in
    MergeOnDemand(source: source, options: options)
  }

  /// What those declare that have a listener for each kind of event.
  static let ofEachKind = Traits.asyncThrowingStreamPerIterator.with { traits in
    traits.listeners = 3
    traits.ambiguousEvent = .yields
  }

  /// Has a listener for each kind of event.
  static let byKind = Subject.overListener("right-hears-by-kind", traits: ofEachKind) {
    source, options in
    Observers<KeepsEach>.stream(source, options)
  }

  /// Has them too, the one for values last, and adds them in a `map`, whatever comes meanwhile.
  static let mapped = Subject.overListener("right-maps-its-adds", traits: ofEachKind) {
    source, options in
    Observers<AddsAll>.stream(source, options, addsValuesLast: true)
  }

  /// What those declare that add when they are first asked.
  static let whenAsked = ofEachKind.with { traits in traits.registration = .firstNext }

  /// Has them too, adds them when it is first asked, and removes them in the call that cancels.
  static let asked = Subject.overListener("right-hears-when-asked", traits: whenAsked) {
    source, options in
    Observers<KeepsEach>.sequence(source, options)
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

  private enum Combines: CombiningSteps {}

  private enum RightMerge: MergeSteps {}

  private enum KeepsEach: ObserverSteps {}

  private enum AddsAll: ObserverSteps {
    static func add(
      _ count: Int, for observers: Observers<Self>, _ add: (Int) throws -> ListenerHandle
    ) throws {
      let added = (0..<count).map { number in Result { try add(number) } }
      for result in added { if case .success(let handle) = result { observers.keep(handle) } }
      for result in added { _ = try result.get() }
    }
  }
}
