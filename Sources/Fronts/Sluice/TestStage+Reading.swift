import SluiceConformance
import SluiceSimulation
public import SluiceSpies
import SluiceText

extension TestStage {
  /// Reads a stream, and starts a reader of it.
  ///
  /// - Parameters:
  ///   - name: The reader's name.
  ///   - sequence: The stream, as an app reads it. It is read within the line, so that what it adds
  ///     then is known to be its own, and held as `for await` holds it: until the iterator is made.
  ///   - options: How the reader goes about it.
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - project: How an element is written in the log, where `Value(projecting:)` won't do. Where
  ///     a stream makes other elements of what its backend calls back, both have to be written
  ///     alike.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  /// - Returns: The reader.
  @discardableResult
  public func read<Base: AsyncSequence & SendableMetatype>(
    _ name: String, _ sequence: @autoclosure () throws -> Base, _ options: ReaderOption...,
    file: StaticString = #fileID, line: Int = #line,
    as project: @escaping (Base.Element) -> Value = { element in Value(projecting: element) },
    error: @escaping (Base.Failure) -> any Error = { error in error }
  ) -> Reader<Base.Element> {
    read(name, options, project, error, SourceLine(file, line), sequence)
  }

  /// Reads a stream that a closure opens, and starts a reader of it.
  ///
  /// - Parameters:
  ///   - name: The reader's name.
  ///   - options: How the reader goes about it.
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - project: How an element is written in the log, where `Value(projecting:)` won't do.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream, at once.
  /// - Returns: The reader.
  @discardableResult
  public func read<Base: AsyncSequence & SendableMetatype>(
    _ name: String, _ options: ReaderOption...,
    file: StaticString = #fileID, line: Int = #line,
    as project: @escaping (Base.Element) -> Value = { element in Value(projecting: element) },
    error: @escaping (Base.Failure) -> any Error = { error in error },
    open: () throws -> Base
  ) -> Reader<Base.Element> {
    read(name, options, project, error, SourceLine(file, line), open)
  }

  /// Starts a reader that awaits its stream in its own task, as in `for await x in await f()`.
  ///
  /// - Parameters:
  ///   - name: The reader's name.
  ///   - options: How the reader goes about it.
  ///   - file: The line's file.
  ///   - line: The line.
  ///   - project: How an element is written in the log, where `Value(projecting:)` won't do.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream, when the reader first asks for an element.
  /// - Returns: The reader.
  @discardableResult
  public func read<Base: AsyncSequence & SendableMetatype>(
    _ name: String, _ options: ReaderOption...,
    file: StaticString = #fileID, line: Int = #line,
    as project: @escaping (Base.Element) -> Value = { element in Value(projecting: element) },
    error: @escaping (Base.Failure) -> any Error = { error in error },
    open: @escaping () async throws -> Base
  ) -> Reader<Base.Element> {
    let place = SourceLine(file, line)
    return read(name, options, project, error, place) { [unowned self] in
      OpenedSequence {
        do {
          return try await open()
        } catch {
          self.fail(throwing: error, at: place)
          return nil
        }
      }
    }
  }

  /// Starts another reader, with an iterator of its own, of the sequence of one that holds it.
  ///
  /// - Parameters:
  ///   - name: The reader's name.
  ///   - other: A reader that was started as ``ReaderOption/held``.
  ///   - options: How the reader goes about it.
  ///   - file: The line's file.
  ///   - line: The line.
  /// - Returns: The reader.
  @discardableResult
  public func read<Element>(
    _ name: String, again other: Reader<Element>, _ options: ReaderOption...,
    file: StaticString = #fileID, line: Int = #line
  ) -> Reader<Element> {
    let settings = ReaderSettings(options, traits: other.settings.traits)
    let reader = Reader(
      name, on: self, settings: settings, project: other.project, errors: other.errors)
    readers.append(reader)
    drive("start", SourceLine(file, line)) { stage throws(StageError) in
      reader.consumer = try stage.iterate(name, sequenceOf: other.name, settings.consumer)
    }
    return reader
  }

