import SluiceSpies

/// One condition on one field of a query.
package struct FieldFilter: Equatable, Sendable {
  /// How the field is compared.
  package enum Operator: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "in"
    case notIn = "not-in"
    case arrayContains = "array-contains"
    case arrayContainsAny = "array-contains-any"
  }

  package let field: FieldPath
  package let comparison: Operator
  /// What the field is compared with; an array for the operators that take several.
  package let value: DocumentValue

  package init(field: FieldPath, comparison: Operator, value: DocumentValue) {
    self.field = field
    self.comparison = comparison
    self.value = value
  }

  /// Whether the field must order the query, said or not.
  package var isInequality: Bool { comparison.isInequality }

  /// Whether a document fulfils the condition.
  package func matches(_ fields: Fields, key: DocumentKey) -> Bool {
    let field: DocumentValue? = self.field.isKey ? .reference(key) : fields[self.field]
    guard let field else { return false }
    switch comparison {
    case .equal: return field.typeRank == value.typeRank && field.order(against: value) == .same
    case .notEqual: return field != .null && field.order(against: value) != .same
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard field.typeRank == value.typeRank else { return false }
      return comparison.accepts(field.order(against: value))
    case .isIn: return operands.contains(field)
    case .notIn:
      return !operands.contains(.null) && field != .null && !operands.contains(field)
    case .arrayContains: return elements(of: field).contains(value)
    case .arrayContainsAny: return elements(of: field).contains(where: operands.contains)
    }
  }

  /// The values of an operator that takes several.
  package var operands: [DocumentValue] { elements(of: value) }

  private func elements(of value: DocumentValue) -> [DocumentValue] {
    guard case .array(let elements) = value else { return [] }
    return elements
  }
}

extension FieldFilter.Operator {
  /// Whether the field must order the query, said or not.
  package var isInequality: Bool {
    switch self {
    case .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .notIn: true
    case .equal, .isIn, .arrayContains, .arrayContainsAny: false
    }
  }

  /// Whether the operator takes several values.
  package var takesSeveral: Bool {
    switch self {
    case .isIn, .notIn, .arrayContainsAny: true
    default: false
    }
  }

  /// The operators that can't stand in one query with this one.
  package var conflicting: [FieldFilter.Operator] {
    switch self {
    case .notEqual: [.notEqual, .notIn]
    case .isIn, .arrayContainsAny: [.notIn]
    case .notIn: [.arrayContainsAny, .isIn, .notIn, .notEqual]
    default: []
    }
  }

  fileprivate func accepts(_ order: Ordering) -> Bool {
    switch self {
    case .less: order == .ascending
    case .lessOrEqual: order != .descending
    case .greater: order == .descending
    case .greaterOrEqual: order != .ascending
    default: false
    }
  }
}
