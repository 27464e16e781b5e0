import SluiceConformance
import SluiceSimulation
import SluiceSpies
import SluiceText

/// A consumer of a stream under test, and what the test expects of it.
///
/// Each method is a line of the test: everything settles before it. Expectations take the reader's
/// answers one after the other, each once; what no line took is a failure at the test's end. What
/// comes after the reader was cancelled needs no line: the rules say what may come then.
///
/// An expectation that is not met is noted, and no line does anything any more.
public final class Reader<Element> {
  /// The reader's name.
  public let name: String
  let stage: TestStage
  let settings: ReaderSettings
  let project: (Element) -> Value
  /// What the errors of its stream stand for.
  let errors: OwnErrors
  /// The consumer; nil where the stream could not be read.
  var consumer: Consumer?
  /// The elements that the consumer got within its loop, in order.
  private var received: [Element] = []
  /// How many of the consumer's answers the lines so far have taken.
  private var taken = 0

  init(
    _ name: String, on stage: TestStage, settings: ReaderSettings,
    project: @escaping (Element) -> Value, errors: OwnErrors
  ) {
    self.name = name
    self.stage = stage
    self.settings = settings
    self.project = project
    self.errors = errors
  }

  func receive(_ element: Element) {
    received.append(element)
  }

  /// Everything that the reader has got so far, in order; the test has seen it then.
  public var elements: [Element] {
    if stage.isPlaying {
      stage.restOutside()
      while case .element? = unexpected.first?.output { taken += 1 }
    }
    return received
  }

  /// The next element, for whatever a test wants to ask of it.
  ///
  /// - Parameters:
  ///   - limit: The virtual time in which it has to come.
  ///   - file: The line's file.
  ///   - line: The line.
  /// - Returns: The element.
  /// - Throws: What leaves the test, where there is no next element, or the test has failed before.
  public func next(
    within limit: Duration = .zero, file: StaticString = #fileID, line: Int = #line
  ) throws -> Element {
    var next: Element?
    let place = SourceLine(file, line)
    stage.expectation(place) {
      next = takeElement("an element", within: limit, at: place)
    }
    guard let next else { throw TestIsOver() }
    return next
  }

  /// Expects that the next elements are those that a function wants, each by itself.
  ///
  /// - Parameters:
  ///   - limit: The virtual time in which it has to come.
  ///   - comment: What to say that was expected.
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - isExpected: Whether the next element is the one.
  public func expect(
    within limit: Duration = .zero, _ comment: String = "an element that the test accepts",
    file: StaticString = #fileID, line: Int = #line,
    where isExpected: (Element) throws -> Bool
  ) {
    let place = SourceLine(file, line)
    stage.expectation(place) {
      guard let next = takeElement(comment, within: limit, at: place) else { return }
      do {
        if try isExpected(next) { return }
        fail("got \(project(next)), not \(comment)", at: place, answer: taken - 1)
      } catch {
        stage.fail(throwing: error, at: place)
      }
    }
  }

  /// Expects that nothing has come that no line took.
  ///
  /// - Parameters:
  ///   - duration: For how much virtual time from now on nothing may come.
  ///   - file: The line's file.
  ///   - line: The line.
  public func expectNothing(
    for duration: Duration = .zero, file: StaticString = #fileID, line: Int = #line
  ) {
    let place = SourceLine(file, line)
    stage.expectation(place) {
      stage.wait(atMost: duration) { !unexpected.isEmpty }
      guard stage.isPlaying, let extra = unexpected.first else { return }
      fail("got \(extra.output), not nothing", at: place, answer: taken)
    }
  }

  /// Expects that the stream throws an error next: one of the same type, with the same description.
  ///
  /// Where errors of the stream stand for others, the error is the one that the stream throws.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - limit: The virtual time in which it has to come.
  ///   - file: The line's file.
  ///   - line: The line.
  public func expectError(
    _ error: any Error, within limit: Duration = .zero,
    file: StaticString = #fileID, line: Int = #line
  ) {
    let expected = Failure(errors.standing(for: error))
    expectFailure("error \(expected)", within: limit, at: SourceLine(file, line)) { failure in
      failure == expected
    }
  }

