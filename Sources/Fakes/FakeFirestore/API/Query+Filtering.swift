/// The conditions; a field is a dotted path or a `FieldPath`.
extension Query {
  /// The documents whose field equals a value.
  public func whereField(_ field: String, isEqualTo value: Any) -> Query {
    filtered(field, .equal, value)
  }

  /// The documents whose field equals a value.
  public func whereField(_ path: FieldPath, isEqualTo value: Any) -> Query {
    filtered(path, .equal, value)
  }

  /// The documents whose field is there, is not null and does not equal a value.
  public func whereField(_ field: String, isNotEqualTo value: Any) -> Query {
    filtered(field, .notEqual, value)
  }

  /// The documents whose field is there, is not null and does not equal a value.
  public func whereField(_ path: FieldPath, isNotEqualTo value: Any) -> Query {
    filtered(path, .notEqual, value)
  }

  /// The documents whose field is less than a value of its type.
  public func whereField(_ field: String, isLessThan value: Any) -> Query {
    filtered(field, .less, value)
  }

  /// The documents whose field is less than a value of its type.
  public func whereField(_ path: FieldPath, isLessThan value: Any) -> Query {
    filtered(path, .less, value)
  }

  /// The documents whose field is at most a value of its type.
  public func whereField(_ field: String, isLessThanOrEqualTo value: Any) -> Query {
    filtered(field, .lessOrEqual, value)
  }

  /// The documents whose field is at most a value of its type.
  public func whereField(_ path: FieldPath, isLessThanOrEqualTo value: Any) -> Query {
    filtered(path, .lessOrEqual, value)
  }

  /// The documents whose field is greater than a value of its type.
  public func whereField(_ field: String, isGreaterThan value: Any) -> Query {
    filtered(field, .greater, value)
  }

  /// The documents whose field is greater than a value of its type.
  public func whereField(_ path: FieldPath, isGreaterThan value: Any) -> Query {
    filtered(path, .greater, value)
  }

  /// The documents whose field is at least a value of its type.
  public func whereField(_ field: String, isGreaterThanOrEqualTo value: Any) -> Query {
    filtered(field, .greaterOrEqual, value)
  }

  /// The documents whose field is at least a value of its type.
  public func whereField(_ path: FieldPath, isGreaterThanOrEqualTo value: Any) -> Query {
    filtered(path, .greaterOrEqual, value)
  }

  /// The documents whose field is one of some values.
  public func whereField(_ field: String, in values: [Any]) -> Query {
    filtered(field, .isIn, values)
  }

  /// The documents whose field is one of some values.
  public func whereField(_ path: FieldPath, in values: [Any]) -> Query {
    filtered(path, .isIn, values)
  }

  /// The documents whose field is there, is not null and is none of some values.
  public func whereField(_ field: String, notIn values: [Any]) -> Query {
    filtered(field, .notIn, values)
  }

  /// The documents whose field is there, is not null and is none of some values.
  public func whereField(_ path: FieldPath, notIn values: [Any]) -> Query {
    filtered(path, .notIn, values)
  }

  /// The documents whose field is an array with a value in it.
  public func whereField(_ field: String, arrayContains value: Any) -> Query {
    filtered(field, .arrayContains, value)
  }

  /// The documents whose field is an array with a value in it.
  public func whereField(_ path: FieldPath, arrayContains value: Any) -> Query {
    filtered(path, .arrayContains, value)
  }

  /// The documents whose field is an array with one of some values in it.
  public func whereField(_ field: String, arrayContainsAny values: [Any]) -> Query {
    filtered(field, .arrayContainsAny, values)
  }

  /// The documents whose field is an array with one of some values in it.
  public func whereField(_ path: FieldPath, arrayContainsAny values: [Any]) -> Query {
    filtered(path, .arrayContainsAny, values)
  }

  private func filtered(_ field: Any, _ comparison: FieldFilter.Operator, _ value: Any) -> Query {
    with { shape throws(FirestoreUsageError) in
      try shape.filtered(
        FieldPath(any: field), comparison, InputValue(any: value, at: "\(field)").operand)
    }
  }
}
