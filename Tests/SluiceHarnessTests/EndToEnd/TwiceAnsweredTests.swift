import FaultyStreams
import Foundation
import SluiceConformance
import Testing

@Suite("Run of a stream that answers twice", .startsPrograms)
struct TwiceAnsweredTests {
  /// A delegate that a life cycle monitor has let go of is not there any more to be called late.
  private static let impossible = ["faulty-answers-twice-a-cancel-then-a-value": 1]

  @Test(
    "is red for its stream of one product",
    arguments: zip(TwiceAnsweredStreams.implemented.map(\.0), ["listener", "websocket"]))
  func oneProduct(_ name: String, _ product: String) throws {
    let cases = try Self.run(
      name, "\(product)/*callback-races*/waiting*",
      "Scenarios/\(product)/cancellation/callback-races.scenario")
    #expect(cases.contains { one in one.type == "SubjectCrashed" })
    #expect(cases.filter { one in one.outcome == "failed" }.isEmpty)
  }

  /// Expects that it crashes in some case of each product.
  fileprivate static func expectCrashes(of name: String, in streams: [String]) throws {
    let cases = try run(name, "*callback-races*/waiting*")
    let crashed = Set(
      cases.filter { one in one.type == "SubjectCrashed" }.map { one in one.suite ?? "" })
    #expect(crashed.count == streams.count - impossible[name, default: 0], "\(crashed)")
    #expect(cases.filter { one in one.outcome == "failed" }.isEmpty)
  }

  /// Expects that it crashes in three cases of the listener.
  fileprivate static func expectCrashes(of name: String) throws {
    let cases = try run(name, "listener/*callback-races*")
    #expect(cases.count { one in one.type == "SubjectCrashed" } >= 3)
  }

  private static func run(
    _ name: String, _ id: String, _ paths: String...
  ) throws -> [ReportedCase] {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run(
      [
        "run", "--subject", name, "--filter", "id:\"\(id)\"", "--format", "json",
        "--junit", folder.path(of: "junit.xml"),
      ] + paths)
    #expect(call.exitCode == 1)
    return try ReportedCase.all(in: call.output)
  }
}

@Suite("Run of each stream that answers twice", .campaign)
struct TwiceAnsweredCampaign {
  @Test(
    "is red for each stream that it implements", arguments: TwiceAnsweredStreams.implemented)
  func everyProduct(_ name: String, _ streams: [String]) throws {
    try TwiceAnsweredTests.expectCrashes(of: name, in: streams)
  }

  @Test(
    "is red where somebody wrote it without having seen this kit",
    arguments: TwiceAnsweredStreams.styles.map { style in style.name })
  func styles(_ name: String) throws { try TwiceAnsweredTests.expectCrashes(of: name) }
}
