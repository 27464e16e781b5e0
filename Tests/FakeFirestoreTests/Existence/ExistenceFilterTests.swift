import FakeFirestore
import Testing

@Suite("Existence filter")
struct ExistenceFilterTests {
  private let database = DatabaseName(project: "p")

  private func keys(_ ids: String...) -> Set<DocumentKey> {
    Set(ids.map { DocumentKey(collection: city.collection, id: Name($0)) })
  }

  private func hint(_ ids: String...) -> BloomFilter {
    BloomFilter(of: ids.map { "projects/p/databases/(default)/documents/cities/\($0)" })
  }

  @Test("says nothing where the client counts as many, with what the server has said since")
  func matches() {
    let filter = ExistenceFilter(count: 2, hint: hint("a", "c"))
    let change = TargetChange(added: keys("a", "c"), removed: keys("b", "x"))
    #expect(filter.verdict(known: keys("a", "b"), change: change, in: database) == .matches)
  }

  @Test("names those whose names its hint does not have")
  func gone() {
    let filter = ExistenceFilter(count: 2, hint: hint("a", "d"))
    let verdict = filter.verdict(
      known: keys("a", "b", "c"), change: TargetChange(added: keys("a", "d")), in: database)
    #expect(verdict == .gone(keys("b", "c")))
  }

  @Test("has everything asked for again without a hint, or where the hint names too few")
  func mismatch() {
    for hint in [nil, BloomFilter(of: []), self.hint("a", "b")] {
      let filter = ExistenceFilter(count: 1, hint: hint)
      let verdict = filter.verdict(
        known: keys("a", "b"), change: TargetChange(), in: database)
      #expect(verdict == .mismatched)
    }
  }
}
