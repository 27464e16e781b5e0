import SluiceHarness
import Testing

@Suite("Run of a draining stream", .startsPrograms)
struct DrainingRunTests {
  private static func run(_ lines: String) throws -> MemoryCall {
    let root = try TemporaryFolder()
    let text = """
      format 1
      scenario "a stream that drains is cancelled"
        timeline
          @0ms  S = listener.values() busy 1s
                listener.send-many(3)
          \(lines)
          @9s   expect S ended

      """
    try root.write(text, to: "Scenarios/listener/unit/draining.scenario")
    return MemoryCall(["run", "--subject", "reference-draining"], in: root.path)
  }

  @Test("has to expect what it got before the cancel")
  func before() throws {
    let call = try Self.run("@8s cancel S")
    #expect(call.exitCode == .failure)
    #expect(call.output.contains("'S' got 1, and nil was expected as its end"), "\(call.output)")
  }

  @Test("need not expect what was buffered at the cancel")
  func buffered() throws {
    let call = try Self.run("@0ms expect S next 1\n    @500ms cancel S")
    #expect(call.exitCode == .success, "\(call.output)")
  }
}
