package import SluiceSimulation
package import SluiceSpies

/// Who waits for ever: each consumer that did not end and each task that the subject left, with
/// what it waits for and the event that parked it.
package struct WaitingText {
  /// How many waiters are shown, and how many functions of each.
  private static let most = (waiters: 12, functions: 3)

  private let entries: [LogEntry]
  private let names: [String]
  private let unfinished: [String]
  private let waiters: [Waiter]

  /// What is known of those who wait.
  ///
  /// - Parameters:
  ///   - entries: The log.
  ///   - names: The consumers' names in the order of their numbers.
  ///   - unfinished: The names of the consumers whose tasks have not ended.
  ///   - waiters: The tasks that wait, the consumers' among them.
  package init(
    _ entries: [LogEntry], names: [String], unfinished: [String], waiters: [Waiter]
  ) {
    self.entries = entries
    self.names = names
    self.unfinished = unfinished
    self.waiters = waiters
  }

  /// The lines; none if nobody waits.
  package var lines: [String] {
    guard !unfinished.isEmpty else { return [] }
    var rest = waiters
    var lines: [String] = []
    for name in unfinished {
      // A consumer's task is older than any that it started, and they inherit its label.
      let own = rest.firstIndex { waiter in waiter.label == "consumer.\(name)" }
      let waiter = own.map { index in rest.remove(at: index) }
      lines += [text("'\(name)' \(state(of: name))", parked: waiter)] + places(of: waiter)
    }
    for waiter in rest.prefix(WaitingText.most.waiters) {
      lines += [text("a task under '\(waiter.label)'", parked: waiter)] + places(of: waiter)
    }
    let left = rest.count - WaitingText.most.waiters
    if left > 0 { lines.append("  … and \(left) more tasks") }
    return [" who waits when nothing is left to happen:"] + lines
  }

  private func text(_ words: String, parked waiter: Waiter?) -> String {
    "  \(words)" + (waiter?.parkedBy.map { ", parked by \(RecentEvents.text($0))" } ?? "")
  }

  /// The innermost functions that wait, without the kit's own; those of Swift's library only where
  /// there are no others.
  private func places(of waiter: Waiter?) -> [String] {
    let names = (waiter?.backtrace ?? []).map(FunctionName.init)
      .filter { name in !["SluiceConformance", "SluiceSimulation"].contains(name.module) }
    let subjects = names.filter { name in name.module != "Swift" }
    return (subjects.isEmpty ? Array(names.prefix(1)) : subjects)
      .prefix(WaitingText.most.functions)
      .map { name in "    in \(DisplayWidth.fitted(name.short, to: 90))" }
  }

  /// What the log says a consumer is at.
  private func state(of name: String) -> String {
    guard let index = names.firstIndex(of: name) else { return "waits" }
    let consumer = ConsumerID(index + 1)
    var state = "has not begun"
    var isPastTheEnd = false
    for entry in entries {
      switch entry.event {
      case .iteratorMade(consumer, of: _): state = "has its iterator and does not ask"
      case .nextCalled(consumer):
        state = "waits in next()\(isPastTheEnd ? " past the end" : "")"
      case .nextReturned(consumer, _): state = "is busy with its loop's body"
      case .loopEnded(consumer, _):
        isPastTheEnd = true
        state = "has left its loop"
      default: break
      }
    }
    return state
  }
}

/// The name of a function as a backtrace has it, and what a reader needs of it.
private struct FunctionName {
  /// The module that it is of.
  let module: Substring
  /// The name without the types of its parameters and its result.
  let short: String

  /// - Parameter symbol: The demangled symbol, such as `closure #1 () async -> () in M.f(x: Int)`.
  init(_ symbol: String) {
    // What is private stands with a name for its file, as in `M.(f in _0A1B)()`.
    let symbol = symbol.replacing(/\(([^()]+) in _[0-9A-F]+\)/) { match in match.1 }
    // A closure stands before what it is in, and that may be one too.
    let place = symbol.ranges(of: " in ").last.map { range in symbol[range.upperBound...] }
    let isClosure = symbol.hasPrefix("closure #") && place != nil
    let function = isClosure ? place ?? symbol[...] : symbol[...]
    let name = function.hasPrefix("static ") ? function.dropFirst("static ".count) : function
    module = name.prefix { character in character != "." }
    short = (isClosure ? "a closure in " : "") + FunctionName.shortened(name)
  }

  /// The labels of the parameters stay, as in `next(isolation:)`.
  private static func shortened(_ function: Substring) -> String {
    guard let open = function.firstIndex(of: "(") else { return String(function) }
    var labels = ""
    var label = ""
    var depth = 0
    for character in function[function.index(after: open)...] {
      switch character {
      case "(", "<", "[": depth += 1
      case ")" where depth == 0: return "\(function[..<open])(\(labels))"
      case ")", ">", "]": depth -= 1
      case ":" where depth == 0: labels += "\(label):"
      case "," where depth == 0: label = ""
      case " ": label = ""
      default: label.append(character)
      }
    }
    return String(function)
  }
}
