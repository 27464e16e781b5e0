import FakeDatabase
import Testing

@Suite("Server values")
struct ServerValueTests {
  private func resolved(_ value: DatabaseValue, over existing: DatabaseValue) throws -> TreeNode {
    let existing = try TreeNode(existing)
    return try TreeNode(value).resolved(milliseconds: 1234, over: existing)
  }

  @Test("a timestamp becomes the time, also as a priority")
  func timestamps() throws {
    let value: DatabaseValue = [
      "a": [".sv": "timestamp"], "b": [".value": 1, ".priority": [".sv": "timestamp"]],
    ]
    let expected = try TreeNode(["a": 1234, "b": [".value": 1, ".priority": 1234]])
    #expect(try resolved(value, over: nil) == expected)
  }

  @Test("an increment adds to a number that is there, and stands alone otherwise")
  func increments() throws {
    let increment: DatabaseValue = [".sv": ["increment": 2]]
    #expect(try resolved(increment, over: 40).exported == 42)
    #expect(try resolved(increment, over: 0.5).exported == 2.5)
    #expect(try resolved(increment, over: "x").exported == 2)
    #expect(try resolved(increment, over: nil).exported == 2)
    #expect(try resolved(["n": increment], over: ["n": 1, "m": 5]).exported == ["n": 3])
    let overflowed = try resolved(increment, over: .integer(.max))
    #expect(overflowed == .leaf(.double(Double(Int64.max) + 2)))
  }

  @Test("what is there is asked for only if there is something to decide")
  func laziness() throws {
    var questions = 0
    let existing = { () -> TreeNode in
      questions += 1
      return .empty
    }
    _ = try TreeNode(["a": 1]).resolved(milliseconds: 0, over: existing())
    #expect(questions == 0)
    _ = try TreeNode(["a": [".sv": ["increment": 1]]]).resolved(milliseconds: 0, over: existing())
    #expect(questions == 1)
  }
}
