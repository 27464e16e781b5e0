import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Settling with many consumers")
struct SettlingTests {
  /// How many looks at consumers it takes to settle ten times, each time with a value for one of so
  /// many that wait, while one is past the end.
  private static func looks(_ count: Int) throws -> Int {
    try Simulation().perform { simulation in
      let stage = Stage(in: simulation)
      var continuations: [AsyncStream<Int>.Continuation] = []
      for number in 0..<count {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        continuations.append(continuation)
        try stage.start("\(number)") { () throws(SubjectError) in
          ErasedSequence(stream) { number in .integer(Int64(number)) }
        }
      }
      let registration = stage.spy.addCalled()
      registration.addReturned()
      continuations[0].finish()
      #expect(stage.settle() == nil)
      let looks = WorkCounter.steps {
        for value in 1...10 {
          registration.deliver(.value(.integer(Int64(value)))) {
            continuations[value].yield(value)
          }
          #expect(stage.settle() == nil)
        }
      }
      #expect(stage.consumer(named: "10")?.outputs.count == 1)
      #expect(stage.playEpilogue() == nil)
      simulation.end()
      return looks
    }
  }

  @Test("looks at those alone that something has happened to")
  func growth() throws {
    let looks = try [20, 100, 500].map { count in try Self.looks(count) }
    #expect(looks.allSatisfy { looks in looks <= 20 }, "\(looks)")
  }
}
