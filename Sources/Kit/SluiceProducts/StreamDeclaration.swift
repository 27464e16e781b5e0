public import SluiceConformance
package import SluiceScenarios
public import SluiceSpies

/// A stream that there is over a product's backend, whoever implements it: its name, what it takes,
/// what it is read from, and what its source is like.
///
/// ```swift
/// static let stateChanges = StreamDeclaration<AuthBackend, Auth>(
///   "auth.state-changes", "Who is signed in: the present user, then each change.",
///   example: "S = auth.state-changes()"
/// ) { backend in backend.auth }
/// ```
public struct StreamDeclaration<Backend: AnyObject & Sendable, Source>: Sendable {
  /// The full name, `<product>.<stream>`.
  public let name: String
  /// What its source is, for whatever implementation.
  public let traits: Traits
  /// The abilities that its source lacks.
  public let lacking: Set<SourceAbility>
  private let signature: StreamSignature
  private let source: @Sendable (Backend, Call) throws -> Source
  /// The options that a line asks for; nil where implementations are never asked for any.
  private let options: (@Sendable (Call) throws -> Value?)?

  /// A stream.
  ///
  /// - Parameters:
  ///   - name: The full name, `<product>.<stream>`.
  ///   - suite: The first part of its suites' names; its own name unless it is said.
  ///   - summary: What it is a stream of, in one sentence.
  ///   - parameters: What it takes, in the order in which a line gives it.
  ///   - example: One line of a scenario that uses it.
  ///   - traits: Declares what its source is, for whatever implementation.
  ///   - lacking: The abilities that its source lacks.
  ///   - options: The options that an implementation has to pass to add, as the spy logs them; nil
  ///     where nothing is asked of it.
  ///   - source: Finds what implementations read the stream from. It is handed the backend and an
  ///     argument for each parameter, and throws where there is no such thing.
  public init<each Argument>(
    _ name: String, suite: String? = nil, _ summary: String,
    _ parameters: repeat Parameter<each Argument>, example: String,
    traits: (inout Traits) -> Void = { _ in }, lacking: Set<SourceAbility> = [],
    options: @escaping @Sendable (repeat each Argument) -> Value?,
    source: @escaping @Sendable (Backend, repeat each Argument) throws -> Source
  ) {
    self.name = name
    self.traits = Traits().with(traits)
    self.lacking = lacking
    signature = StreamSignature(
      name, product: nil, suite: suite ?? name, parameters: signaturesOf(repeat each parameters),
      summary: summary, example: example)
    self.source = { backend, call in
      try source(backend, repeat try (each parameters).argument(of: call))
    }
    self.options = { call in options(repeat try (each parameters).argument(of: call)) }
  }

  /// A stream whose implementations are asked to pass on no options.
  ///
  /// - Parameters:
  ///   - name: The full name, `<product>.<stream>`.
  ///   - suite: The first part of its suites' names; its own name unless it is said.
  ///   - summary: What it is a stream of, in one sentence.
  ///   - parameters: What it takes, in the order in which a line gives it.
  ///   - example: One line of a scenario that uses it.
  ///   - traits: Declares what its source is, for whatever implementation.
  ///   - lacking: The abilities that its source lacks.
  ///   - source: Finds what implementations read the stream from. It is handed the backend and an
  ///     argument for each parameter, and throws where there is no such thing.
  public init<each Argument>(
    _ name: String, suite: String? = nil, _ summary: String,
    _ parameters: repeat Parameter<each Argument>, example: String,
    traits: (inout Traits) -> Void = { _ in }, lacking: Set<SourceAbility> = [],
    source: @escaping @Sendable (Backend, repeat each Argument) throws -> Source
  ) {
    self.name = name
    self.traits = Traits().with(traits)
    self.lacking = lacking
    signature = StreamSignature(
      name, product: nil, suite: suite ?? name, parameters: signaturesOf(repeat each parameters),
      summary: summary, example: example)
    self.source = { backend, call in
      try source(backend, repeat try (each parameters).argument(of: call))
    }
    options = nil
  }

  /// What the checker knows of it in its product.
  package func signature(in product: String) -> StreamSignature {
    precondition(
      name.hasPrefix("\(product)."), "the stream '\(name)' is none of the product '\(product)'")
    var signature = signature
    signature.product = product
    return signature
  }

  /// What an implementation reads the stream from.
  func source(
    in fixture: any Fixture, _ arguments: [Value.Argument]
  ) throws(SubjectError) -> Source {
    guard let backend = (fixture as? ProductFixture)?.backend as? Backend else {
      throw .wrongFixture(stream: name, expected: "\(Backend.self)")
    }
    do {
      return try source(backend, Call(name: name, arguments: arguments))
    } catch let error as SubjectError {
      throw error
    } catch {
      throw .badArgument("\(error)")
    }
  }

  /// The options that an implementation has to pass to add, by what it is read with; nil where none
  /// are ever asked for.
  var asking: (@Sendable ([Value.Argument]) -> Value?)? {
    guard let options else { return nil }
    // Arguments that don't fit together are told of when the stream is read.
    return { [name] arguments in try? options(Call(name: name, arguments: arguments)) }
  }
}

extension Subject {
  /// An implementation of a stream.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - stream: The stream that it implements.
  ///   - change: Declares what it is otherwise than the reference streams over the stream's source.
  ///   - project: How an element is written in scenarios and in the log.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream from its source.
  public init<Backend, Source, Base: AsyncSequence & SendableMetatype>(
    _ name: String, of stream: StreamDeclaration<Backend, Source>,
    traits change: (inout Traits) -> Void = { _ in },
    project: @escaping @Sendable (Base.Element) -> Value,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (Source) throws -> Base
  ) {
    self.init(
      name, stream: stream.name, traits: stream.traits.with(change), lacking: stream.lacking,
      failsByType: Base.Failure.self != Never.self,
      asking: stream.asking
    ) { fixture, arguments throws(SubjectError) in
      let source = try stream.source(in: fixture, arguments)
      do {
        return ErasedSequence(try open(source), project: project, error: error)
      } catch {
        throw .badArgument("\(error)")
      }
    }
    lackingAnyway = stream.lacking
  }

  /// An implementation of a stream whose elements know how they are written.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - stream: The stream that it implements.
  ///   - change: Declares what it is otherwise than the reference streams over the stream's source.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own; `CancellationError` for the one with which it ends on cancellation.
  ///   - open: Reads the stream from its source.
  public init<Backend, Source, Base: AsyncSequence & SendableMetatype>(
    _ name: String, of stream: StreamDeclaration<Backend, Source>,
    traits change: (inout Traits) -> Void = { _ in },
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    open: @escaping @Sendable (Source) throws -> Base
  ) where Base.Element: ProjectsToValue {
    self.init(
      name, of: stream, traits: change, project: { element in element.projected }, error: error,
      open: open)
  }
}
