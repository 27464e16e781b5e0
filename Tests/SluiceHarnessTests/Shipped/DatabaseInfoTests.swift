import ShippedGate
import SluiceHarness
import Testing

@Suite("What a database client knows about itself, in scenarios")
struct DatabaseInfoTests {
  private static func run(_ timeline: String, over subject: String) throws -> MemoryCall {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    try root.write(
      """
      format 1

      scenario "a client"
        rule delivery.each-value-once

        timeline
      \(timeline)
      """, to: "Scenarios/database/integration/info.scenario")
    return MemoryCall(
      ["run", "--isolation", "none", "--subject", subject, "Scenarios"], of: ShippedGate.harness,
      in: root.path)
  }

  @Test(
    "reaches streams of each kind like any other data",
    arguments: ["reference", "standard", "proposal"])
  func streams(_ subject: String) throws {
    let call = try Self.run(
      """
          @0ms    S = database.value(/.info/connected)
                  O = database.value(/.info/serverTimeOffset)
                  expect S nexts [false, true]
                  expect O next 0
          @10ms   database.offline()
                  expect S next false
          @20ms   database.online()
                  expect S next true

      """, over: subject)
    #expect(call.exitCode == .success, "\(call.output)\(call.errors)")
    #expect(call.output.contains("1 case: 1 passed"), "\(call.output)")
  }

  @Test(
    "is refused with its place where a line writes it, keeps it in sync or asks for more",
    arguments: [
      ("S = database.value(/.info/connectd)", "/.info/connectd is unknown"),
      ("database.client-set(/.info/connected, true)", "/.info/connected is the client's own"),
      ("database.put(/.info/connected, true)", "/.info/connected is the client's own"),
      ("database.deny(/.info/connected)", "/.info/connected is the client's own"),
      ("database.keep-synced(/.info/connected)", "/.info/connected is the client's own"),
      ("expect database.data(/.info/connected) == true", "/.info/connected is the client's own"),
    ])
  func refused(_ line: String, _ reason: String) throws {
    let call = try Self.run("    @0ms    \(line)\n", over: "reference")
    #expect(call.exitCode == .failure)
    #expect(call.output.contains(reason), "\(call.output)")
    #expect(call.output.contains("info.scenario:7:"), "\(call.output)")
  }
}
