public import FakeListener
public import SluiceSpies

extension FakeListener {
  /// A source on the stage of a test, which lives until the stage is done with everything.
  ///
  /// Each call by which the test speaks to it is a line of the test.
  ///
  /// - Parameters:
  ///   - stage: The stage.
  ///   - behavior: How the source behaves throughout.
  ///   - project: How an element is written in the log, where `Value(projecting:)` won't do.
  public convenience init(
    on stage: TestStage, behavior: ListenerBehavior = ListenerBehavior(),
    project: @escaping @Sendable (Element) -> Value = { element in Value(projecting: element) }
  ) {
    self.init(in: stage.simulation, spy: stage.makeSpy(), behavior: behavior, project: project)
    stage.keep(self)
  }
}
