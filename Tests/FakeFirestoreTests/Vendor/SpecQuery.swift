import FakeFirestore
import Foundation
import SluiceSpies

extension QueryShape {
  /// A query as the suite writes it.
  init(spec: DocumentValue) throws {
    let path = try ResourcePath(parsing: spec["path"]?.text ?? "")
    var shape = QueryShape(path: path, group: spec["collectionGroup"]?.text.map { Name($0) })
    for filter in spec["filters"]?.elements ?? [] {
      let parts = filter.elements
      guard parts.count == 3, let field = parts[0].text, let name = parts[1].text,
        let comparison = FieldFilter.Operator(rawValue: name)
      else { throw UnknownSpecWord(word: "\(filter)") }
      shape = try shape.filtered(FieldPath(parsing: field), comparison, parts[2])
    }
    for order in spec["orderBys"]?.elements ?? [] {
      let parts = order.elements
      guard parts.count == 2, let field = parts[0].text, let direction = parts[1].text else {
        throw UnknownSpecWord(word: "\(order)")
      }
      shape = try shape.ordered(by: FieldPath(parsing: field), descending: direction == "desc")
    }
    if let limit = spec["limit"]?.number {
      let isLast = spec["limitType"]?.text == "LimitToLast"
      shape = try shape.limited(to: limit, isLast ? .last : .first)
    }
    self = shape
  }
}

extension ExistenceFilter {
  /// A filter as the suite writes it; what is left out of a Bloom filter is nothing of it.
  init(spec: DocumentValue) {
    let hint = spec["bloomFilter"].flatMap { filter in
      let bits = filter["bits"]
      return BloomFilter(
        bitmap: Array(Data(base64Encoded: bits?["bitmap"]?.text ?? "") ?? Data()),
        padding: bits?["padding"]?.number ?? 0, hashCount: filter["hashCount"]?.number ?? 0)
    }
    self.init(count: spec["keys"]?.elements.count ?? 0, hint: hint)
  }
}

extension CachedDocument {
  /// A document as the suite writes it.
  init(spec: DocumentValue) throws {
    let key = try DocumentKey(parsing: spec["key"]?.text ?? "")
    let fields = spec["value"]?.members
    let options = spec["options"]
    var origin = Origin.server
    if options?["hasCommittedMutations"]?.flag == true { origin = .acknowledgedWrite }
    if options?["hasLocalMutations"]?.flag == true { origin = .localWrite }
    self.init(
      key: key, version: Version(spec["version"]?.number ?? 0),
      contents: fields.map { .found($0) } ?? .missing, origin: origin)
  }
}

extension Mutation {
  /// A patch as the suite writes it: each member is a path, and a certain text takes a field out.
  static func patch(_ key: DocumentKey, spec: DocumentValue) throws -> Mutation {
    let pairs = try (spec.members ?? Fields()).entries.map { entry in
      let value: InputValue = entry.value.text == "<DELETE>" ? .delete : .value(entry.value)
      return (try FieldPath(parsing: entry.name.text), value)
    }
    return try .update(key, pairs)
  }

  /// A set as the suite writes it.
  static func set(_ key: DocumentKey, spec: DocumentValue) throws -> Mutation {
    try .set(key, (spec.members ?? Fields()).entries.map { ($0.name.text, .value($0.value)) })
  }
}
