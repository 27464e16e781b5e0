/// A line of a test's source, where something was asked for.
public struct SourceLine: Sendable, Hashable, CustomStringConvertible {
  /// The file, as `#fileID` names it: the module and the file's name.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// A line of a file.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// A line as the compiler names the place of a call.
  ///
  /// - Parameters:
  ///   - file: The caller's `#fileID`.
  ///   - line: The caller's `#line`.
  public init(_ file: StaticString, _ line: Int) {
    self.init(file: "\(file)", line: line)
  }

  /// File and line with a colon between them.
  public var description: String { "\(file):\(line)" }
}

extension Spy {
  /// Does what a test has the backend do, as a line of that test.
  ///
  /// A fake calls it from each method by which a test speaks to it, as `send(_:)`. In a
  /// hand-written test everything settles before the operation, which is then one event that the
  /// log knows the line of; inside another event, or in a line that races, it happens at once.
  /// Without such a test, as in a scenario, it simply happens.
  ///
  /// - Parameters:
  ///   - name: What the event is called, such as `listener.send`.
  ///   - file: The test's file: what the fake's method was passed, with `#fileID` as its default.
  ///   - line: The test's line, likewise with `#line`.
  ///   - operation: What the backend does. It does not happen where the test has failed before.
  public func stimulus(
    _ name: String, file: StaticString = #fileID, line: Int = #line, _ operation: () -> Void
  ) {
    guard let conduct = calls.conductor else { return operation() }
    conduct(name, SourceLine(file, line), operation)
  }

  /// Has the operations of scripts played by somebody.
  ///
  /// - Parameter conductor: Called on the simulating thread with the name of each operation, the
  ///   line that asks for it, and the operation; nil lets them simply happen again.
  package func conduct(_ conductor: ((String, SourceLine, () -> Void) -> Void)?) {
    calls.conductor = conductor
  }
}
