import SluiceConformance
import SluiceSimulation
import SluiceSpies
import SluiceText

extension TestStage {
  /// Makes an object and has a closure assign the elements of a stream to it, as `assign(to:on:)`
  /// does.
  ///
  /// The loop is the test's own. The stage cancels the assignment, lets go of the object, and has
  /// `memory.consumer-released` judge whether something keeps the object alive. The source of that
  /// obligation is the guide to observers' asynchronous streams.
  ///
  /// ```swift
  /// let screen = stage.assign("screen", to: Screen()) { screen in
  ///   let task = source.values().assign(to: \.number, on: screen)
  ///   return { task.cancel() }
  /// }
  /// source.send(1)
  /// stage.expect(screen.target?.number == 1)
  /// screen.cancel()
  /// ```
  ///
  /// An object that keeps its own assignment, as a screen does, returns what stops it. One that
  /// stops in its `deinit` returns `{}`.
  ///
  /// - Parameters:
  ///   - name: The name of the assignment, which no reader has.
  ///   - target: Makes the object. A test that keeps it outside of the closure of `simulate` keeps
  ///     it alive, and breaks the rule itself.
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - begin: Begins to assign, at once, and returns what cancels that. An error that it throws
  ///     fails the test.
  /// - Returns: The assignment.
  @discardableResult
  public func assign<Target: AnyObject>(
    _ name: String, to target: @autoclosure () throws -> Target,
    file: StaticString = #fileID, line: Int = #line,
    _ begin: (Target) throws -> () -> Void
  ) -> Assignment<Target> {
    let place = SourceLine(file, line)
    let assignment = Assignment<Target>(name, on: self)
    self.line("assign", place) {
      do {
        let consumer = try driver.enter(name)
        let object = try target()
        let isolation = LentIsolation.current
        let cancel = try begin(object)
        assignment.began(
          with: object, watchedBy: Sentinel(.consumer(consumer.id), log: log)
        ) { isolation.run(cancel) }
        assignments.append(assignment)
      } catch let error as StageError {
        fail(.scenarioUnusable, error.description, at: place)
      } catch {
        fail(throwing: error, at: place)
      }
    }
    return assignment
  }

  /// Notes the death of each object that is assigned to.
  func noteDeadTargets() {
    for assignment in assignments { assignment.noteDeath() }
  }

  /// Cancels what still assigns, as the end of a program would.
  func endAssignments() {
    let pending = assignments.filter { assignment in assignment.isUnderWay }
    guard !pending.isEmpty else { return }
    simulation.stimulus("stimulus.assign") {
      Event.Caller.$current.withValue(.unknown) { for one in pending { one.end() } }
    }
  }

  /// An assignment of elements to an object, by a loop of the test's own.
  ///
  /// It is used on the thread that calls the test's closure.
  public final class Assignment<Target: AnyObject> {
    /// The name of the assignment.
    public let name: String
    /// The object, until the assignment is cancelled.
    public private(set) var target: Target?
    private weak var watched: Target?
    private var sentinel: Sentinel?
    private var undo: (() -> Void)?
    private unowned let stage: TestStage

    init(_ name: String, on stage: TestStage) {
      self.name = name
      self.stage = stage
    }

    /// Cancels the assignment, and lets go of the object.
    ///
    /// - Parameters:
    ///   - file: The line's file.
    ///   - line: The line.
    public func cancel(file: StaticString = #fileID, line: Int = #line) {
      stage.line("cancel", SourceLine(file, line)) { end() }
    }

    func began(
      with object: Target, watchedBy sentinel: Sentinel, _ undo: @escaping () -> Void
    ) {
      target = object
      watched = object
      self.sentinel = sentinel
      self.undo = undo
    }
  }
}

/// An assignment without its type.
protocol TestAssignment: AnyObject {
  var name: String { get }
  /// Whether it has begun, and nothing has cancelled it.
  var isUnderWay: Bool { get }
  /// Cancels it, and lets go of the object.
  func end()
  /// Has the log say that the object is dead, if it is.
  func noteDeath()
}

extension TestStage.Assignment: TestAssignment {
  var isUnderWay: Bool { undo != nil }

  func end() {
    undo.take()?()
    target = nil
  }

  func noteDeath() {
    if watched == nil { sentinel = nil }
  }
}
