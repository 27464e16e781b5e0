public import SluiceScenarios
public import SluiceSpies

/// Something that a scenario can make a backend do: its name, what it takes, what it is for, an
/// example, where it may stand, and what is done.
///
/// ```swift
/// Verb("sign-out", "Has an app sign the user out, at once.", .app, example: "auth.sign-out()") {
///   backend, app in try backend.app(app).signOut()
/// }
/// ```
public struct Verb<Backend>: Sendable {
  /// The layers of an emulator's verbs.
  public static var emulated: [ScenarioLayer] { [.integration, .cancellation] }
  /// The layers of a script's verbs.
  public static var scripted: [ScenarioLayer] { [.unit, .cancellation] }

  /// The signature, with the name as it was given.
  package let signature: VerbSignature
  /// Whether the name is whole already, and the verb one of several products.
  package let isShared: Bool
  package let action: @Sendable (Backend, Call) throws -> Void

  /// A verb of one product.
  ///
  /// - Parameters:
  ///   - name: Its name without the product's.
  ///   - summary: What it does, in one sentence.
  ///   - parameters: What it takes, in the order in which a line gives it.
  ///   - layers: Where it may stand.
  ///   - needs: The ability of the source without which it can't be done: cases that use the verb
  ///     are left out for a subject whose source lacks it.
  ///   - example: One line of a scenario that uses it.
  ///   - action: Does it, at once; what follows may be events of the simulation. It is handed the
  ///     backend and an argument for each parameter, and throws where the backend can't do it.
  public init<each Argument>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Argument>,
    layers: [ScenarioLayer] = ScenarioLayer.allCases, needs: SourceAbility? = nil,
    example: String,
    action: @escaping @Sendable (Backend, repeat each Argument) throws -> Void
  ) {
    self.init(
      verbSignature(name, summary, layers, needs, example, repeat each parameters),
      isShared: false
    ) { backend, call in
      try action(backend, repeat try (each parameters).argument(of: call))
    }
  }

  /// A verb that a table may follow, whose rows are data by the names of its columns.
  ///
  /// - Parameters:
  ///   - name: Its name without the product's.
  ///   - summary: What it does, in one sentence.
  ///   - columns: The names of the columns, whose cells are data; every row needs each.
  ///   - layers: Where it may stand.
  ///   - example: One line of a scenario that uses it, without the table.
  ///   - action: Does it, at once, with the rows.
  public init(
    _ name: String, _ summary: String, columns: [String],
    layers: [ScenarioLayer] = ScenarioLayer.allCases, example: String,
    action: @escaping @Sendable (Backend, _ rows: [[Value.Member]]) throws -> Void
  ) {
    var signature = verbSignature(name, summary, layers, nil, example)
    signature.table = TableSignature(
      columns: columns.map { column in ParameterSignature(label: column, .data, .required) },
      isRequired: true)
    self.init(signature, isShared: false) { backend, call in try action(backend, call.rows) }
  }

  /// A verb of several products, by its whole name.
  package static func shared<each Argument>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Argument>,
    layers: [ScenarioLayer], needs: SourceAbility?, example: String,
    action: @escaping @Sendable (Backend, repeat each Argument) throws -> Void
  ) -> Verb {
    Verb(
      verbSignature(name, summary, layers, needs, example, repeat each parameters),
      isShared: true
    ) { backend, call in
      try action(backend, repeat try (each parameters).argument(of: call))
    }
  }

  /// The verb where it may stand in some layers only.
  ///
  /// - Parameter layers: The layers.
  /// - Returns: The verb with those.
  public func standing(in layers: [ScenarioLayer]) -> Verb {
    var signature = signature
    signature.layers = layers
    return Verb(signature, isShared: isShared, action: action)
  }

  /// The verb that can't be done with a word as argument where the source lacks an ability.
  ///
  /// - Parameters:
  ///   - ability: The ability.
  ///   - word: The word.
  /// - Returns: The verb with that.
  package func needing(_ ability: SourceAbility, for word: String) -> Verb {
    var signature = signature
    signature.needsOfWords[word] = ability
    return Verb(signature, isShared: isShared, action: action)
  }

  private init(
    _ signature: VerbSignature, isShared: Bool,
    action: @escaping @Sendable (Backend, Call) throws -> Void
  ) {
    self.signature = signature
    self.isShared = isShared
    self.action = action
  }
}

