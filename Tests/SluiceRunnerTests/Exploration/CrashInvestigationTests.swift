import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Crash investigation")
struct CrashInvestigationTests {
  private static let picture = LogPicture(
    lanes: [LogPicture.Lane(kind: .backend, name: "toy")],
    rows: [LogPicture.Row(time: "0ms", step: 1)])

  /// What a case comes to whose workers die, and what they were asked for.
  private static func failure(
    drawing picture: LogPicture?
  ) throws -> (failure: CaseFailure, requests: [CaseRequest]) {
    let scenario = try Play.scenario("S = toy.values()")
    let commands = ExplorationCommands(run: "again", replay: "replay")
    let request = CaseRequest(
      root: "/", shownPath: scenario.path, id: scenario.id, subject: "right", level: "must",
      edition: "2026.12", exploration: .thorough(count: 64), seed: 0, commands: commands)
    var death = WorkerDeath(cause: .signal(number: 11, name: "SIGSEGV"))
    death.location.functions = ["M.Feed.stop() -> ()"]
    var requests: [CaseRequest] = []
    let result = try CrashInvestigation.result(.died(death), of: scenario, askedBy: request) {
      request in
      requests.append(request)
      var death = death
      if request.tellsLog {
        death.log = ["0ms 1 opens", "0ms 2 closes"]
        death.toldEntries = 2
      }
      if request.picturedEntry != nil { death.picture = picture }
      return .died(death)
    }
    return (try #require(result?.failure), requests)
  }

  @Test("has the log drawn by a further worker, at the last entry of the one that died")
  func drawn() throws {
    let (failure, requests) = try Self.failure(drawing: Self.picture)
    #expect(requests.map(\.tellsLog) == [true, false])
    #expect(requests.map(\.picturedEntry) == [nil, 2])
    #expect(requests.allSatisfy { request in request.exploration == .canonical })
    #expect(failure.log == Self.picture)
    #expect(!failure.details.contains(" log until then:"))
    #expect(failure.details.starts(with: [" it crashed here:", "    in M.Feed.stop()"]))
    #expect(
      failure.message
        == "subject crashed: an access to memory that is not there, or no stack left (SIGSEGV)")
  }

  @Test("makes a schedule small, but not where each attempt would wait for the watchdog")
  func awaited() throws {
    let scenario = try Play.scenario("S = toy.values()")
    let commands = ExplorationCommands(run: "again", replay: "replay")
    let request = CaseRequest(
      root: "/", shownPath: scenario.path, id: scenario.id, subject: "right", level: "must",
      edition: "2026.12", exploration: .thorough(count: 64), seed: 0, commands: commands)
    let causes: [(cause: WorkerDeath.Cause, isAwaited: Bool)] = [
      (.signal(number: 11, name: "SIGSEGV"), false), (.vanished, true), (.silentAgain, true),
    ]
    for (cause, isAwaited) in causes {
      var requests = 0
      let first = WorkerDeath(cause: cause, lastProgress: "schedule 5")
      let result = try CrashInvestigation.result(.died(first), of: scenario, askedBy: request) {
        request in
        requests += 1
        var death = WorkerDeath(
          cause: cause, lastProgress: "schedule: 2@0s:stimulus.cancel#1<goes-on#1")
        if request.tellsLog { death.toldEntries = 2 }
        return .died(death)
      }
      // One for the schedule, one that tells the log, and one that draws it.
      #expect((requests == 3) == isAwaited, "\(requests) requests")
      let heading = try #require(result?.failure?.schedule?.heading)
      #expect(
        heading.hasSuffix("; not made smaller, since each attempt takes the watchdog's time")
          == isAwaited, "\(heading)")
    }
  }

  @Test("has the lines of the log where the further worker did not come so far")
  func lines() throws {
    let (failure, _) = try Self.failure(drawing: nil)
    #expect(failure.log == nil)
    #expect(
      failure.details.suffix(3) == [" log until then:", "  0ms 1 opens", "  0ms 2 closes"])
  }
}
