import SluiceSimulation
import Testing

/// A thread outside may change what a watch sees between two looks: whoever looks must look once.
@Suite("Taking elements out")
struct TakingTests {
  @Test("asks each once, so that none is both taken and kept, or neither, if the answer changes")
  func fickle() {
    for first in [true, false] {
      var elements = Array(0..<6)
      var asked: [Int] = []
      let taken = elements.takeAll { element in
        asked.append(element)
        // Each element gets another answer from one time to the next.
        return asked.count.isMultiple(of: 2) != first
      }
      #expect(asked == Array(0..<6))
      #expect((taken + elements).sorted() == Array(0..<6))
      #expect(taken == (0..<6).filter { $0.isMultiple(of: 2) == first })
    }
  }

  @Test("keeps the order of both parts, and the others if none is taken")
  func order() {
    var elements = [3, 1, 4, 1, 5, 9, 2, 6]
    #expect(elements.takeAll { $0 > 9 } == [])
    #expect(elements == [3, 1, 4, 1, 5, 9, 2, 6])
    #expect(elements.takeAll { $0 > 3 } == [4, 5, 9, 6])
    #expect(elements == [3, 1, 1, 2])
    #expect(elements.takeAll { _ in true } == [3, 1, 1, 2])
    #expect(elements.isEmpty)
  }
}
