import Foundation
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText

/// Values of each type that crosses between processes or is in a journal, with every member set.
enum RecordSamples {
  static var picture: LogPicture {
    var first = LogPicture.Row(time: "0 s", step: 3, line: 4)
    first.cells = [
      LogPicture.Cell(lane: 0, text: "next()", call: .begins, depth: 1),
      LogPicture.Cell(lane: 1, text: "add", call: .whole, depth: 0),
    ]
    first.alive = [0, 1]
    first.arrow = [0, 1]
    var last = LogPicture.Row(time: "1 s", step: 5, line: 6)
    last.cells = [LogPicture.Cell(lane: 2, text: "sends 1", call: .ends, depth: 1)]
    (last.alive, last.arrow) = ([1], [2, 1])
    return LogPicture(
      lanes: [
        LogPicture.Lane(kind: .consumer, name: "S", short: "s"),
        LogPicture.Lane(kind: .registration, name: "registration 1", short: "1"),
        LogPicture.Lane(kind: .backend, name: "listener", short: "l"),
      ], rows: [first, last], blamed: 1, concerned: [1, 0])
  }

  static var failure: CaseFailure {
    var failure = CaseFailure(
      .ruleViolation, rule: "delivery.order", "why", line: 4, again: "sluice run")
    failure.notes = ["a note"]
    failure.excerpts = [
      SourceExcerpt(
        path: "a.scenario", firstLine: 3, lines: ["one", "two"],
        marks: [SourceExcerpt.Mark(.failed, line: 4, column: 1, length: 3)])
    ]
    var flow = SourceExcerpt.Played.Flow(line: 3)
    flow.append(Array(repeating: "a line", count: 81))
    failure.excerpts[0].played = SourceExcerpt.Played(
      values: [SourceExcerpt.Played.Variable("sent", "1")], flows: [flow])
    failure.meaning = RuleMeaning("a statement", usualCause: "a cause")
    failure.details = ["a detail"]
    failure.log = picture
    failure.leftOut = 2
    failure.events = LogSample(wholeLog: ["entry"], of: "the canonical schedule")
    failure.schedule = ScheduleAccount(
      "a heading", text: "v1", ScheduleRows(seed: 3, departures: [["0 s", "a b", "b"]]),
      remarks: ["a remark"])
    failure.replay = "sluice replay"
    failure.tellingCase = "listener/unit/b"
    return failure
  }

  static func result() throws -> CaseResult {
    var result = CaseResult(id: "listener/unit/a", outcome: .failed(failure))
    result.rules = [RuleResult(rule: "delivery.order", verdict: .violated, reason: "why")]
    result.advice = [failure]
    result.knownCause = "delivery.order"
    result.assertions = 3
    result.steps = 5
    result.virtualNanoseconds = 7
    result.schedules.tried = 11
    result.schedules.distinct = 9
    result.schedules.outcomes = 4
    result.schedules.redundant = 2
    result.schedules.checked = 3
    result.schedules.failures = 1
    result.schedule = "v1"
    result.scenarioText = "format 1"
    result.divergence = "there"
    result.picture = picture
    result.logs = [LogSample(wholeLog: ["entry"], of: "the canonical schedule")]
    result.digests = [13]
    result.sightings = try read(
      """
      [{"entry":4,"schedule":3,"seen":{"note":"a note","room":2,"words":["newest-1"]},\
      "stream":"listener.values","trait":"overflow"}]
      """)
    result.inaudible = ["fail"]
    result.races = try read(#"[{"insides":[],"pairs":[],"stream":"listener.values"}]"#)
    result.realNanoseconds = 17
    return result
  }

  private static func read<Content: Decodable>(_ text: String) throws -> Content {
    try JSONDecoder().decode(Content.self, from: Data(text.utf8))
  }

  /// The lines of a journal of one case, with one dead worker.
  static func journal() throws -> [String] {
    let json = """
      {"event":"run","run":{"cases":2,"edition":"2026.12","format":3,"isComplete":false,\
      "isNewest":true,"isReproducible":true,\
      "kit":"1.0.0","knownFailing":"known.txt","lacking":"fail: 3","level":"should","ownRules":[],\
      "reasons":{},"schedules":"64","seed":5,"selection":"s","subject":"mine"},\
      "host":"ci","shard":{"count":3,"division":"hash","number":2},"startedAt":1700000000}
      """
    let recorded = """
      {"case":{"file":"a.scenario","line":3,"name":"a","number":1,"result":\
      \(try CaseLine.encode(result())),"rulesOfLine":2,"suite":"listener"},"event":"case"}
      """
    let end = """
      {"cutShort":"1 failed","event":"end","interruption":"stopped","realNanoseconds":19,\
      "unseen":{"b":2},"workerErrors":[{"failure":\
      \(try CaseLine.encode(failure)),"file":"a.scenario","id":"a","isFound":true,"line":3}]}
      """
    return [json, recorded, end]
  }
}
