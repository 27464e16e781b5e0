import FakeFirestore
import Testing

@Suite("Resource path")
struct ResourcePathTests {
  @Test(
    "drops one slash at either end",
    arguments: ["cities/SF", "/cities/SF", "cities/SF/", "/cities/SF/"])
  func outerSlashes(_ text: String) throws {
    #expect(try ResourcePath(parsing: text).segments == ["cities", "SF"])
  }

  @Test(
    "refuses two slashes together", arguments: ["//", "a//b", "//a", "a//"])
  func doubleSlash(_ text: String) {
    #expect(throws: FirestoreUsageError.doubleSlash(text)) {
      try ResourcePath(parsing: text)
    }
  }

  @Test("splits by scalars, so that a slash before a combining mark still separates")
  func scalars() throws {
    #expect(try ResourcePath(parsing: "a/\u{301}b").segments.count == 2)
  }

  @Test("knows documents by an even number of segments")
  func evenness() throws {
    #expect(try DocumentKey(parsing: "a/b/c/d").collection == ResourcePath(parsing: "a/b/c"))
    #expect(throws: FirestoreUsageError.notADocument("a/b/c", segments: 3)) {
      try DocumentKey(parsing: "a/b/c")
    }
    #expect(throws: FirestoreUsageError.notADocument("", segments: 0)) {
      try DocumentKey(parsing: "")
    }
  }

  @Test("orders by segments and their bytes, a path before those below it")
  func order() throws {
    let texts = ["a", "a/b", "a/b/c", "a/c", "a-/b", "b"]
    let paths = try texts.map { try ResourcePath(parsing: $0) }
    #expect(paths.shuffled(using: &Self.generator).sorted() == paths)
  }

  /// A generator with a fixed sequence.
  private struct Fixed: RandomNumberGenerator {
    var state: UInt64 = 42
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return state
    }
  }

  private static var generator: Fixed {
    get { Fixed() }
    set { _ = newValue }
  }
}

@Suite("Field path")
struct FieldPathTests {
  @Test(
    "refuses what the product refuses in dotted form",
    arguments: ["", ".", "a.", ".a", "a..b", "a~b", "a*", "a/b", "a[0]", "]"])
  func invalid(_ text: String) {
    #expect(throws: FirestoreUsageError.invalidFieldPath(text)) {
      try FieldPath(parsing: text)
    }
  }

  @Test("takes any characters in names given one by one")
  func separate() throws {
    #expect(FieldPath(["a.b", "c/d"]).segments == ["a.b", "c/d"])
    #expect(try FieldPath(parsing: "a.b").segments == ["a", "b"])
  }

  @Test("tells the document id from fields")
  func key() throws {
    #expect(FieldPath.documentID().isKey)
    #expect(try !FieldPath(parsing: "name").isKey)
  }

  @Test("is a prefix of itself and of what lies below it")
  func prefix() throws {
    let outer = try FieldPath(parsing: "a.b")
    #expect(outer.isPrefix(of: outer))
    #expect(outer.isPrefix(of: try FieldPath(parsing: "a.b.c")))
    #expect(!outer.isPrefix(of: try FieldPath(parsing: "a.bc")))
  }
}