private func verbSignature<each Argument>(
  _ name: String, _ summary: String, _ layers: [ScenarioLayer], _ needs: SourceAbility?,
  _ example: String, _ parameters: repeat Parameter<each Argument>
) -> VerbSignature {
  VerbSignature(
    name, product: nil, layers: layers, parameters: signaturesOf(repeat each parameters),
    needs: needs, summary: summary, example: example)
}

/// What the checker knows of some parameters, in order.
func signaturesOf<each Argument>(
  _ parameters: repeat Parameter<each Argument>
) -> [ParameterSignature] {
  var signatures: [ParameterSignature] = []
  // A loop would have a variable of several types, at which an optimized build by 6.2.3 stops.
  _ = (repeat signatures.append(contentsOf: (each parameters).signatures))
  return signatures
}

/// Something of a backend that a scenario can look at.
public struct Probe<Backend>: Sendable {
  package let signature: ProbeSignature
  package let read: @Sendable (Backend, Call) throws -> Value

  /// A probe of one product.
  ///
  /// - Parameters:
  ///   - name: Its name without the product's.
  ///   - summary: What it tells, in one sentence.
  ///   - parameters: What it takes, in the order in which a line gives it.
  ///   - result: What it may be compared with.
  ///   - example: One line of a scenario that uses it.
  ///   - read: Looks. It is handed the backend and an argument for each parameter, and throws where
  ///     there is nothing to see.
  public init<each Argument, Result>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Argument>,
    result: ArgumentKind<Result>, example: String,
    read: @escaping @Sendable (Backend, repeat each Argument) throws -> Value
  ) {
    signature = ProbeSignature(
      name, product: nil, parameters: signaturesOf(repeat each parameters), result: result.type,
      summary: summary, example: example)
    self.read = { backend, call in
      try read(backend, repeat try (each parameters).argument(of: call))
    }
  }

  /// A probe that shows a number.
  ///
  /// - Parameters:
  ///   - name: Its name without the product's.
  ///   - summary: What it tells, in one sentence.
  ///   - example: One line of a scenario that uses it.
  ///   - count: Counts.
  public init(
    counting name: String, _ summary: String, example: String,
    count: @escaping @Sendable (Backend) throws -> Int
  ) {
    self.init(name, summary, result: .integer, example: example) { backend in
      .integer(Int64(try count(backend)))
    }
  }
}

/// A call that makes a value or a pattern, such as `user("ada")`.
public struct Constructor<Result: Sendable>: Sendable {
  package let signature: ConstructorSignature
  private let make: @Sendable (Call) throws -> Result

  /// A constructor that a backend reads.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - summary: What it makes, in one sentence.
  ///   - parameters: What it takes, in the order in which a line gives it.
  ///   - example: A value that uses it.
  ///   - isDataOnly: Whether it may stand in data alone, not in patterns.
  ///   - make: Makes what the backend takes of its arguments.
  public init<each Argument>(
    _ name: String, _ summary: String, _ parameters: repeat Parameter<each Argument>,
    example: String, isDataOnly: Bool = false,
    make: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    signature = ConstructorSignature(
      name, usage: isDataOnly ? .data : .both, parameters: signaturesOf(repeat each parameters),
      summary: summary, example: example)
    self.make = { call in try make(repeat try (each parameters).argument(of: call)) }
  }

  /// What a value makes; nil where it is no call of this constructor.
  ///
  /// - Parameter value: The value, as a line gives it.
  /// - Returns: What the backend takes.
  /// - Throws: `FixtureError` where the arguments don't fit together, and what `make` throws.
  public func callAsFunction(_ value: Value) throws -> Result? {
    guard case .call(signature.name, let arguments) = value else { return nil }
    return try make(Call(signature.name, arguments, of: signature.parameters))
  }
}

