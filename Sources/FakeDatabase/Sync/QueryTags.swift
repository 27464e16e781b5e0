/// The tags of the queries that show parts of places, counted from 1 and never used twice.
struct QueryTags: Sendable {
  private var tags: [QuerySpecification: QueryTag] = [:]
  private var queries: [QueryTag: QuerySpecification] = [:]
  private var last: QueryTag = 0

  /// The tag of a query; nil for one without.
  subscript(query: QuerySpecification) -> QueryTag? { tags[query] }

  /// The query with a tag; nil when nobody listens to it.
  subscript(tag: QueryTag) -> QuerySpecification? { queries[tag] }

  mutating func add(_ query: QuerySpecification) {
    precondition(tags[query] == nil, "the query at \(query.path) has a tag already")
    last += 1
    tags[query] = last
    queries[last] = query
  }

  mutating func remove(_ query: QuerySpecification) {
    if let tag = tags.removeValue(forKey: query) { queries[tag] = nil }
  }
}
