import Foundation
import SluiceHarness
import SluiceRunner
import SluiceText
import Testing

@Suite("Review of forged answers", .startsPrograms)
struct ForgeryReviewTests {
  /// A worker that answers in the way that a request says.
  private static let worker = WorkerCommand(
    executable: "/bin/sh",
    arguments: [
      "-c",
      """
      echo ready >&4
      while read -r word number text <&3; do
        echo "began $number" >&4
        case "$text" in
          trap) kill -s TRAP $$;;
          twice) printf 'answer %s a\\nended %s\\n' "$number" "$number" >&4
            printf 'answer %s b\\n' "$number" >&4;;
          *) printf 'answer %s did %s\\nended %s\\n' "$number" "$text" "$number" >&4;;
        esac
      done
      """,
    ])

  private static func suspect(_ id: String, _ answer: String?) -> CulpritSearch.Suspect {
    let suspect = CulpritSearch.Suspect(
      id: id, path: "a.scenario", line: 3, request: id, again: "again \(id)")
    return answer.map(suspect.answered) ?? suspect
  }

  private static func messages(
    of forgeries: [ForgedAnswer], isAskedAgain: Bool = true
  ) -> [String: String] {
    let supervisor = WorkerSupervisor(command: worker, clock: MachineWatchdogClock())
    return ForgeryReview(of: forgeries, askedAgainBy: supervisor)
      .errors(isAskedAgain: isAskedAgain).mapValues(\.failure.message)
  }

  private static let death = WorkerDeath(cause: .incoherent(line: "answer 9 x"))
  private static let way =
    "the worker's answers can't be trusted: killed for a line that the kit does not write: "
    + "answer 9 x"

  @Test("names each case that a process of its own answers otherwise")
  func differences() {
    let answered = [
      Self.suspect("same", "did same"), Self.suspect("other", "did something"),
      Self.suspect("twice", "a"), Self.suspect("trap", "did trap"),
    ]
    let forgery = ForgedAnswer(
      suspect: Self.suspect("culprit", nil), answered: answered, death: Self.death)
    let messages = Self.messages(of: [forgery, forgery])
    #expect(messages.keys.sorted() == ["other", "trap", "twice"])
    #expect(
      messages["other"]?.hasPrefix("the answer was not the worker's: a worker with this case alone")
        == true)
    #expect(
      messages["twice"]
        == "the answer can't be trusted: a worker with this case alone was killed for a line that "
        + "the kit does not write: answer 0 b")
    #expect(
      messages["trap"]
        == "the answer can't be trusted: a worker with this case alone was killed by SIGTRAP")
  }

  @Test("names the case that was answered last where the worker was asked for none")
  func late() {
    let answered = [Self.suspect("first", "did first"), Self.suspect("last", "did last")]
    let forgery = ForgedAnswer(suspect: nil, answered: answered, death: Self.death)
    #expect(Self.messages(of: [forgery]) == ["last": Self.way])
  }

  @Test("asks for no case again in a run that is to stop")
  func stopped() {
    let forgery = ForgedAnswer(
      suspect: nil, answered: [Self.suspect("trap", "did trap")], death: Self.death)
    #expect(Self.messages(of: [forgery], isAskedAgain: false) == ["trap": Self.way])
    #expect(Self.messages(of: [], isAskedAgain: true).isEmpty)
  }
}