extension Constructor where Result == Never? {
  /// A constructor that is only compared with, and which no backend reads.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - summary: What it makes, in one sentence.
  ///   - parameters: What it takes, in the order in which a line gives it.
  ///   - example: A value that uses it.
  ///   - isPatternOnly: Whether it may stand in patterns alone, not in data.
  public init<each Argument>(
    shown name: String, _ summary: String, _ parameters: repeat Parameter<each Argument>,
    example: String, isPatternOnly: Bool = false
  ) {
    signature = ConstructorSignature(
      name, usage: isPatternOnly ? .pattern : .both,
      parameters: signaturesOf(repeat each parameters),
      summary: summary, example: example)
    make = { _ in nil }
  }

  /// A constructor of a part of what a fake stores, which the fake reads itself with the rest.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - summary: What it makes, in one sentence.
  ///   - parameters: What it takes, in the order in which a line gives it.
  ///   - example: A value that uses it.
  ///   - isDataOnly: Whether it may stand in data alone, not in patterns.
  public init<each Argument>(
    stored name: String, _ summary: String, _ parameters: repeat Parameter<each Argument>,
    example: String, isDataOnly: Bool = false
  ) {
    signature = ConstructorSignature(
      name, usage: isDataOnly ? .data : .both, parameters: signaturesOf(repeat each parameters),
      summary: summary, example: example)
    make = { _ in nil }
  }
}

/// A verb, a probe, a stream or a constructor with what a line gives it, checked against its
/// parameters.
package struct Call: Sendable, Hashable {
  /// The full name, `<product>.<verb>`.
  package var name: String
  /// The arguments in the order of the parameters, each labelled with its parameter's name.
  package var arguments: [Value.Argument]
  /// The rows of the table below the line, each cell under its column's name; empty cells are left
  /// out.
  package var rows: [[Value.Member]]

  /// A call with its arguments and its table.
  package init(name: String, arguments: [Value.Argument] = [], rows: [[Value.Member]] = []) {
    self.name = name
    self.arguments = arguments
    self.rows = rows
  }

  /// The call of a constructor as a line writes it: by position what has no label.
  fileprivate init(
    _ name: String, _ written: [Value.Argument], of parameters: [ParameterSignature]
  ) {
    var positional = parameters.filter { parameter in parameter.label == nil }[...]
    let arguments = written.map { argument in
      if let label = argument.label { return Value.Argument(label, argument.value) }
      let parameter = positional.first
      if parameter?.presence != .variadic { positional = positional.dropFirst() }
      return Value.Argument(parameter?.name, argument.value)
    }
    self.init(name: name, arguments: arguments)
  }

  /// The values that are given for a parameter, in order.
  func values(of parameter: String) -> [Value] {
    arguments.filter { argument in argument.label == parameter }.map { $0.value }
  }

  /// Why a parameter's argument can't be read, which a checked line has not.
  func misfit(_ parameter: ParameterSignature) -> FixtureError {
    let given = values(of: parameter.name).map { value in "\(value)" }.joined(separator: ", ")
    return FixtureError(
      "'\(name)' takes \(parameter.type.noun) for '\(parameter.name)', not "
        + (given.isEmpty ? "nothing" : given))
  }
}

/// A reason for which a backend can't do what a scenario line says; the scenario's mistake, not the
/// stream's.
public struct FixtureError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason in a lower-case sentence without a full stop.
  public let description: String

  /// An error with its reason.
  public init(_ reason: String) {
    description = reason
  }
}

extension NamedError {
  /// The error with a name as scenarios write it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - product: What people call the product whose errors these are.
  /// - Throws: `FixtureError` for a name that none has.
  package init(named name: String, of product: String) throws(FixtureError) {
    guard let named = Self(scenarioName: name) else {
      throw FixtureError("\(product) has no error '\(name)'")
    }
    self = named
  }
}
