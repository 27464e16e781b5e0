/// What of a place a query shows, and in which order.
///
/// Source: `FirebaseDatabase/Sources/Core/FQueryParams.m`.
package struct QueryParameters: Hashable, Sendable {
  /// How many children at most, and from which end.
  package enum Limit: Hashable, Sendable {
    case first(Int)
    case last(Int)

    package var count: Int {
      switch self {
      case .first(let count), .last(let count): count
      }
    }
  }

  /// The order that was asked for; nil for the one by priority that nobody asked for.
  package var explicitIndex: SortIndex?
  package var start: Endpoint?
  package var end: Endpoint?
  package var limit: Limit?

  /// A plain reference's parameters: everything, by priority.
  package init() {}

  /// The order that decides.
  package var index: SortIndex { explicitIndex ?? .priority }

  /// Whether these are a plain reference's parameters.
  ///
  /// An order by priority that was asked for makes no difference, as it makes none to the product.
  package var isDefault: Bool { loadsAllData && index == .priority }

  /// Whether all children are shown, so that the whole place is listened to.
  package var loadsAllData: Bool { start == nil && end == nil && limit == nil }

  /// Whether a child is within the range, were there no limit.
  package func admits(_ child: NamedNode) -> Bool {
    start?.admits(child, asStartOf: index) != false && end?.admits(child, asEndOf: index) != false
  }
}

extension QueryParameters {
  /// Whether both ask for the same; an order by priority is the same asked for or not.
  package static func == (left: QueryParameters, right: QueryParameters) -> Bool {
    left.index == right.index && left.start == right.start && left.end == right.end
      && left.limit == right.limit
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(start)
    hasher.combine(end)
    hasher.combine(limit)
  }
}
