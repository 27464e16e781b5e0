public import SluiceConformance
public import SluiceScenarios
public import SluiceSimulation
public import SluiceSpies

/// A product whose streams scenarios can be about: its words in the scenario language, its
/// subjects, its fixtures.
public protocol Product: Sendable {
  /// The product's name: the folder of its scenarios and the first part of its words.
  var name: String { get }
  /// The module of its fake; nil where it has none of its own.
  var module: String? { get }
  /// What its words are and what they take, for the checker.
  func register(in registry: inout Registry)
  /// The implementations of its streams.
  var subjects: [Subject] { get }
  /// A new backend for one run.
  ///
  /// It is called on the simulating thread, within the simulation, before the scenario's first
  /// line.
  func makeFixture(in setting: FixtureSetting) -> any ProductFixture
}

extension Product {
  /// No module.
  public var module: String? { nil }
}

/// What a fixture is made in.
public struct FixtureSetting: Sendable {
  /// The simulation whose clock and queues the fixture uses.
  public let simulation: Simulation
  /// The recorder that the fixture tells of adds and removes.
  public let spy: Spy
  /// The layer of the scenario: what its lines speak to.
  public let layer: ScenarioLayer

  /// The setting of one run.
  public init(simulation: Simulation, spy: Spy, layer: ScenarioLayer) {
    self.simulation = simulation
    self.spy = spy
    self.layer = layer
  }
}

/// The backend of one run, as scenario lines speak to it.
///
/// A simulation uses it on one thread; `sluice stress` on several at once, as an app would.
public protocol ProductFixture: Fixture, Sendable {
  /// What subjects read their streams from; the fixture itself unless it says otherwise.
  var source: any Fixture { get }
  /// What one subject reads its stream from; the one source unless the fixture has several.
  func source(for subject: Subject) -> any Fixture
  /// Does what a scenario line says.
  ///
  /// It happens at once, on the simulating thread; what follows from it may be events of the
  /// simulation.
  /// - Parameter invocation: The line's verb with its arguments.
  /// - Throws: `FixtureError` where the line asks for what the backend can't do.
  func perform(_ invocation: Invocation) throws(FixtureError)
  /// Looks at the backend.
  ///
  /// - Parameter invocation: The probe with its arguments.
  /// - Returns: What it shows.
  /// - Throws: `FixtureError` where the probe asks for what the backend can't show.
  func probe(_ invocation: Invocation) throws(FixtureError) -> Value
  /// What a stream declares of itself, over the backend as the scenario has set it up so far.
  ///
  /// Some traits are the source's more than the stream's: whether there is a present value, what
  /// comes after the end.
  /// - Parameter subject: The stream, which is about to be read.
  /// - Returns: Its traits; what it declares, unless the fixture says otherwise.
  func traits(of subject: Subject) -> Traits
}

extension ProductFixture {
  /// The fixture itself.
  public var source: any Fixture { self }

  /// The one source.
  public func source(for subject: Subject) -> any Fixture { source }

  /// The traits that the stream declares.
  public func traits(of subject: Subject) -> Traits { subject.traits }
}

/// A verb or a probe with its arguments, checked against its signature.
public struct Invocation: Sendable, Hashable {
  /// The full name, `<product>.<verb>`.
  public var name: String
  /// The arguments in the order of the parameters, each labelled with its parameter's name;
  /// defaults are filled in.
  public var arguments: [Value.Argument]
  /// The rows of the table below the line, each cell under its column's name; empty cells are left
  /// out.
  public var rows: [[Value.Member]]

  /// A verb with its arguments and its table.
  public init(name: String, arguments: [Value.Argument] = [], rows: [[Value.Member]] = []) {
    self.name = name
    self.arguments = arguments
    self.rows = rows
  }

  /// The value of a parameter.
  ///
  /// - Parameter parameter: The parameter's name.
  /// - Returns: The value or the default; nil for an optional argument that is not given.
  public subscript(parameter: String) -> Value? {
    arguments.first { argument in argument.label == parameter }?.value
  }

  /// The values of a parameter that may be given any number of times.
  ///
  /// - Parameter parameter: The parameter's name.
  /// - Returns: The values in order.
  public func values(of parameter: String) -> [Value] {
    arguments.filter { argument in argument.label == parameter }.map { $0.value }
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
