public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeFirestore does not model `or` filters and other composite ones: \
    chain whereField, or listen to one query for each alternative
    """
)
extension Query {
  /// The documents that meet a composite condition.
  public func whereFilter(_ filter: Filter) -> Query {
    MissingFirestorePart.compositeFilters.stop()
  }
}

/// A condition that can be a part of another one.
@available(
  *, unavailable,
  message: """
    FakeFirestore does not model `or` filters and other composite ones: \
    chain whereField, or listen to one query for each alternative
    """
)
public final class Filter {
  private init() {}

  /// A condition that holds where all of some do.
  public static func andFilter(_ filters: [Filter]) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition that holds where one of some does.
  public static func orFilter(_ filters: [Filter]) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field, which is a dotted path or a `FieldPath`.
  public static func whereField(_ field: Any, isEqualTo value: Any) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, isNotEqualTo value: Any) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, isLessThan value: Any) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, isLessThanOrEqualTo value: Any) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, isGreaterThan value: Any) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, isGreaterThanOrEqualTo value: Any) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, in values: [Any]) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, notIn values: [Any]) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, arrayContains value: Any) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }

  /// A condition on a field.
  public static func whereField(_ field: Any, arrayContainsAny values: [Any]) -> Filter {
    MissingFirestorePart.compositeFilters.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeFirestore does not model predicates: chain whereField"
)
extension Query {
  /// The documents that meet a predicate.
  public func filter(using predicate: NSPredicate) -> Query {
    MissingFirestorePart.predicates.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeFirestore does not model aggregate queries: \
    count or add up the documents of a snapshot
    """
)
extension Query {
  /// The query for the number of results.
  public var count: AggregateQuery { MissingFirestorePart.aggregates.stop() }

  /// The query for sums, means and numbers of the results.
  public func aggregate(_ aggregateFields: [AggregateField]) -> AggregateQuery {
    MissingFirestorePart.aggregates.stop()
  }
}

/// A query for numbers that the server works out.
@available(
  *, unavailable,
  message: """
    FakeFirestore does not model aggregate queries: \
    count or add up the documents of a snapshot
    """
)
public final class AggregateQuery {
  private init() {}

  /// Asks the server.
  public func getAggregation(
    source: AggregateSource,
    completion: @escaping (AggregateQuerySnapshot?, (any Error)?) -> Void
  ) { MissingFirestorePart.aggregates.stop() }

  /// Asks the server.
  public func getAggregation(source: AggregateSource) async throws -> AggregateQuerySnapshot {
    MissingFirestorePart.aggregates.stop()
  }
}

/// The answer to a query for numbers.
@available(
  *, unavailable,
  message: """
    FakeFirestore does not model aggregate queries: \
    count or add up the documents of a snapshot
    """
)
public final class AggregateQuerySnapshot {
  private init() {}

  /// The number of results.
  public var count: NSNumber { MissingFirestorePart.aggregates.stop() }

  /// One number.
  public func get(_ aggregateField: AggregateField) -> Any? {
    MissingFirestorePart.aggregates.stop()
  }
}

/// Where numbers are worked out.
@available(
  *, unavailable,
  message: """
    FakeFirestore does not model aggregate queries: \
    count or add up the documents of a snapshot
    """
)
public enum AggregateSource {
  /// At the server.
  case server
}

/// What a query for numbers works out.
@available(
  *, unavailable,
  message: """
    FakeFirestore does not model aggregate queries: \
    count or add up the documents of a snapshot
    """
)
public final class AggregateField {
  private init() {}

  /// The number of results.
  public static func count() -> AggregateField { MissingFirestorePart.aggregates.stop() }

  /// The sum of a field, which is a dotted path or a `FieldPath`.
  public static func sum(_ field: Any) -> AggregateField {
    MissingFirestorePart.aggregates.stop()
  }

  /// The mean of a field, which is a dotted path or a `FieldPath`.
  public static func average(_ field: Any) -> AggregateField {
    MissingFirestorePart.aggregates.stop()
  }
}
