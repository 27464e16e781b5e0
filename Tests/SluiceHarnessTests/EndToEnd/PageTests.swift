import Foundation
import SluiceRunner
import Testing

@Suite("Page of a run", .startsPrograms)
struct PageTests {
  /// The page and the journal of a call.
  private func reports(
    _ words: [String], of path: String, in folder: TemporaryFolder
  ) throws -> (page: String, journal: [[String: Any]], call: FinishedCall) {
    let call = try BuiltProgram.run(
      [
        "run", path, "--reproducible", "--junit", folder.path(of: "junit.xml"),
        "--report", "html=\(folder.path(of: "page.html"))",
        "--report", "json=\(folder.path(of: "run.json"))",
      ] + words)
    #expect(call.exitCode == 1, "\(call.errors)")
    let lines = try folder.read("run.json").split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    return (try folder.read("page.html"), lines, call)
  }

  /// The failures in a journal.
  private func failures(_ journal: [[String: Any]]) -> [[String: Any]] {
    journal.compactMap { line in
      let result = (line["case"] as? [String: Any])?["result"] as? [String: Any]
      let outcome = result?["outcome"] as? [String: Any]
      return outcome?["failure"] as? [String: Any]
    }
  }

  @Test("has the failing line, the blamed entry and the command, and the journal every event")
  func failure() throws {
    let folder = try TemporaryFolder()
    let (page, journal, call) = try reports(
      [
        "--subject", "faulty-forgets-remove-on-cancel", "--filter", "tag:smoke", "--schedules", "0",
      ],
      of: "Scenarios/listener/cancellation/waiting.scenario", in: folder)
    #expect(page.contains("<mark>13      <u>@10ms   cancel S</u></mark>"))
    #expect(page.contains("<b>to blame</b>10ms</td>"))
    #expect(page.contains("To blame: <b>S cancel</b> at 10ms, in step 5"))
    let again = try #require(
      call.output.split(separator: "\n").first { line in line.contains("again: ") })
    let command = again.split(separator: "again: ")[1]
    #expect(page.contains("<code>\(command)</code>"))
    let failure = try #require(failures(journal).first)
    let text = (failure["events"] as? [String: Any])?["text"] as? String
    let log = failure["log"] as? [String: Any]
    let rows = try #require(log?["rows"] as? [[String: Any]])
    let entries = rows.reduce(0) { count, row in count + (row["entries"] as? Int ?? 0) }
    #expect(entries > 10 && text?.split(separator: "\n").count == entries)
  }

  @Test("has the flow in which the failing line is written, and the line that plays it")
  func flow() throws {
    let folder = try TemporaryFolder()
    let (page, _, _) = try reports(
      [
        "--subject", "faulty-forgets-remove-on-cancel", "--filter",
        "id:\"*waits for its first value\"", "--schedules", "0",
      ],
      of: "Scenarios/listener/cancellation/waiting.scenario", in: folder)
    let flow = try #require(page.range(of: "<figcaption>Scenarios/listener/flows.scenario:"))
    let scenario = try #require(
      page.range(of: "<figcaption>Scenarios/listener/cancellation/waiting.scenario:"))
    #expect(flow.lowerBound < scenario.lowerBound)
    #expect(page.contains("cancel-waiting(S)</u><i>played here</i></mark>"))
  }

  @Test("has the departures of the schedule under which a case fails")
  func departures() throws {
    let folder = try TemporaryFolder()
    let (page, journal, _) = try reports(
      ["--subject", "faulty-checks-unlocks-and-adds", "--filter", "id:\"*under way/0ms\""],
      of: "Scenarios/listener/cancellation/early.scenario", in: folder)
    #expect(page.contains("<td>0ms</td><td>[goes-on#1, stimulus.cancel#1]</td>"))
    let failure = try #require(failures(journal).first)
    let schedule = try #require(failure["schedule"] as? [String: Any])
    let rows = schedule["rows"] as? [String: Any]
    #expect((rows?["departures"] as? [[String]])?.first?.last == "stimulus.cancel#1")
    let heading = try #require(schedule["heading"] as? String)
    #expect(heading.hasPrefix("schedule: 1 departure from the canonical one; found in run "))
    let remarks = try #require(schedule["remarks"] as? [String])
    #expect(remarks.first?.hasPrefix("it fails alike without line") == true)
  }

  @Test("tells of a crash what is known, and where the scenario is")
  func crash() throws {
    let folder = try TemporaryFolder()
    let (page, _, _) = try reports(
      ["--subject", "faulty-traps", "--filter", "tag:smoke", "--schedules", "0"],
      of: "Scenarios/listener/cancellation/waiting.scenario", in: folder)
    #expect(page.contains("<b class=\"k e\">error</b>"))
    #expect(page.contains("<mark> 4  <u>scenario"))
    #expect(page.contains("it crashed here:"))
    #expect(page.contains("in FaultyStreams.FaultyTraps.cancel(_:)"))
    #expect(page.contains("<h4>Again</h4>"))
  }
}
