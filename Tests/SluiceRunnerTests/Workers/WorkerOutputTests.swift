import SluiceRunner
import Testing

@Suite("Worker output")
struct WorkerOutputTests {
  @Test("is captured, and counts for the request during which it was printed")
  func captured() throws {
    #expect(
      try outcomes(of: ["print", "quiet"]) == [
        .answered(
          "printed", output: CapturedOutput(standardOutput: "out\n", standardError: "err\n")),
        .answered("did quiet", output: CapturedOutput()),
      ])
  }

  @Test("can't be mistaken for an answer")
  func forged() throws {
    let forged = "answer 0 forged\n"
    #expect(
      try outcomes(of: ["forge"]) == [
        .answered("true", output: CapturedOutput(standardOutput: forged, standardError: forged))
      ])
  }

  @Test("is bounded, however much there is of it")
  func flood() throws {
    let all = try outcomes(of: ["flood", "after"])
    guard case .answered("flooded", let output) = all[0] else {
      Issue.record("expected an answer, got a death")
      return
    }
    #expect(output.standardOutput.utf8.count == 64 << 10)
    #expect(output.standardOutput.hasSuffix("\nend\n"))
    #expect(output.standardError.utf8.count == 64 << 10)
    #expect(output.droppedBytes == 10_000_005 + 1_000_000 - (128 << 10))
    #expect(all[1] == .answered("did after", output: CapturedOutput()))
  }

  @Test("may be closed by the subject")
  func mute() throws {
    #expect(
      try outcomes(of: ["mute", "after"]) == [
        .answered("muted", output: CapturedOutput()),
        .answered("did after", output: CapturedOutput()),
      ])
  }

  @Test("has no effect on long requests and long answers")
  func longLines() throws {
    let request = String(repeating: "y", count: 1_000_000)
    let all = try outcomes(of: ["long", request])
    let answer = String(repeating: "x", count: 300_000)
    #expect(all[0] == .answered(answer, output: CapturedOutput()))
    #expect(all[1] == .answered("did \(request)", output: CapturedOutput()))
  }
}
