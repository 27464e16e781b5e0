import FakeFirestore
import SluiceConformance
import SluiceSpies

/// What a stream's arguments say that it listens to.
struct FirestoreTarget {
  private let arguments: [Value.Argument]

  /// The target in some arguments.
  init(_ arguments: [Value.Argument]) {
    self.arguments = arguments
  }

  /// Whether changes of metadata alone are told; nil where the scenario does not say.
  var includesMetadataChanges: Bool? {
    self["includeMetadataChanges"]?.truth
  }

  /// The options with which a stream has to listen.
  var listenOptions: Value {
    SnapshotListenOptions()
      .withIncludeMetadataChanges(includesMetadataChanges ?? false).projected
  }

  /// The document to listen to.
  func document(in firestore: Firestore) throws(SubjectError) -> DocumentReference {
    try checked { () throws(FirestoreUsageError) in try firestore.document(scenario: path) }
  }

  /// The query to listen to; a bare collection has no conditions.
  func query(in firestore: Firestore) throws(SubjectError) -> Query {
    var shape = try checked { () throws(FirestoreUsageError) in
      self["group"]?.truth == true
        ? try QueryShape(groupOf: path) : QueryShape(path: try ResourcePath(parsing: path))
    }
    for condition in self["where"]?.elements ?? [] {
      shape = try filtered(shape, condition)
    }
    return try checked { () throws(FirestoreUsageError) in
      try firestore.query(try cut(try limited(try ordered(shape))))
    }
  }

  private var path: String { self["path"]?.place ?? "" }

  private subscript(label: String) -> Value? {
    arguments.first { argument in argument.label == label }?.value
  }

  private func filtered(
    _ shape: QueryShape, _ condition: Value
  ) throws(SubjectError) -> QueryShape {
    guard case .array(let parts) = condition, parts.count == 3, let field = parts[0].letters,
      let comparison = parts[1].letters.flatMap(FieldFilter.Operator.init)
    else {
      let names = FieldFilter.Operator.allCases.map(\.rawValue).joined(separator: " ")
      throw .badArgument("\(condition) is not [field, operator, value] with one of: \(names)")
    }
    return try checked { () throws(FirestoreUsageError) in
      try shape.filtered(
        try FieldPath(parsing: field), comparison, try InputValue(scenario: parts[2]).operand)
    }
  }

  private func ordered(_ shape: QueryShape) throws(FirestoreUsageError) -> QueryShape {
    var shape = shape
    for order in self["order"]?.elements ?? [] {
      let words = (order.letters ?? "").split(separator: " ")
      let isDescending = words.count == 2 && words[1] == "desc"
      shape = try shape.ordered(
        by: try FieldPath(parsing: String(words.first ?? "")), descending: isDescending)
    }
    return shape
  }

  private func limited(_ shape: QueryShape) throws(FirestoreUsageError) -> QueryShape {
    if let limit = self["limit"]?.wholeNumber {
      return try shape.limited(to: Int(limit), .first)
    }
    if let limit = self["limitToLast"]?.wholeNumber {
      return try shape.limited(to: Int(limit), .last)
    }
    return shape
  }

  private func cut(_ shape: QueryShape) throws(FirestoreUsageError) -> QueryShape {
    var shape = shape
    if let cursor = try cursor(shape, "startAt", isInclusive: true) {
      shape = shape.starting(cursor)
    }
    if let cursor = try cursor(shape, "startAfter", isInclusive: false) {
      shape = shape.starting(cursor)
    }
    if let cursor = try cursor(shape, "endAt", isInclusive: true) { shape = shape.ending(cursor) }
    if let cursor = try cursor(shape, "endBefore", isInclusive: false) {
      shape = shape.ending(cursor)
    }
    return shape
  }

  private func cursor(
    _ shape: QueryShape, _ label: String, isInclusive: Bool
  ) throws(FirestoreUsageError) -> Cursor? {
    guard let elements = self[label]?.elements else { return nil }
    var position: [DocumentValue] = []
    for element in elements { position.append(try InputValue(scenario: element).operand) }
    return try shape.cursor(at: position, isInclusive: isInclusive)
  }

  private func checked<Success>(
    _ body: () throws(FirestoreUsageError) -> Success
  ) throws(SubjectError) -> Success {
    do {
      return try body()
    } catch {
      throw .badArgument(error.description)
    }
  }
}

extension Value {
  /// The elements of the array that this is, if it is one.
  var elements: [Value]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
