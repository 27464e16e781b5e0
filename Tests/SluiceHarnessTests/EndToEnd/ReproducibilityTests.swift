import Foundation
import Glibc
import Testing

@Suite("Reproducible report", .startsPrograms)
struct ReproducibilityTests {
  /// Some cases, in which the plain streams fail by several rules.
  private static let few = ReproducibleRun(
    cases: [
      "--filter", "rule:errors.sync-error-removes | product:websocket & layer:unit",
    ],
    files: [
      "Scenarios/database/unit/errors.scenario", "Scenarios/database/unit/inside-adds.scenario",
      "Scenarios/demand/cancellation/values.scenario", "Scenarios/firestore/unit/errors.scenario",
      "Scenarios/listener/unit/errors.scenario", "Scenarios/remoteconfig/unit/errors.scenario",
      "Scenarios/storage/unit/inside-adds.scenario", "Scenarios/websocket/unit",
    ])

  @Test("has the same bytes again, from elsewhere, in other zones and languages, without workers")
  func sameBytes() throws { try Self.few.checkPlaces() }

  @Test("has the same bytes where failures are told at length", arguments: ["proposal", "vendor"])
  func failures(_ subject: String) throws { try Self.few.checkFailures(of: subject) }

  @Test("has the same bytes, and is printed the same, however many workers there are")
  func jobs() throws {
    // Of several streams, some of which fail by one cause: so there is an order to get wrong.
    try Self.expectSame(
      of: "Scenarios/demand", "Scenarios/listener", "Scenarios/websocket", "--filter", "tag:smoke")
  }

  /// Expects the same of some cases, however many workers there are.
  fileprivate static func expectSame(of cases: String...) throws {
    let folder = try TemporaryFolder()
    let words = ["run"] + cases + ["--reproducible", "--schedules", "4", "--subject"]
    for subject in ["proposal", "faulty-traps"] {
      let calls = try [1, 2, 8].map { jobs in
        try BuiltProgram.run(
          words + [
            subject, "--jobs", "\(jobs)", "--junit", folder.path(of: "\(jobs).xml"),
            "--report", "html=\(folder.path(of: "\(jobs).html"))",
            "--report", "tap=\(folder.path(of: "\(jobs).tap"))",
            "--report", "github=\(folder.path(of: "\(jobs).md"))",
            "--report", "json=\(folder.path(of: "\(jobs).json"))",
          ])
      }
      #expect(Set(calls.map { call in call.output }).count == 1)
      let page = String(decoding: try folder.bytes(of: "1.html"), as: UTF8.self)
      #expect(page.components(separatedBy: "<details class=\"f\">").count > 1)
      for kind in ["xml", "html", "tap", "md", "json"] {
        let reports = try [1, 2, 8].map { jobs in try folder.bytes(of: "\(jobs).\(kind)") }
        #expect(Set(reports).count == 1, "\(kind) of \(subject)")
      }
    }
  }

  @Test("has the cases up to the one that was failure enough, and no other, with any workers")
  func enough() throws {
    let folder = try TemporaryFolder()
    let words = ["run", "Scenarios/listener", "--reproducible", "--schedules", "0", "--subject"]
    let calls = try [1, 3].map { jobs in
      try BuiltProgram.run(
        words + [
          "vendor", "--max-failures", "3", "--jobs", "\(jobs)", "--format", "json", "--junit",
          folder.path(of: "\(jobs).xml"),
        ])
    }
    #expect(calls[0].output == calls[1].output)
    #expect(try folder.bytes(of: "1.xml") == folder.bytes(of: "3.xml"))
    #expect(calls[0].exitCode == 1)
    let cases = try ReportedCase.all(in: calls[0].output)
    #expect(cases.filter { one in one.outcome == "failed" || one.outcome == "error" }.count == 3)
    #expect(["failed", "error"].contains(try #require(cases.last).outcome))
    #expect(calls[0].output.contains("\"cutShort\":\"3 failed, which is enough: "))
    let first = try BuiltProgram.run(words + ["vendor", "--fail-fast"])
    #expect(first.exitCode == 1)
    #expect(first.output.contains("\nstopped early: 1 failed, which is enough: "))
  }

  @Test("is printed the same too")
  func terminal() throws {
    try Self.expectPrintedSame(of: "Scenarios/listener/unit/errors.scenario")
  }

