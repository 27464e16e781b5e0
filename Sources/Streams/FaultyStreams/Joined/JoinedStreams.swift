import FakeListener
import SluiceConformance
import SluiceProducts

/// Streams that declare several listeners, and break what that promises: each is right in every way
/// but one.
package enum JoinedStreams {
  /// Every one, with the rule that has to say so and a shipped case in which it does.
  package static let all: [DeclaringSubject] = [
    joint("joins-and-ends-with-the-first", EndsWithTheFirst.self, "completion.finish-ends", one),
    merge("merges-and-ends-with-the-first", StopsEarly.self, "completion.finish-ends", one),
    joint("joins-and-never-ends", NeverEnds.self, "completion.finish-ends", both),
    merge("merges-and-never-ends", ForgetsToEnd.self, "completion.finish-ends", both),
    joint("joins-and-drops-the-rest", DropsTheRest.self, "delivery.wakes-waiter", one),
    merge("reads-one-behind-the-other", OneByOne.self, "delivery.each-value-once", each),
    joint("joins-and-drops-the-second", DropsTheSecond.self, "delivery.each-value-once", each),
    joint(
      "joins-and-keeps-the-second", KeepsTheSecond.self, "cancellation.suspended-removes", cancel),
    joint("joins-and-removes-the-first-twice", RemovesTwice.self, "teardown.remove-once", cancel),
    combine(
      "combines-and-drops-the-second", CombinesTheFirst.self, "delivery.wakes-waiter", combined),
    combine(
      "combines-and-waits-for-a-third", WaitsForAThird.self, "delivery.wakes-waiter", combined),
    combine(
      "combines-and-waits-for-what-has-ended", WaitsForTheSilent.self, "completion.empty-completes",
      "a source that ends without a value ends what combines it"),
    observers(
      "collects-its-handles-first", CollectsFirst.self, "errors.sync-error-removes",
      "an end that comes inside add ends the stream"),
    observers(
      "looks-before-each-add", LooksBefore.self, "errors.sync-error-removes",
      "an error inside add ends the stream and releases its listener at once"),
    DeclaringSubject(
      "forgets-who-was-there-before", "cancellation.immediate",
      "a consumer is cancelled inside its last add", ControlJoined.whenAsked
    ) { source, options in
      Observers<CollectsFirst>.sequence(source, options)
    },
    DeclaringSubject(
      "forgets-who-came-last", "cancellation.registration-race",
      "a consumer is cancelled inside its last add", ControlJoined.whenAsked
    ) { source, options in
      Observers<LooksBefore>.sequence(source, options)
    },
  ]

  private static let one = "one of two sources ends, and the other goes on"
  private static let both = "the last of two sources ends the stream"
  private static let each = "each of two sources hands its values on"
  private static let cancel = "a consumer of two sources is cancelled"

  private static func joint<Steps: JointSteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, ControlJoined.merged) { source, options in
      ControlJoined.joined(steps, source, options)
    }
  }

  private static let combined = "nothing comes until each of two sources has sent a value"

  private static func combine<Steps: CombiningSteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, ControlJoined.combining) { source, options in
      ControlJoined.joined(steps, source, options)
    }
  }

  private static func observers<Steps: ObserverSteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, ControlJoined.ofEachKind) { source, options in
      Observers<Steps>.stream(source, options)
    }
  }

  private static func merge<Steps: MergeSteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, ControlJoined.inTasks) { source, options in
      MergeInAGroup.stream(steps, source, options)
    }
  }
}

/// Takes the end of one for the end of all.
private enum EndsWithTheFirst: JointSteps {
  static func isOver(ended: Int) -> Bool { ended >= 1 }
}

/// Waits for an end more than there are sources.
private enum NeverEnds: JointSteps {
  static func isOver(ended: Int) -> Bool { ended > 2 }
}

/// Is deaf once one of its sources has ended.
private enum DropsTheRest: JointSteps {
  static func isHandedOn(of source: Int, ended: Int) -> Bool { ended == 0 }
}

/// Hands on the values of one source only.
private enum DropsTheSecond: JointSteps {
  static func isHandedOn(of source: Int, ended: Int) -> Bool { source == 0 }
}

/// Combines with each value of its first source, and never with one of the second.
private enum CombinesTheFirst: CombiningSteps {
  static func isHandedOn(of source: Int, ended: Int) -> Bool { source == 0 }
}

/// Counts one source too many.
private enum WaitsForAThird: CombiningSteps {
  static func isHandedOn(heard: Int) -> Bool { heard > 2 }
}

/// Goes on where nothing can be combined any more.
private enum WaitsForTheSilent: CombiningSteps {
  static var endsWithoutAValue: Bool { false }
}

/// Forgets the second handle.
private enum KeepsTheSecond: JointSteps {
  static var removed: [Int] { [0] }
}

/// Removes by the first handle once for each source.
private enum RemovesTwice: JointSteps {
  static var removed: [Int] { [0, 0, 1] }
}

/// Keeps the handles to itself until it has all of them: what ends it inside a later add removes
/// the one that is being added and none before it.
private enum CollectsFirst: ObserverSteps {
  static func add(
    _ count: Int, for observers: Observers<Self>, _ add: (Int) throws -> ListenerHandle
  ) throws {
    var handles: [ListenerHandle] = []
    do {
      for number in 0..<count {
        let handle = try add(number)
        guard !observers.isOver else { return handle.remove() }
        handles.append(handle)
      }
    } catch {
      for handle in handles { handle.remove() }
      throw error
    }
    for handle in handles { observers.keep(handle) }
  }
}

/// Looks before each add whether it is over, and never behind the last one.
private enum LooksBefore: ObserverSteps {
  static func add(
    _ count: Int, for observers: Observers<Self>, _ add: (Int) throws -> ListenerHandle
  ) throws {
    for number in 0..<count {
      guard !observers.isOver else { return observers.removeAll() }
      observers.keepBlindly(try add(number))
    }
  }
}

/// Waits for one of its tasks, and cancels the others.
private enum StopsEarly: MergeSteps {
  static var lastEnd: Int { 1 }
}

/// Has no `finish()` behind its group.
private enum ForgetsToEnd: MergeSteps {
  static var endsWithItsGroup: Bool { false }
}

/// Reads the second when the first has ended.
private enum OneByOne: MergeSteps {
  static var isSequential: Bool { true }
}
