import FakeFirestore
import SluiceSimulation
import Testing

@Suite("Backoff")
struct BackoffTests {
  /// As many waits as there are, with the same random bits for each.
  private func waits(_ count: Int, random: UInt64, of backoff: Backoff = Backoff()) -> [Duration] {
    var backoff = backoff
    return (0..<count).map { _ in backoff.next { random } }
  }

  @Test("waits not at all, then a second, then half as long again, at most a minute")
  func growth() {
    let middle = UInt64(1) << 63
    #expect(
      waits(5, random: middle)
        == [.zero, .seconds(1), .milliseconds(1500), .milliseconds(2250), .milliseconds(3375)])
    #expect(waits(20, random: middle).suffix(3) == Array(repeating: .seconds(60), count: 3))
  }

  @Test("is shorter or longer by up to a half")
  func jitter() {
    #expect(waits(2, random: 0).last == .milliseconds(500))
    #expect(waits(2, random: .max).last == .milliseconds(1499))
    #expect(waits(30, random: 0).last == .seconds(30))
    #expect(waits(30, random: .max).last == .milliseconds(89_999))
  }

  @Test("asks for no chance where it would not matter")
  func chance() {
    var backoff = Backoff()
    var asked = 0
    for _ in 0..<3 {
      _ = backoff.next {
        asked += 1
        return 0
      }
    }
    #expect(asked == 2)
  }

  @Test("begins anew after a success, and with the longest wait where the server says so")
  func ends() {
    let middle = UInt64(1) << 63
    var backoff = Backoff()
    _ = (backoff.next { middle }, backoff.next { middle })
    backoff.reset()
    #expect(backoff == Backoff())
    backoff.lengthen()
    #expect(waits(2, random: middle, of: backoff) == [.seconds(60), .seconds(60)])
  }
}
