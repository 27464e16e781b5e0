import FakeStorage
import SluiceConformance
import SluiceSpies

/// The implementations of Storage's stream that the command knows.
enum StorageSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] = [reference, standard, proposal]

  /// What Storage's source is, for whatever implementation: progress, success and failure are
  /// observed with a listener each, and it ends.
  static let common = Traits().with { traits in
    traits.source = .operation
    traits.listeners = 3
  }

  /// The stream of one implementation.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - traits: What it declares of itself.
  ///   - updates: Reads the stream of a task.
  /// - Returns: The subject.
  static func stream<Updates: AsyncSequence & SendableMetatype>(
    _ name: String, traits: Traits = common,
    updates: @escaping @Sendable (StorageTask) -> Updates
  ) -> Subject where Updates.Element == StorageTaskSnapshot {
    Subject(
      name, stream: StorageVerbs.progress, traits: traits,
      open: { (fixture: StorageScenarioFixture, arguments) throws(SubjectError) in
        updates(try fixture.task(at: arguments.first?.value.place ?? ""))
      },
      project: { snapshot in snapshot.projected })
  }
}
