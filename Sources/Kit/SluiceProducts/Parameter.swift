package import SluiceScenarios
import SluiceSpies

/// One parameter of a verb, a probe, a stream or a constructor: its name, what it may be, and how
/// an action gets it.
///
/// What declares it hands it to its action as an `Argument`: an action can't read what is not
/// declared, and what it reads has been checked. Several that belong together, such as the parts of
/// a query, are combined into one.
public struct Parameter<Argument: Sendable>: Sendable {
  /// What the checker knows of it; several where it is combined.
  package let signatures: [ParameterSignature]
  /// Makes the argument of what a line gives for each parameter.
  private let read: @Sendable (Call) throws -> Argument

  private init(
    _ signatures: [ParameterSignature], _ read: @escaping @Sendable (Call) throws -> Argument
  ) {
    self.signatures = signatures
    self.read = read
  }

  /// A parameter that must be given, known by its position.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(_ name: String, _ kind: ArgumentKind<Argument>, _ summary: String) {
    self.init(ParameterSignature(name, kind.type, summary: summary), kind)
  }

  /// A parameter that must be given, with a label.
  ///
  /// - Parameters:
  ///   - label: The label, which is also its name.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(label: String, _ kind: ArgumentKind<Argument>, _ summary: String) {
    self.init(ParameterSignature(label: label, kind.type, .required, summary: summary), kind)
  }

  /// A parameter that need not be given, known by its position.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What it may be.
  ///   - value: What it is where it is not given.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(
    _ name: String, _ kind: ArgumentKind<Argument>, default value: Argument, _ summary: String
  ) {
    let presence = ParameterSignature.Presence.defaulted(kind.literal(value))
    self.init(ParameterSignature(name, kind.type, presence, summary: summary), kind, value)
  }

  /// A parameter that need not be given, with a label.
  ///
  /// - Parameters:
  ///   - label: The label, which is also its name.
  ///   - kind: What it may be.
  ///   - value: What it is where it is not given.
  ///   - summary: What it is for, as the second half of a sentence.
  public init(
    label: String, _ kind: ArgumentKind<Argument>, default value: Argument, _ summary: String
  ) {
    let presence = ParameterSignature.Presence.defaulted(kind.literal(value))
    self.init(
      ParameterSignature(label: label, kind.type, presence, summary: summary), kind, value)
  }

  private init(
    _ signature: ParameterSignature, _ kind: ArgumentKind<Argument>, _ value: Argument? = nil
  ) {
    self.init([signature]) { call in
      let given = call.values(of: signature.name).first
      // The default stands for what is not given, never for what can't be read.
      guard let argument = given.map(kind.read) ?? value else { throw call.misfit(signature) }
      return argument
    }
  }

  /// A parameter that need not be given and has no value then, known by its position.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  /// - Returns: The parameter.
  public static func optional<Wrapped>(
    _ name: String, _ kind: ArgumentKind<Wrapped>, _ summary: String
  ) -> Parameter where Argument == Wrapped? {
    optional(ParameterSignature(name, kind.type, .optional, summary: summary), kind)
  }

  /// A parameter that need not be given and has no value then, with a label.
  ///
  /// - Parameters:
  ///   - label: The label, which is also its name.
  ///   - kind: What it may be.
  ///   - summary: What it is for, as the second half of a sentence.
  /// - Returns: The parameter.
  public static func optional<Wrapped>(
    label: String, _ kind: ArgumentKind<Wrapped>, _ summary: String
  ) -> Parameter where Argument == Wrapped? {
    optional(ParameterSignature(label: label, kind.type, .optional, summary: summary), kind)
  }

  private static func optional<Wrapped>(
    _ signature: ParameterSignature, _ kind: ArgumentKind<Wrapped>
  ) -> Parameter where Argument == Wrapped? {
    Parameter([signature]) { call in
      guard let value = call.values(of: signature.name).first else { return nil }
      guard let argument = kind.read(value) else { throw call.misfit(signature) }
      return argument
    }
  }

  /// A parameter that may be given any number of times, known by its position: the last such.
  ///
  /// - Parameters:
  ///   - name: Its name, in messages and help.
  ///   - kind: What each may be.
  ///   - summary: What it is for, as the second half of a sentence.
  /// - Returns: The parameter.
  public static func variadic<Element>(
    _ name: String, _ kind: ArgumentKind<Element>, _ summary: String
  ) -> Parameter where Argument == [Element] {
    let signature = ParameterSignature(name, kind.type, .variadic, summary: summary)
    return Parameter([signature]) { call in
      try call.values(of: name).map { value in
        guard let argument = kind.read(value) else { throw call.misfit(signature) }
        return argument
      }
    }
  }

  /// Several parameters as one that an action is handed as a whole.
  ///
  /// - Parameters:
  ///   - parameters: The parts, in the order in which a line gives them.
  ///   - combine: Makes the whole of them; it throws a `FixtureError` or another error that says
  ///     why they don't fit together.
  /// - Returns: The whole.
  public static func combining<each Part>(
    _ parameters: repeat Parameter<each Part>,
    into combine: @escaping @Sendable (repeat each Part) throws -> Argument
  ) -> Parameter {
    Parameter(signaturesOf(repeat each parameters)) { call in
      try combine(repeat try (each parameters).argument(of: call))
    }
  }

  /// Parameters of one kind as one that an action is handed as a list.
  package static func collecting<Element>(
    _ parameters: [Parameter<Element>]
  ) -> Parameter where Argument == [Element] {
    Parameter(parameters.flatMap { parameter in parameter.signatures }) { call in
      try parameters.map { parameter in try parameter.argument(of: call) }
    }
  }

  /// The argument of a line.
  ///
  /// - Parameter call: The line's call, which was checked against the parameter.
  /// - Returns: What the line gives, or the default.
  /// - Throws: `FixtureError` where it can't be read, and what a combination throws.
  package func argument(of call: Call) throws -> Argument {
    try read(call)
  }
}
