import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceSpies
import Testing

@Suite("Text of megabytes that a stream throws", .startsPrograms)
struct LongTextTests {
  private struct Novel: Error, CustomStringConvertible {
    var description: String { String(repeating: "novel ", count: 900_000) }
  }

  /// One that says itself how it is written.
  private struct Saga: Error, ProjectsToValue {
    var projected: Value {
      .call("saga", .string(String(repeating: "saga ", count: 900_000)), .symbol("s"))
    }
  }

  private static func gate(throwing error: any Error) -> Harness {
    Harness(
      name: "gate",
      subjects: [
        Subject("novelist", over: .listener(Int.self), traits: .asyncThrowingStream) { source in
          AsyncThrowingStream<Int, any Error> { continuation in
            let handle = source.addListener(
              .value(
                { value in continuation.yield(value) },
                onFailure: { _ in continuation.finish(throwing: error) },
                onFinish: { continuation.finish() }))
            continuation.onTermination = { _ in handle.remove() }
          }
        }
      ])
  }

  @Test(
    "is a short verdict about the stream, in short reports",
    arguments: [Novel(), Saga()] as [any Error])
  func verdict(_ error: any Error) throws {
    let root = try SmallScenarios.root()
    try root.write(
      """
      format 1

      scenario "an error comes"
        timeline
          @0ms    S = listener.values()
                  expect S added
                  listener.fail(unavailable)
                  expect S error unavailable

      """, to: SmallScenarios.path)
    let call = MemoryCall(
      [
        "run", "--isolation", "none", "--schedules", "0", "--report", "json=run.json",
        SmallScenarios.path,
      ],
      of: Self.gate(throwing: error), in: root.path)
    #expect(call.exitCode == .failure, "\(call.errors)")
    #expect(call.output.contains("errors.propagate-unchanged: the source failed with unavailable"))
    #expect(call.output.utf8.count < 20_000)
    #expect(try root.bytes(of: "Reports/junit.xml").count < 100_000)
    #expect(try root.bytes(of: "run.json").count < 100_000)
  }
}