  private func read<Base: AsyncSequence & SendableMetatype>(
    _ name: String, _ options: [ReaderOption], _ project: @escaping (Base.Element) -> Value,
    _ error: @escaping (Base.Failure) -> any Error, _ place: SourceLine, _ open: () throws -> Base
  ) -> Reader<Base.Element> {
    // The reader's task calls them, wherever that runs.
    let isolation = LentIsolation.current
    let project = isolation.lent(to: project)
    let error = isolation.lent(to: error)
    var settings = ReaderSettings(options, traits: traits)
    if Base.Failure.self == Never.self { settings.traits.canFail = false }
    let errors = OwnErrors { thrown in (thrown as? Base.Failure).map(error) ?? thrown }
    let reader = Reader(name, on: self, settings: settings, project: project, errors: errors)
    guard name.isWritable else {
      fail(
        .scenarioUnusable, "'\(name)' has letters that no schedule can be written with", at: place)
      return reader
    }
    readers.append(reader)
    drive("start", place) { stage throws(StageError) in
      let consumer = try stage.start(name, settings.consumer) { () throws(SubjectError) in
        do {
          return ErasedSequence(
            try open(), project: project,
            error: { [weak errors] thrown in
              errors?.note(thrown)
              return error(thrown)
            },
            receive: { [weak self] element in self?.handOver(element) })
        } catch {
          self.fail(throwing: error, at: place)
          throw .badArgument("\(error)")
        }
      }
      reader.consumer = consumer
      declarations.declare(settings.traits, of: consumer.sequence)
    }
    return reader
  }

  /// Gives an element to the reader whose task is running: of one sequence there may be several.
  private func handOver<Element>(_ element: Element) {
    let id = Event.Caller.current.consumer
    for case let reader as Reader<Element> in readers where reader.consumer?.id == id {
      return reader.receive(element)
    }
  }
}

extension Reader {
  /// Cancels the reader's task.
  ///
  /// - Parameters:
  ///   - file: The line's file.
  ///   - line: The line.
  public func cancel(file: StaticString = #fileID, line: Int = #line) {
    stage.cancel(name, file: file, line: line)
  }

  /// Has the reader leave its loop by `break` at its next element.
  ///
  /// - Parameters:
  ///   - file: The line's file.
  ///   - line: The line.
  public func `break`(file: StaticString = #fileID, line: Int = #line) {
    stage.drive("break", SourceLine(file, line)) { [name] stage throws(StageError) in
      try stage.breakLoop(name)
    }
  }

  /// Drops the reader's iterator and sequence, without cancelling anything.
  ///
  /// One that waits in `next()` can't be dropped: make it ``ReaderOption/manual``,
  /// ``ReaderOption/busy(_:)`` or give it a ``ReaderOption/demand(_:)``.
  ///
  /// - Parameters:
  ///   - file: The line's file.
  ///   - line: The line.
  public func drop(file: StaticString = #fileID, line: Int = #line) {
    stage.drive("drop", SourceLine(file, line)) { [name] stage throws(StageError) in
      try stage.drop(name)
    }
  }

  /// Lets go of the sequence of a reader that is ``ReaderOption/held``.
  ///
  /// - Parameters:
  ///   - file: The line's file.
  ///   - line: The line.
  public func release(file: StaticString = #fileID, line: Int = #line) {
    stage.drive("release", SourceLine(file, line)) { [name] stage throws(StageError) in
      try stage.release(name)
    }
  }

  /// Has a reader call `next()` that is ``ReaderOption/manual`` or has got what it demanded.
  ///
  /// - Parameters:
  ///   - count: How often.
  ///   - file: The line's file.
  ///   - line: The line.
  public func pull(_ count: Int = 1, file: StaticString = #fileID, line: Int = #line) {
    stage.drive("pull", SourceLine(file, line)) { [name] stage throws(StageError) in
      try stage.pull(name, count: count)
    }
  }
}

extension String {
  /// Whether the text can be part of an event's name in a schedule.
  fileprivate var isWritable: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && scalar.value != 0x7F
          && !";:<,#@\"\\".unicodeScalars.contains(scalar)
      }
  }
}

/// A sequence that its consumer's task has to await before it can iterate it, as in
/// `for await reading in await station.readings()`.
struct OpenedSequence<Base: AsyncSequence & SendableMetatype>: AsyncSequence, OpenedByItsIterator {
  typealias Element = Base.Element
  typealias Failure = Base.Failure

  /// Awaits the sequence; nil where that failed, and the iteration is over.
  let open: () async -> Base?

  func makeAsyncIterator() -> Iterator { Iterator(open: open) }

  struct Iterator: AsyncIteratorProtocol {
    /// Gone with the first call of `next()`, and with it whatever it holds.
    private var open: (() async -> Base?)?
    private var base: Base.AsyncIterator?

    init(open: @escaping () async -> Base?) {
      self.open = open
    }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      if let open = open.take() { base = await open()?.makeAsyncIterator() }
      return try await base?.next(isolation: actor)
    }
  }
}
