/// A query: a place and what of it is shown.
package struct QuerySpecification: Hashable, Sendable {
  package let path: TreePath
  package let parameters: QueryParameters

  package init(_ path: TreePath, _ parameters: QueryParameters = QueryParameters()) {
    self.path = path
    self.parameters = parameters
  }

  package var index: SortIndex { parameters.index }

  /// Whether this is a plain reference.
  package var isDefault: Bool { parameters.isDefault }

  package var loadsAllData: Bool { parameters.loadsAllData }

  /// The query that the server is asked for: all data of a place are one listen in any order.
  package var listened: QuerySpecification {
    loadsAllData ? QuerySpecification(path) : self
  }
}
