import SluiceReports
import SluiceText
import Synchronization

/// A sink whose text can't command the engine that runs the job.
///
/// All that commands print passes through here, so no caller has to think of it: texts of subjects,
/// names of cases, and words of the call that an error quotes.
final class GuardedSink: TextSink {
  private let base: any TextSink
  private let state: Mutex<CommandGuard>

  private init(_ base: any TextSink, _ commandGuard: CommandGuard) {
    self.base = base
    state = Mutex(commandGuard)
  }

  /// A sink as some engines may have it; the same one where there is none.
  static func guarding(
    _ sink: any TextSink, against engines: [PipelineEngine]
  ) -> any TextSink {
    CommandGuard(against: engines).map { commandGuard in GuardedSink(sink, commandGuard) } ?? sink
  }

  var isTerminal: Bool { base.isTerminal }
  var columns: Int? { base.columns }
  var failure: String? { base.failure }

  func put(_ text: String) {
    base.put(state.withLock { state in state.guarded(text) })
  }

  func command(_ line: String) {
    let clean = CleanText(line, cap: .max).string
    base.put(state.withLock { state in state.guarded(command: clean) })
  }
}
