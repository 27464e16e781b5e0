import FakeDatabase
import Testing

@Suite("Deferred writes")
struct DeferredWritesTests {
  private func text(_ writes: DeferredWrites) -> [String] {
    var result: [String] = []
    writes.visit { result.append("\($0) = \($1.exported.text)") }
    return result
  }

  @Test("a later write replaces what is remembered for its place and below")
  func remembering() throws {
    var writes = DeferredWrites()
    writes.remember(try TreeNode(1), at: ["a", "b"])
    writes.remember(try TreeNode(2), at: ["a", "c"])
    writes.remember(try TreeNode(["x": 1]), at: ["d"])
    writes.remember(try TreeNode(5), at: ["d", "y"])
    #expect(text(writes) == ["/a/b = 1", "/a/c = 2", "/d = {\"x\": 1, \"y\": 5}"])
    writes.remember(.empty, at: ["a"])
    #expect(text(writes) == ["/a = null", "/d = {\"x\": 1, \"y\": 5}"])
  }

  @Test("forgetting a place leaves what is remembered beside it")
  func forgetting() throws {
    var writes = DeferredWrites()
    writes.remember(try TreeNode(["b": 1, "c": ["d": 2, "e": 3]]), at: ["a"])
    writes.forget(at: ["a", "c", "d"])
    #expect(text(writes) == ["/a/b = 1", "/a/c/e = 3"])
    writes.forget(at: ["a", "b", "x"])
    #expect(text(writes) == ["/a/b = 1", "/a/c/e = 3"])
    writes.forget(at: ["a"])
    #expect(writes.isEmpty)
  }

  @Test("an update's keys are paths, none of which leads below another")
  func updates() throws {
    var writes = DeferredWrites()
    let members: [DatabaseValue.Member] = [
      .init("b/c", 1), .init("d", ["e": 2]), .init("f/.priority", 3),
    ]
    writes.remember(try CompoundWrite(updating: ["a"], with: members), at: ["a"])
    #expect(text(writes) == ["/a/b/c = 1", "/a/d = {\"e\": 2}", "/a/f/.priority = 3"])
    let overlapping: [DatabaseValue.Member] = [.init("b/c", 1), .init("b", 2)]
    #expect(throws: DatabaseUsageError.overlappingUpdate("/b", "/b/c")) {
      try CompoundWrite(updating: ["a"], with: overlapping)
    }
    #expect(throws: DatabaseUsageError.invalidPath("x.y")) {
      try CompoundWrite(updating: ["a"], with: [.init("x.y", 1)])
    }
  }
}
