import Foundation
import Glibc
import Synchronization

/// A stream that commands print to.
public protocol TextSink: Sendable {
  /// Whether a person watches, so that a line can be drawn again.
  var isTerminal: Bool { get }

  /// Writes a text as it is, at once.
  ///
  /// A reader that has gone away is no failure of the run: nothing more is written then, and
  /// reports in files become whole all the same.
  func write(_ text: String)
}

/// An open descriptor as a sink.
public final class DescriptorSink: TextSink {
  private let handle: FileHandle
  private let isOpen = Mutex(true)
  /// Whether the descriptor is a terminal.
  public let isTerminal: Bool

  /// A sink that writes to a descriptor and leaves it open.
  public init(descriptor: Int32) {
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    isTerminal = isatty(descriptor) == 1
  }

  /// Writes a text, unless an earlier one could not be written.
  public func write(_ text: String) {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      do {
        try handle.write(contentsOf: Data(text.utf8))
      } catch {
        isOpen = false
      }
    }
  }
}

/// A sink that keeps what is written, for tests.
package final class RecordingSink: TextSink {
  private let pieces = Mutex<[String]>([])
  package let isTerminal: Bool

  package init(isTerminal: Bool = false) {
    self.isTerminal = isTerminal
  }

  package func write(_ text: String) {
    pieces.withLock { pieces in pieces.append(text) }
  }

  /// All that was written.
  package var text: String {
    pieces.withLock { pieces in pieces.joined() }
  }
}
