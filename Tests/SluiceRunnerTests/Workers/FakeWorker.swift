import Foundation
import SluiceRunner
import Synchronization
import Testing

/// A worker written as a shell script, which can be told to misbehave by the text of a request.
enum FakeWorker {
  /// A worker that runs the given commands of its own instead of answering anything.
  static func script(_ body: String) -> WorkerCommand {
    WorkerCommand(executable: "/bin/sh", arguments: ["-c", prelude + body])
  }

  /// A worker that answers `did TEXT`, or misbehaves as the request says.
  static let menu = script(
    """
    say ready
    while read -r word number text <&3; do
      say began "$number"
      case "$text" in
        signal*) echo 'Fatal error: as told' >&2; kill -s "${text#signal }" $$;;
        exit*) exit "${text#exit }";;
        silent) touch "$MARK"; exec sleep 1000;;
        spin) touch "$MARK"; while head -c 1 <&4 > /dev/null; do
          say location "$number" "$(printf 'spin\\tloop')"; done;;
        stubborn) trap '' TERM INT HUP; touch "$MARK"; while :; do :; done;;
        wait) touch "$MARK"; while [ ! -e "$MARK.on" ]; do sleep 0.01; done
          say answer "$number" waited;;
        stopped) touch "$MARK"; kill -s STOP $$;;
        progress) say progress "$number" first; say progress "$number" 'second, {"n": 2}'; exit 7;;
        twice) say answer "$number" once; say answer "$number" twice;;
        doubled) printf 'answer %s once\\n' "$number" >&4; say answer "$number" twice;;
        babble) say 'what is this';;
        stale) say answer 99 wrong;;
        invalid) printf 'answer %s \\377\\n' "$number" >&4;;
        print) echo out; echo err >&2; say answer "$number" printed;;
        forge) echo "answer $number forged"; echo "answer $number forged" >&2
          say answer "$number" true;;
        flood) yes 0123456789abcdef | head -c 10000000; echo; echo end
          yes 0123456789abcdef | head -c 1000000 >&2
          say answer "$number" flooded;;
        close) exec 3<&- 4>&-; while :; do sleep 1000; done;;
        descriptors) ls /proc/self/fd; say answer "$number" listed;;
        mute) exec 1>&- 2>&-; say answer "$number" muted;;
        grandchild) (trap '' TERM HUP; exec sleep 1000) & echo $! > "$MARK"; exit 3;;
        late) say answer "$number" early; exit 5;;
        variable*) eval "say answer $number \\${${text#variable }-none}";;
        long) say answer "$number" "$(head -c 300000 /dev/zero | tr '\\0' x)";;
        *) say answer "$number" "did $text";;
      esac
    done
    """)

  private static let prelude = """
    say() {
      printf '%s\\n' "$*" >&4
      if [ "$1" = answer ]; then printf 'ended %s\\n' "$2" >&4; fi
    }

    """
}

/// A clock that stands still until a file is there, and then leaps ahead whenever it is read.
///
/// A worker that is about to be silent touches the file; so patience ends exactly then, however
/// slow the machine is, and no test waits for it.
struct LeapingClock: WatchdogClock {
  private let readings = Readings()
  let file: String

  private final class Readings: Sendable {
    let count = Mutex(0)
  }

  /// A clock that leaps from the start, if no file is named.
  init(file: String = "/") {
    self.file = file
  }

  var reading: Duration {
    let leaps = FileManager.default.fileExists(atPath: file) ? 1 : 0
    return readings.count.withLock { count in
      count += leaps
      return .seconds(count)
    }
  }

  /// Time leaps, and what a process does goes on as ever: the one tells nothing of the other.
  func activity(ofProcess identifier: Int32) -> WorkerActivity? { nil }
}

/// A clock that leaps ahead as ``LeapingClock`` does, in a machine that lets no worker run.
///
/// After so many seconds it lets the worker go on that waits for it.
struct StarvingClock: WatchdogClock {
  private let clock: LeapingClock
  private let end: Duration

  init(file: String, until end: Duration) {
    clock = LeapingClock(file: file)
    self.end = end
  }

  var reading: Duration {
    let reading = clock.reading
    let signal = "\(clock.file).on"
    if reading >= end, !FileManager.default.fileExists(atPath: signal) {
      _ = FileManager.default.createFile(atPath: signal, contents: nil)
    }
    return reading
  }

  func activity(ofProcess identifier: Int32) -> WorkerActivity? {
    WorkerActivity(used: .seconds(1), isWaiting: false)
  }
}

/// A clock that runs, for limits that no test reaches.
struct RunningClock: WatchdogClock {
  private let start = SuspendingClock().now
  var reading: Duration { start.duration(to: .now) }
}

extension WorkerSupervisor {
  /// Has requests answered one after the other, by workers.
  func run(
    _ requests: [String], each: (_ index: Int, _ outcome: WorkerOutcome) throws -> Void
  ) throws {
    var session = makeSession()
    for (index, request) in requests.enumerated() { try each(index, session.ask(request)) }
    session.dismiss()
  }
}

/// Runs requests through workers and collects the outcomes.
func outcomes(
  of requests: [String], from command: WorkerCommand = FakeWorker.menu,
  limits: WorkerLimits = WorkerLimits(silence: .seconds(600)),
  clock: any WatchdogClock = RunningClock()
) throws -> [WorkerOutcome] {
  let supervisor = WorkerSupervisor(command: command, limits: limits, clock: clock)
  var outcomes: [WorkerOutcome] = []
  try supervisor.run(requests) { index, outcome in
    #expect(index == outcomes.count)
    outcomes.append(outcome)
  }
  return outcomes
}
