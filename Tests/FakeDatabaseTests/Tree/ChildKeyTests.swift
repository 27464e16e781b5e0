import FakeDatabase
import SluiceSpies
import Testing

@Suite("Child keys")
struct ChildKeyTests {
  @Test("keys that spell integers of 32 bits come first, by number, then by length")
  func integersFirst() {
    let sorted = [
      "-2147483648", "-10", "-9", "0", "1", "01", "001", "2", "10", "2147483647",
      "-", "-2147483649", "-a", "1.5", "2147483648", "A", "a", "a1", "aa", "b",
    ]
    #expect(sorted.reversed().map { ChildKey($0) }.sorted().map(\.text) == sorted)
  }

  @Test("words are ordered by their UTF-16 units")
  func unitOrder() {
    let basic = "\u{FF5E}"
    let beyond = "\u{1F600}"
    #expect(ChildKey(beyond) < ChildKey(basic))
    #expect(ChildKey("\u{D7FF}") < ChildKey(beyond))
    #expect(ChildKey("é") > ChildKey("z"))
    #expect(ChildKey("ab\(beyond)") > ChildKey("ab"))
    #expect(TextOrder.order(basic, beyond) == .descending)
  }

  @Test("keys are one only if they are spelt the same")
  func spelling() {
    #expect(ChildKey("\u{E9}") != ChildKey("e\u{301}"))
    #expect(ChildKey("1") != ChildKey("01"))
    #expect(ChildKey("\u{E9}") == ChildKey("\u{E9}"))
    #expect(Set([ChildKey("\u{E9}"), ChildKey("e\u{301}"), ChildKey("\u{E9}")]).count == 2)
  }

  @Test(
    "a key is not empty and has none of . # $ [ ] / nor a control character",
    arguments: ["", ".", "a.b", "#", "$", "[", "]", "/", "a/b", "\u{0}", "\n", "\u{1F}", "\u{7F}"])
  func forbiddenKeys(key: String) {
    #expect(!TreeLimits.allows(key: key))
    #expect(TreeLimits.allows(key: "a b-é\u{1F600}"))
  }
}