  /// Expects that what is said of some files is the same, in each format.
  fileprivate static func expectPrintedSame(of path: String) throws {
    let folder = try TemporaryFolder()
    let words = [
      "run", path, "--reproducible", "--subject", "proposal", "--schedules", "4",
      "--junit", folder.path(of: "a"),
    ]
    for format in ["human", "json", "gcc"] {
      let first = try BuiltProgram.run(words + ["--format", format])
      #expect(try BuiltProgram.run(words + ["--format", format]).output == first.output)
    }
  }
}

@Suite("Reproducible report of all scenarios", .campaign)
struct ReproducibilityCampaign {
  private static let all = ReproducibleRun(cases: [])

  @Test("has the same bytes again, from elsewhere, in other zones and languages, without workers")
  func sameBytes() throws { try Self.all.checkPlaces() }

  @Test("has the same bytes where failures are told at length", arguments: ["proposal", "vendor"])
  func failures(_ subject: String) throws { try Self.all.checkFailures(of: subject) }

  @Test("has the same bytes, and is printed the same, however many workers there are")
  func jobs() throws {
    try ReproducibilityTests.expectSame(of: "Scenarios/listener")
    try ReproducibilityTests.expectSame(of: "--filter", "tag:smoke")
  }

  @Test("is printed the same too")
  func terminal() throws { try ReproducibilityTests.expectPrintedSame(of: "Scenarios/listener") }

  @Test("has the same bytes again under as many schedules as there are by default")
  func explored() throws {
    let folder = try TemporaryFolder()
    let first = try Self.all.report("first.xml", in: folder, options: [])
    #expect(try Self.all.report("second.xml", in: folder, options: []) == first)
  }

  @Test("has the same bytes on a loaded machine")
  func load() throws {
    let folder = try TemporaryFolder()
    let first = try Self.all.report("first.xml", in: folder)
    let loops = try [BusyLoop(), BusyLoop()]
    defer { for loop in loops { loop.stop() } }
    #expect(try Self.all.report("loaded.xml", in: folder) == first)
  }
}

/// Runs of the same cases, which write their reports to a file of a folder.
private struct ReproducibleRun {
  /// The words that choose the cases; none for all.
  let cases: [String]
  /// The files that have them all, for calls from the root: they need not read the others.
  var files: [String] = []

  /// The report of a run of each case under the canonical schedule and a few others, unless it is
  /// to be the default number.
  func report(
    _ name: String, in folder: TemporaryFolder, options: [String] = ["--schedules", "4"],
    from directory: String = BuiltProgram.repository, variables: [String: String] = [:]
  ) throws -> Data {
    let named = directory == BuiltProgram.repository ? files : []
    let words = ["run", "--reproducible", "--junit", folder.path(of: name)] + named
    let call = try BuiltProgram.run(
      words + cases + options, in: directory, variables: variables)
    #expect(call.exitCode == 0 || call.exitCode == 1, "\(call.errors)")
    return try folder.bytes(of: name)
  }

  /// Compares reports of calls from several places, one of them in no project; and of calls in
  /// other languages, and without workers.
  func checkPlaces() throws {
    let folder = try TemporaryFolder()
    let first = try report("first.xml", in: folder)
    #expect(!first.isEmpty)
    #expect(try report("second.xml", in: folder) == first)
    let below = "\(BuiltProgram.repository)/Scenarios/listener"
    #expect(try report("elsewhere.xml", in: folder, from: below) == first)
    let root = ["--schedules", "4", "--root", BuiltProgram.repository]
    #expect(try report("far.xml", in: folder, options: root, from: folder.path) == first)
    let variables = ["TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"]
    #expect(try report("abroad.xml", in: folder, variables: variables) == first)
    let alone = ["--schedules", "4", "--isolation", "none"]
    #expect(try report("inside.xml", in: folder, options: alone) == first)
  }

  /// Compares reports about streams that fail, with workers and without.
  func checkFailures(of subject: String) throws {
    let folder = try TemporaryFolder()
    let options = ["--subject", subject, "--schedules", "8"]
    let first = try report("first.xml", in: folder, options: options)
    #expect(String(decoding: first, as: UTF8.self).contains("<failure"))
    #expect(try report("second.xml", in: folder, options: options) == first)
    let alone = options + ["--isolation", "none"]
    #expect(try report("inside.xml", in: folder, options: alone) == first)
  }
}

/// A process that does nothing, as busily as it can, until it is stopped.
private struct BusyLoop {
  private let process = Process()

  init() throws {
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "while :; do :; done"]
    try process.run()
  }

  func stop() {
    // No other signal is sure to arrive: what this thread blocks, the process has inherited.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