  /// Expects that the stream throws an error of a type next.
  ///
  /// - Parameters:
  ///   - type: The type; any error by default.
  ///   - limit: The virtual time in which it has to come.
  ///   - file: The line's file.
  ///   - line: The line.
  public func expectError<Thrown: Error>(
    _ type: Thrown.Type = (any Error).self, within limit: Duration = .zero,
    file: StaticString = #fileID, line: Int = #line
  ) {
    let isAny = type == (any Error).self
    let what = isAny ? "an error" : "an error of type \(type)"
    expectFailure(what, within: limit, at: SourceLine(file, line)) { failure in
      isAny || errors.types(of: failure).contains(String(reflecting: type))
    }
  }

  /// Expects that the stream ends next; after a cancellation in the way that its traits declare,
  /// which is with an error for some, and after what is buffered for others.
  ///
  /// - Parameters:
  ///   - limit: The virtual time in which it has to end.
  ///   - file: The line's file.
  ///   - line: The line.
  public func expectEnd(
    within limit: Duration = .zero, file: StaticString = #fileID, line: Int = #line
  ) {
    let place = SourceLine(file, line)
    stage.expectation(place) {
      guard let consumer else { return }
      stage.wait(atMost: limit) { consumer.loopEnd != nil }
      guard stage.isPlaying else { return }
      takeDrained()
      guard let next = unexpected.first else {
        if consumer.hasLeftByItself { return }
        return fail("did not end", details: standstill, at: place)
      }
      guard isEnd(next) else {
        return fail("got \(next.output), not its end", at: place, answer: taken)
      }
      taken += 1
    }
  }
}

extension Reader where Element: Equatable {
  /// Expects these elements next, one after the other.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - limit: The virtual time in which they have to come.
  ///   - file: The line's file.
  ///   - line: The line.
  public func expect(
    _ elements: Element..., within limit: Duration = .zero,
    file: StaticString = #fileID, line: Int = #line
  ) {
    let place = SourceLine(file, line)
    let target = elements.count
    stage.expectation(place) {
      stage.wait(atMost: limit) { unexpected.count >= target }
      for element in elements {
        let expected = project(element).description
        guard let next = takeElement(expected, at: place) else { return }
        guard next != element else { continue }
        var details: [String] = []
        // What the log leaves out of an element may be all that differs.
        if project(next).description == expected {
          details = ["expected: \(element)", "got:      \(next)"]
        }
        return fail(
          "got \(project(next)), not \(expected)", details: details, at: place, answer: taken - 1)
      }
    }
  }
}

// MARK: Answers

extension Reader: TestReader {
  /// The answers that no line has taken yet.
  private var unexpected: ArraySlice<Consumer.Received> {
    consumer?.outputs.dropFirst(taken) ?? []
  }

  var leftover: Consumer.Received? {
    guard !settings.isLenient, let first = unexpected.first else { return nil }
    return first.step >= cancelStep ? nil : first
  }

  var placeOfLeftover: FailedPlace? { failedPlace(answer: taken) }

  func forget() {
    received = []
  }

  /// Notes that an expectation was not met.
  ///
  /// - Parameters:
  ///   - what: What the reader did instead, without its name.
  ///   - details: More lines that explain it.
  ///   - place: The line.
  ///   - answer: The number of the answer that is not as expected, from 0; nil if there was none.
  private func fail(
    _ what: String, details: [String] = [], at place: SourceLine, answer: Int? = nil
  ) {
    stage.fail(
      .expectationFailed, "'\(name)' \(what)", details: details, at: place,
      failed: failedPlace(answer: answer))
  }

  private func failedPlace(answer: Int?) -> FailedPlace? {
    guard let consumer else { return nil }
    guard let answer else { return stage.driver.place(of: consumer) }
    return stage.driver.place(ofAnswer: answer, of: consumer)
  }

  /// The step at which the consumer was cancelled first; the last one of all if it was not.
  private var cancelStep: Int {
    cancelPlace.map { place in stage.log.entries[place].step } ?? .max
  }

  /// The number of the log's entry with the consumer's first cancel; nil if it was not cancelled.
  private var cancelPlace: Int? {
    guard let id = consumer?.id else { return nil }
    return stage.log.entries.firstIndex { entry in entry.event == .cancelCalled(id) }
  }

