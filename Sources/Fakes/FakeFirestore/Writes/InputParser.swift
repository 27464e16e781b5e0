/// The checks on what a caller hands over, which part it into plain fields, a mask, and transforms.
///
/// Source of the conditions: `Firestore/Source/API/FSTUserDataReader.mm`.
struct InputParser {
  /// Where a field deletion may stand.
  enum Deletions {
    /// Nowhere: in a set that replaces, in a query, in an array.
    case forbidden
    /// Anywhere but in an array: in a set that merges.
    case anywhere
    /// Directly under a path of the call: in an update.
    case topLevel
  }

  let deletions: Deletions

  /// The paths that the input writes or deletes; not those that only a transform changes.
  private(set) var mask: [FieldPath] = []

  private(set) var transforms: [FieldTransform] = []

  init(deletions: Deletions) {
    self.deletions = deletions
  }

  /// The plain fields of a map; its mask and transforms are added to the parser's.
  mutating func fields(
    of pairs: [(String, InputValue)], at path: [Name]
  ) throws(FirestoreUsageError) -> Fields {
    if pairs.isEmpty, !path.isEmpty { mask.append(FieldPath(segments: path)) }
    var result = Fields()
    for (name, input) in pairs {
      if name.isEmpty {
        throw .emptyFieldName(in: path.isEmpty ? "the document" : Self.text(path))
      }
      if name.utf8.count >= 4, name.hasPrefix("__"), name.hasSuffix("__") {
        throw .reservedFieldName(name)
      }
      let name = Name(name)
      result[name] = try value(of: input, at: path + [name], isTopLevel: false)
    }
    return result
  }

  /// The plain value of an input; nil where it is a deletion or a transform.
  ///
  /// - Parameters:
  ///   - input: What the caller handed over.
  ///   - path: The field that it stands at.
  ///   - isTopLevel: Whether an update names this very path.
  /// - Returns: The plain value, which goes into the fields.
  /// - Throws: `FirestoreUsageError` where something stands in a place that the product refuses.
  mutating func value(
    of input: InputValue, at path: [Name], isTopLevel: Bool
  ) throws(FirestoreUsageError) -> DocumentValue? {
    let field = FieldPath(segments: path)
    switch input {
    case .value(let value):
      try Self.checkArrays(value, field: field)
      mask.append(field)
      return value
    case .array(let elements):
      mask.append(field)
      return .array(try Self.elements(elements, field: field))
    case .map(let pairs):
      return .map(try fields(of: pairs, at: path))
    case .delete:
      switch deletions {
      case .forbidden: throw .deleteOutsideMerge(field: "\(field)")
      case .topLevel where !isTopLevel: throw .deleteBelowTopLevel(field: "\(field)")
      case .topLevel, .anywhere: mask.append(field)
      }
      return nil
    case .transform(let transform):
      transforms.append(FieldTransform(field: field, transform: try Self.checked(transform)))
      return nil
    }
  }

  private static func elements(
    _ elements: [InputValue], field: FieldPath
  ) throws(FirestoreUsageError) -> [DocumentValue] {
    var result: [DocumentValue] = []
    for element in elements {
      switch element {
      case .array, .value(.array): throw .nestedArray(field: "\(field)")
      case .transform(let transform): throw .misplacedTransform(transform.call, place: "an array")
      case .delete: throw .deleteOutsideMerge(field: "\(field)")
      case .value(let value):
        try checkArrays(value, field: field)
        result.append(value)
      case .map(let pairs):
        result.append(.map(try plainFields(of: pairs, in: field)))
      }
    }
    return result
  }

  /// The fields of a map inside an array, where nothing special may stand.
  private static func plainFields(
    of pairs: [(String, InputValue)], in field: FieldPath
  ) throws(FirestoreUsageError) -> Fields {
    var parser = InputParser(deletions: .forbidden)
    let fields = try parser.fields(of: pairs, at: field.segments)
    if let first = parser.transforms.first {
      throw .misplacedTransform(first.transform.call, place: "an array")
    }
    return fields
  }

  private static func checked(_ transform: Transform) throws(FirestoreUsageError) -> Transform {
    switch transform {
    case .arrayUnion(let elements), .arrayRemove(let elements):
      for case .array in elements { throw .nestedArray(field: transform.call) }
    case .increment(let operand):
      switch operand {
      case .integer, .double: break
      default: throw .unsupportedValue(type: "\(operand)", field: transform.call)
      }
    case .serverTimestamp: break
    }
    return transform
  }

  /// Refuses an array directly in an array, at any depth.
  private static func checkArrays(
    _ value: DocumentValue, field: FieldPath
  ) throws(FirestoreUsageError) {
    switch value {
    case .array(let elements):
      for element in elements {
        if case .array = element { throw .nestedArray(field: "\(field)") }
        try checkArrays(element, field: field)
      }
    case .map(let fields):
      for entry in fields.entries {
        try checkArrays(
          entry.value, field: FieldPath(segments: field.segments + [entry.name]))
      }
    default: break
    }
  }

  private static func text(_ path: [Name]) -> String {
    FieldPath(segments: path).description
  }
}
