import SluiceConformance
import SluiceSimulation
public import SluiceSpies
import SluiceText

extension TestStage {
  /// Does something as one line: what is written in it happens at once, nothing settles between.
  ///
  /// - Parameters:
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - action: What happens. An error that it throws fails the test, and ends it.
  public func perform(
    file: StaticString = #fileID, line: Int = #line, _ action: () throws -> Void
  ) {
    let place = SourceLine(file, line)
    self.line("perform", place) {
      do { try action() } catch { fail(throwing: error, at: place) }
    }
  }

  /// Has something compete with what the lines before have set off, and with other races.
  ///
  /// In the canonical order it comes after what is ready already. In others it comes anywhere, also
  /// inside a call of the backend, before the next line that does not race.
  ///
  /// - Parameters:
  ///   - delay: The virtual time until it competes.
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - action: What happens, at once.
  public func race(
    after delay: Duration = .zero, file: StaticString = #fileID, line: Int = #line,
    _ action: @escaping () -> Void
  ) {
    guard isPlaying else { return }
    let place = SourceLine(file, line)
    horizon = max(horizon, simulation.now.advanced(by: delay))
    simulation.race("stimulus.race", after: delay) { [unowned self] in carryOut(place, action) }
  }

  /// Has something happen inside the next call of a kind that a stream makes, or is called by, or
  /// inside one after it.
  ///
  /// It is a failure if the call does not come.
  ///
  /// - Parameters:
  ///   - point: Inside which kind of call of the backend.
  ///   - call: Inside which of those, from 1 for the next one: a stream of several listeners is
  ///     cancelled inside its second add with `.add, call: 2`. Any other number fails the test.
  ///   - reader: The name of the reader whose call is meant; any by default.
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - action: What happens, at once.
  public func during(
    _ point: InjectionPoint, call: Int = 1, of reader: String? = nil,
    file: StaticString = #fileID, line: Int = #line, _ action: @escaping () -> Void
  ) {
    guard isPlaying else { return }
    rest()
    let place = SourceLine(file, line)
    guard call > 0 else {
      return fail(
        .scenarioUnusable, "calls are counted from 1, and \(call) is none of them", at: place)
    }
    injectionCount += 1
    let number = injectionCount
    injections[number] = place
    let isMeant = { [unowned self] (caller: Event.Caller) in
      reader.map { name in driver.isCaller(caller, named: name) } ?? true
    }
    let isolation = LentIsolation.current
    spy.inject(at: point, call: call, where: isMeant) { [unowned self] in
      injections[number] = nil
      guard mishap == nil else { return }
      simulation.stimulus("stimulus.during") { carryOut(place) { isolation.run(action) } }
    }
  }

  /// Lets virtual time pass, with everything that happens meanwhile.
  ///
  /// - Parameters:
  ///   - duration: How much time.
  ///   - file: The line's file.
  ///   - line: The line.
  public func advance(
    by duration: Duration, file: StaticString = #fileID, line: Int = #line
  ) {
    guard canLetTimePass("let time pass", SourceLine(file, line)) else { return }
    rest()
    guard mishap == nil else { return }
    mark(SourceLine(file, line))
    advance(to: simulation.now.advanced(by: duration))
  }

  /// Lets everything happen that is ready, as it does before each line.
  ///
  /// - Parameters:
  ///   - file: The line's file.
  ///   - line: The line.
  public func settle(file: StaticString = #fileID, line: Int = #line) {
    guard canLetTimePass("settle", SourceLine(file, line)) else { return }
    rest()
  }

  /// Checks something of the test's own, once everything has settled.
  ///
  /// - Parameters:
  ///   - condition: What has to hold, such as `station.listenerCount == 0`.
  ///   - comment: What to say if it does not hold.
  ///   - file: The line's file.
  ///   - line: The line.
  public func expect(
    _ condition: @autoclosure () throws -> Bool, _ comment: String = "a condition does not hold",
    file: StaticString = #fileID, line: Int = #line
  ) {
    let place = SourceLine(file, line)
    expectation(place) {
      do {
        if try !condition() {
          fail(.expectationFailed, comment, at: place, failed: driver.place(of: nil))
        }
      } catch {
        fail(throwing: error, at: place)
      }
    }
  }

  /// Cancels the task of a reader, that of a group of readers, or an assignment.
  ///
  /// - Parameters:
  ///   - name: The name of the reader, the group or the assignment.
  ///   - file: The line's file.
  ///   - line: The line.
  public func cancel(_ name: String, file: StaticString = #fileID, line: Int = #line) {
    if let assignment = assignments.first(where: { one in one.name == name }) {
      return self.line("cancel", SourceLine(file, line)) { assignment.end() }
    }
    drive("cancel", SourceLine(file, line)) { stage throws(StageError) in try stage.cancel(name) }
  }
}
