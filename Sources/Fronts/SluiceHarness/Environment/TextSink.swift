import Foundation
import Glibc
import SluiceReports
import SluiceRunner
import SluiceText
import Synchronization

/// A stream that commands print to.
package protocol TextSink: Sendable {
  /// Whether a person watches, so that a line can be drawn again.
  var isTerminal: Bool { get }

  /// How many columns it has; nil where nobody knows.
  var columns: Int? { get }

  /// Why what was written is not all there, in a sentence; nil if it is, or if the reader has gone.
  var failure: String? { get }

  /// Writes a text as it is, at once: one that is clean, and may have the kit's own commands for
  /// terminals in it.
  ///
  /// A reader that has gone away is no failure of the run: nothing more is written then, and
  /// reports in files become whole all the same.
  func put(_ text: String)

  /// Writes a command of the kit's own for the engine that runs the job, on a line.
  func command(_ line: String)
}

extension TextSink {
  /// Writes a text, cleaned: whatever of a file's name, a schedule or an error is in it can neither
  /// command a terminal nor show as something else.
  package func write(_ text: String) { put(CleanText(text, cap: .max).string) }

  /// Writes the line as it is, cleaned.
  package func command(_ line: String) { write(line) }

  /// None.
  package var failure: String? { nil }
  /// Nobody knows.
  package var columns: Int? { nil }
}

extension CommandEnvironment {
  /// The variable that says how many columns there are where no terminal does.
  static let columnsVariable = "COLUMNS"
  /// What it may say.
  private static let possibleColumns = 1...10_000

  /// How many columns the text has that goes to a stream: those of the terminal, or else what the
  /// environment says; nil for as many as a line takes.
  func columns(on sink: any TextSink) -> Int? {
    let columns = sink.isTerminal ? sink.columns : nil
    let said = variables[Self.columnsVariable].flatMap { text in Int(text) }
    return columns ?? said.flatMap { said in Self.possibleColumns.contains(said) ? said : nil }
  }

  /// What is wrong with what the environment says of columns, in a sentence; nil if nothing is.
  ///
  /// None at all is what is told of a terminal that does not know.
  var columnsMistake: String? {
    guard let text = variables[Self.columnsVariable], !text.isEmpty, text != "0" else { return nil }
    guard Int(text).map(Self.possibleColumns.contains) != true else { return nil }
    let range = "\(Self.possibleColumns.lowerBound) to \(Self.possibleColumns.upperBound)"
    return "\(Self.columnsVariable) is passed over: \(quoted(text)) is no number from \(range)"
  }

  /// Prints a text for people, cleaned, in no more columns than its reader has.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - sink: Where it goes; nil for where results do.
  func tell(_ text: DisplayText, on sink: (any TextSink)? = nil) {
    let sink = sink ?? standardOutput
    let clean = text.rendered { line in CleanText(line, cap: .max).string }
    sink.put(clean.rendered(columns: columns(on: sink)).joined(separator: "\n"))
  }

  /// Prints lines for people, cleaned, in no more columns than its reader has.
  func tell(_ text: String, on sink: (any TextSink)? = nil) {
    tell(DisplayText(text), on: sink)
  }
}

/// A text that has to stand within one line, as a file's name or an id.
func oneLine(_ text: String) -> String { CleanText(line: text).string }

/// An open descriptor as a sink.
package final class DescriptorSink: TextSink {
  private struct State {
    var isOpen = true
    var failure: String?
  }

  private let handle: FileHandle
  private let state = Mutex(State())
  /// Whether the descriptor is a terminal.
  package let isTerminal: Bool
  /// The columns of the terminal.
  package let columns: Int?

  /// A sink that writes to a descriptor and leaves it open.
  package init(descriptor: Int32) {
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    isTerminal = isatty(descriptor) == 1
    columns = isTerminal ? TerminalSize.columns(of: descriptor) : nil
  }

  /// Writes a text, unless an earlier one could not be written.
  package func put(_ text: String) {
    state.withLock { state in
      guard state.isOpen else { return }
      do {
        try handle.write(contentsOf: Data(text.utf8))
      } catch {
        state.isOpen = false
        guard !FileFailure.isBecauseNobodyReads(error) else { return }
        state.failure = FileFailure.reason(of: error)
      }
    }
  }

  /// Why a text could not be written.
  package var failure: String? { state.withLock { state in state.failure } }
}

/// A sink that keeps what is written, for tests.
package final class RecordingSink: TextSink {
  private let pieces = Mutex<[String]>([])
  package let isTerminal: Bool
  package let columns: Int?

  package init(isTerminal: Bool = false, columns: Int? = nil) {
    self.isTerminal = isTerminal
    self.columns = columns
  }

  package func put(_ text: String) {
    pieces.withLock { pieces in pieces.append(text) }
  }

  /// All that was written.
  package var text: String {
    pieces.withLock { pieces in pieces.joined() }
  }
}

/// Whether to print in colour: the values of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  /// As the environment says, or else only on a terminal.
  case auto
  /// In any case.
  case always
  /// In no case.
  case never

  /// Whether to print in colour to a stream.
  ///
  /// The option decides first, then `NO_COLOR` if it is not empty, then `CLICOLOR_FORCE` if it is
  /// neither empty nor 0, then whether the stream is a terminal, and not a dumb one.
  package func usesColor(on sink: any TextSink, variables: EnvironmentVariables) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = variables["NO_COLOR"], !value.isEmpty { return false }
      if let value = variables["CLICOLOR_FORCE"], !value.isEmpty, value != "0" { return true }
      return sink.isTerminal && variables["TERM"] != "dumb"
    }
  }
}
