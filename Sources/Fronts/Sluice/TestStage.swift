public import SluiceConformance
public import SluiceSimulation
public import SluiceSpies
import SluiceText

/// The stage of one run of a test: readers are started on it, and happen to what it says.
///
/// Each call of a method here, of a ``Reader`` or of a `FakeListener` of the stage is a line of the
/// test. Before a line everything settles; then the line happens as one event. What it sets off
/// happens before the next line, or in competition with it where that is a
/// ``race(after:file:line:_:)``. To look at state of your own, ``settle(file:line:)`` first.
///
/// A fake that knows nothing of stages is spoken to within ``perform(file:line:_:)``; one of your
/// own calls `Spy.stimulus(_:file:line:_:)` from the methods that tests call.
///
/// It is used on the thread that calls the test's closure, and is of no use after that.
public final class TestStage {
  /// The driver of the run, on which the lines are played.
  public let driver: Stage
  /// What the streams declare of themselves, where no reader says otherwise.
  public let traits: Traits

  var marks: [LineMark<SourceLine>] = []
  var mishap: Mishap<SourceLine>?
  var declarations: Declarations
  var readers: [any TestReader] = []
  var assignments: [any TestAssignment] = []
  /// The `during` lines whose calls have not come yet, by number.
  var injections: [Int: SourceLine] = [:]
  var injectionCount = 0
  var spies: [Spy] = []
  var kept: [AnyObject] = []
  /// How many lines are under way, each inside the one before.
  var depth = 0
  /// The instant up to which lines are planned.
  var horizon = Instant.start
  var isOver = false

  init(in simulation: Simulation, traits: Traits) {
    driver = Stage(in: simulation)
    self.traits = traits
    declarations = Declarations(traits)
    driver.spy.conduct { [unowned self] name, place, operation in
      line(name, place, operation)
    }
  }

  /// The simulation in which everything happens.
  public var simulation: Simulation { driver.simulation }
  /// The record of everything that happened.
  public var log: EventLog { driver.log }
  /// The recorder for the backend of the test, if there is one only: see ``makeSpy()``.
  public var spy: Spy { driver.spy }

  /// A recorder for one backend among several.
  ///
  /// Streams over different backends are independent for the rules, as streams over one are not.
  ///
  /// - Returns: A spy with registrations of its own, which writes the log of the stage.
  public func makeSpy() -> Spy {
    let spy = Spy(beside: driver.spy)
    spies.append(spy)
    return spy
  }

  /// Has the stage hold an object until it is done with everything: a fake of your own, which would
  /// else be gone with the closure, before readers that are left are cancelled.
  ///
  /// - Parameter object: The object.
  /// - Returns: The object.
  @discardableResult
  public func keep<Object: AnyObject>(_ object: Object) -> Object {
    if !isOver { kept.append(object) }
    return object
  }
}

extension TestStage {
  /// Whether there is anything to be done still.
  var isPlaying: Bool { mishap == nil && !isOver }

  /// Whether a line is to happen at once: it is inside another one, or inside an event.
  private var isInside: Bool { depth > 0 || simulation.isInsideEvent }

  /// Plays a line: everything settles, and it happens as one event; inside an event, at once.
  func line(_ name: String, _ place: SourceLine, _ action: () -> Void) {
    guard isPlaying else { return }
    if isInside { return carryOut(place, action) }
    rest()
    guard isPlaying else { return }
    simulation.stimulus("stimulus.\(name)") { carryOut(place, action) }
  }

  /// Plays a line that only looks: everything settles, and it is no event.
  func expectation(_ place: SourceLine, _ look: () -> Void) {
    guard isPlaying else { return }
    restOutside()
    guard isPlaying else { return }
    mark(place)
    look()
  }

  /// Plays a line that the driver can refuse.
  func drive(
    _ name: String, _ place: SourceLine, _ action: (Stage) throws(StageError) -> Void
  ) {
    line(name, place) {
      do throws(StageError) {
        try action(driver)
      } catch {
        fail(.scenarioUnusable, error.description, at: place)
      }
    }
  }

  /// Does what a line says in nobody's name, also where it falls into a call that a stream makes.
  func carryOut(_ place: SourceLine, _ action: () -> Void) {
    guard isPlaying else { return }
    Event.Caller.$current.withValue(.unknown) {
      depth += 1
      defer { depth -= 1 }
      mark(place)
      action()
    }
  }

  func mark(_ place: SourceLine) {
    marks.append(LineMark(entry: log.count, step: simulation.step, line: place))
  }

  /// Fails where time can't pass: inside an event.
  func canLetTimePass(_ what: String, _ place: SourceLine) -> Bool {
    guard isPlaying else { return false }
    guard isInside else { return true }
    fail(.scenarioUnusable, "a line inside another one can't \(what)", at: place)
    return false
  }

  /// Lets everything settle that the lines so far have planned.
  func rest() {
    if horizon > simulation.now { advance(to: horizon) }
    if isPlaying, let halt = driver.settle() { fail(driver.stop(halt)) }
    noteDeadTargets()
    simulation.watchScript()
  }

  /// Lets everything settle, unless an event is under way.
  func restOutside() {
    if !isInside { rest() }
  }

  /// Lets time pass up to an instant.
  func advance(to instant: Instant) {
    if isPlaying, let halt = driver.advance(to: instant) { fail(driver.stop(halt)) }
    simulation.watchScript()
  }

  /// Lets time pass, timer by timer, until something holds or a time is over.
  ///
  /// - Parameters:
  ///   - limit: How long at most.
  ///   - holds: Whether it does.
  func wait(atMost limit: Duration, until holds: () -> Bool) {
    guard limit > .zero, !isInside else { return }
    let deadline = simulation.now.advanced(by: limit)
    while isPlaying, !holds(), let next = simulation.nextTimer, next <= deadline {
      advance(to: next)
    }
    if isPlaying, !holds() { advance(to: deadline) }
  }
}
