import FakeDatabase
import Testing

@Suite("Tree paths")
struct TreePathTests {
  @Test("slashes at the ends and doubled ones change nothing")
  func slashes() throws {
    let path = try TreePath(parsing: "a/b")
    #expect(try TreePath(parsing: "//a//b/") == path)
    #expect(try TreePath(parsing: "/") == .root)
    #expect(path.description == "/a/b")
    #expect(path.keys.map(\.text) == ["a", "b"])
  }

  @Test(
    "a character that keys do not allow is refused, save in a leading .info",
    arguments: ["a.b", "a/#", "$", "a/[0]", "a\u{1}", "a/.info", ".infox"])
  func forbidden(text: String) throws {
    #expect(throws: DatabaseUsageError.invalidPath(text)) { try TreePath(parsing: text) }
    #expect(try TreePath(parsing: ".info/connected").count == 2)
  }

  @Test("a path contains itself and what is below it, and tells the rest behind an ancestor")
  func relatives() throws {
    let outer = try TreePath(parsing: "a/b")
    let inner = try TreePath(parsing: "a/b/c/d")
    #expect(TreePath.root.contains(outer) && outer.contains(outer) && outer.contains(inner))
    #expect(!inner.contains(outer))
    #expect(inner.relative(to: outer) == TreePath(["c", "d"]))
    #expect(outer.relative(to: inner) == nil)
    #expect(outer.appending(TreePath(["c"])).appending("d") == inner)
    #expect(inner.withoutFirst.parent == TreePath(["b", "c"]))
    #expect(TreePath.root.parent == nil && TreePath.root.withoutFirst == .root)
  }
}
