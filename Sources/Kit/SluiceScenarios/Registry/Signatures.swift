package import SluiceSpies

/// A product whose folder stands below `Scenarios`.
package struct ProductSignature: Hashable, Sendable {
  /// The name of the folder.
  package var name: String
  /// What it is, in one sentence.
  package var summary: String
  /// The other products whose vocabulary its scenarios may use.
  package var reaches: [String]

  /// Creates a product.
  package init(_ name: String, reaches: [String] = [], summary: String) {
    self.name = name
    self.reaches = reaches
    self.summary = summary
  }
}

/// The rows that may follow a verb's call.
package struct TableSignature: Hashable, Sendable {
  /// The columns; the label of each is the column's name.
  package var columns: [ParameterSignature]
  /// The type of columns that are not listed, or nil if there must be no others.
  package var otherColumns: ValueType?
  /// Whether the call can't stand without a table.
  package var isRequired: Bool

  /// Creates a table.
  package init(
    columns: [ParameterSignature], otherColumns: ValueType? = nil, isRequired: Bool = false
  ) {
    self.columns = columns
    self.otherColumns = otherColumns
    self.isRequired = isRequired
  }
}

/// What a registry has signatures of, seen alike.
package protocol CallableSignature: Sendable {
  /// The full name, such as `firestore.put`.
  var name: String { get }
  /// The product that has it, or nil if every product may use it.
  var product: String? { get }
  /// The parameters in order.
  var parameters: [ParameterSignature] { get }
  /// What it does, in one sentence.
  var summary: String { get }
  /// One line of a scenario that uses it.
  var example: String { get }
}

extension CallableSignature {
  /// The name with its parameters, such as `firestore.put(PATH, OBJECT)`.
  package var usage: String {
    name + "(" + parameters.map(\.description).joined(separator: ", ") + ")"
  }
}

/// Something that a scenario can make a backend or a device do.
package struct VerbSignature: CallableSignature, Hashable {
  /// The full name, such as `firestore.put`.
  package var name: String
  /// The product that has it, or nil if every product may use it.
  package var product: String?
  /// The layers in which it may stand.
  package var layers: [ScenarioLayer]
  /// The parameters in order.
  package var parameters: [ParameterSignature]
  /// The table that may follow, if one may.
  package var table: TableSignature?
  /// The ability of the source without which it can't be done.
  package var needs: SourceAbility?
  /// The abilities of the source without which it can't be done with some words as arguments.
  package var needsOfWords: [String: SourceAbility] = [:]
  /// What it does, in one sentence.
  package var summary: String
  /// One line of a scenario that uses it.
  package var example: String

  /// Creates a verb.
  package init(
    _ name: String, product: String?, layers: [ScenarioLayer] = ScenarioLayer.allCases,
    parameters: [ParameterSignature] = [], table: TableSignature? = nil,
    needs: SourceAbility? = nil, summary: String, example: String
  ) {
    self.name = name
    self.product = product
    self.layers = layers
    self.parameters = parameters
    self.table = table
    self.needs = needs
    self.summary = summary
    self.example = example
  }
}

/// A stream that a scenario can consume.
package struct StreamSignature: CallableSignature, Hashable {
  /// The full name, such as `firestore.document-snapshots`.
  package var name: String
  /// The product that has it, or nil if every product may use it.
  package var product: String?
  /// The first part of its suites' names, such as `firestore.document`.
  package var suite: String
  /// The parameters in order.
  package var parameters: [ParameterSignature]
  /// What `next` may be compared with.
  package var element: ValueType
  /// What it is a stream of, in one sentence.
  package var summary: String
  /// One line of a scenario that uses it.
  package var example: String

  /// Creates a stream.
  package init(
    _ name: String, product: String?, suite: String, parameters: [ParameterSignature] = [],
    element: ValueType = .pattern, summary: String, example: String
  ) {
    self.name = name
    self.product = product
    self.suite = suite
    self.parameters = parameters
    self.element = element
    self.summary = summary
    self.example = example
  }
}

/// Something that can be looked at, such as a number of active listeners.
package struct ProbeSignature: CallableSignature, Hashable {
  /// The full name, such as `firestore.listeners`.
  package var name: String
  /// The product that has it, or nil if every product may use it.
  package var product: String?
  /// The parameters in order; a probe without any stands without brackets.
  package var parameters: [ParameterSignature]
  /// What it may be compared with.
  package var result: ValueType
  /// What it tells, in one sentence.
  package var summary: String
  /// One line of a scenario that uses it.
  package var example: String

  /// Creates a probe.
  package init(
    _ name: String, product: String?, parameters: [ParameterSignature] = [],
    result: ValueType = .int, summary: String, example: String
  ) {
    self.name = name
    self.product = product
    self.parameters = parameters
    self.result = result
    self.summary = summary
    self.example = example
  }
}

/// A call that makes a value, such as `timestamp("…")`, or a pattern, such as `doc({…})`.
package struct ConstructorSignature: CallableSignature, Hashable {
  /// Where a value call may stand.
  package enum Usage: Hashable, Sendable {
    /// In data only, such as `serverTimestamp()`.
    case data
    /// In patterns only, such as `doc({…})`.
    case pattern
    /// In both, such as `timestamp("…")`.
    case both
  }

  /// The name, such as `timestamp`.
  package var name: String
  /// The product that has it, or nil if every product may use it.
  package var product: String?
  /// Where it may stand.
  package var usage: Usage
  /// The parameters in order.
  package var parameters: [ParameterSignature]
  /// What it makes, in one sentence.
  package var summary: String
  /// A value that uses it.
  package var example: String

  /// Creates a value call.
  package init(
    _ name: String, product: String? = nil, usage: Usage = .both,
    parameters: [ParameterSignature] = [], summary: String, example: String
  ) {
    self.name = name
    self.product = product
    self.usage = usage
    self.parameters = parameters
    self.summary = summary
    self.example = example
  }
}

/// A word of a list that the registry keeps: a rule, a trait or an error.
package struct WordSignature: Hashable, Sendable {
  /// The word.
  package var name: String
  /// What it means, in one sentence.
  package var summary: String

  /// Creates a word.
  package init(_ name: String, summary: String = "") {
    self.name = name
    self.summary = summary
  }
}