  /// Takes the next answer, if it is an element; fails where it is not, or there is none.
  private func takeElement(
    _ expected: String, within limit: Duration = .zero, at place: SourceLine
  ) -> Element? {
    stage.wait(atMost: limit) { !unexpected.isEmpty }
    guard stage.isPlaying, let consumer else { return nil }
    guard let next = unexpected.first else {
      fail("got nothing more, not \(expected)", details: standstill, at: place)
      return nil
    }
    let position = consumer.outputs.prefix(taken).count { received in received.isElement }
    guard next.isElement, received.indices.contains(position) else {
      fail("got \(next.output), not \(expected)", at: place, answer: taken)
      return nil
    }
    taken += 1
    return received[position]
  }

  private func expectFailure(
    _ expected: String, within limit: Duration, at place: SourceLine,
    where isExpected: (Failure) -> Bool
  ) {
    stage.expectation(place) {
      stage.wait(atMost: limit) { !unexpected.isEmpty }
      guard stage.isPlaying, consumer != nil else { return }
      guard let next = unexpected.first else {
        return fail("did not throw \(expected)", details: standstill, at: place)
      }
      guard case .failure(let failure) = next.output, isExpected(failure) else {
        return fail("got \(next.output), not \(expected)", at: place, answer: taken)
      }
      taken += 1
    }
  }

  /// Takes what a stream hands out after a cancellation that drains its buffer.
  private func takeDrained() {
    let entries = stage.log.entries
    guard let place = cancelPlace, settings.traits.drains(afterCancelAt: place, in: entries) else {
      return
    }
    let step = entries[place].step
    while let next = unexpected.first, next.isElement, next.step >= step { taken += 1 }
  }

  private func isEnd(_ next: Consumer.Received) -> Bool {
    switch next.output {
    case .element: false
    case .end: next.step < cancelStep || settings.traits.cancelOutcome == .ends
    case .failure(let failure):
      failure.isCancellation && next.step >= cancelStep
        && settings.traits.cancelOutcome == .throwsCancellation
    }
  }

  /// That the reader waits, and that nothing is left which could ever resume it.
  private var standstill: [String] {
    guard let consumer, stage.simulation.nextTimer == nil, stage.driver.isWaiting(consumer) else {
      return []
    }
    return ["stuck: '\(name)' waits in next(), and nothing is left that could happen"]
  }
}

/// What the errors that a stream throws stand for in the log.
final class OwnErrors {
  private let meaning: (any Error) -> any Error
  /// The types that the errors had which are in the log as others.
  private var types: [Failure: Set<String>] = [:]

  init(_ meaning: @escaping (any Error) -> any Error) {
    self.meaning = meaning
  }

  /// The source's error that an error of the stream stands for.
  func standing(for error: any Error) -> any Error { meaning(error) }

  /// Keeps the type of an error that was thrown.
  func note(_ error: any Error) {
    types[Failure(meaning(error)), default: []].insert(String(reflecting: type(of: error)))
  }

  /// The types of the errors that the stream threw which are in the log as a failure.
  func types(of failure: Failure) -> Set<String> { types[failure] ?? [failure.type] }
}

/// A reader without its type.
protocol TestReader: AnyObject {
  var name: String { get }
  /// The first answer that a line should have expected, and none did.
  var leftover: Consumer.Received? { get }
  /// Where that answer stands in the log.
  var placeOfLeftover: FailedPlace? { get }
  /// Lets go of the elements.
  func forget()
}

/// What leaves a test whose failure is noted already.
struct TestIsOver: Error, CustomStringConvertible {
  let description = "the test has failed at an earlier line"
}

extension Consumer.Received {
  fileprivate var isElement: Bool {
    if case .element = output { true } else { false }
  }
}

extension Consumer {
  /// Whether the consumer left its loop, or never entered it, for a reason of its own.
  fileprivate var hasLeftByItself: Bool {
    switch loopEnd {
    case .broke, .bodyThrew, .operatorEnded, .dropped: true
    case .ended, .failed: false
    case nil: isOver
    }
  }
}
