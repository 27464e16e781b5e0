import FakeDatabase
import SluiceConformance
import SluiceSpies

/// The implementations of the Realtime Database's streams that the command knows.
enum DatabaseSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] = reference + standard + proposal

  /// The two streams of one implementation: values, and events of children by four listeners.
  ///
  /// The source can fail, has no end of its own, and calls back with a value or an error. It hands
  /// over the present value first; of children there may be none.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - declare: What it declares of itself beside that.
  ///   - values: Reads a query's stream of values.
  ///   - events: Reads a query's stream of events.
  /// - Returns: The subjects, in that order.
  static func streams<
    Values: AsyncSequence & SendableMetatype, Events: AsyncSequence & SendableMetatype
  >(
    _ name: String, declaring declare: (inout Traits) -> Void = { _ in },
    values: @escaping @Sendable (DatabaseQuery) -> Values,
    events: @escaping @Sendable (DatabaseQuery) -> Events
  ) -> [Subject] where Values.Element == DataSnapshot, Events.Element == DatabaseEvent {
    var traits = Traits()
    traits.sourceCanEnd = false
    declare(&traits)
    return [
      Subject(
        name, stream: DatabaseStreams.value,
        traits: traits.with { traits in traits.initialValue = .present },
        open: { (fixture: DatabaseScenarioFixture, arguments) throws(SubjectError) in
          values(try fixture.query(arguments))
        },
        project: { snapshot in snapshot.projected },
        asking: { arguments in DatabaseTarget(arguments).options }),
      Subject(
        name, stream: DatabaseStreams.events,
        traits: traits.with { traits in traits.listeners = 4 },
        open: { (fixture: DatabaseScenarioFixture, arguments) throws(SubjectError) in
          events(try fixture.query(arguments))
        },
        project: { event in event.projected },
        asking: { arguments in DatabaseTarget(arguments).options }),
    ]
  }
}

extension DatabaseScenarioFixture {
  /// The query that a stream's arguments name.
  fileprivate func query(_ arguments: [Value.Argument]) throws(SubjectError) -> DatabaseQuery {
    do throws(DatabaseUsageError) {
      return database.query(try DatabaseTarget(arguments).specification())
    } catch {
      throw .badArgument(error.description)
    }
  }
}
