import SluiceSimulation
import SluiceSpies

/// Who waits for ever: each consumer that did not end and each task that the subject left, with
/// what it waits for and the event that parked it.
struct WaitingText {
  /// How many waiters are shown, and how many functions of each.
  private static let most = (waiters: 12, functions: 3)

  let record: RunRecord

  /// The lines; none if nobody waits.
  var lines: [String] {
    guard !record.unfinished.isEmpty else { return [] }
    var rest = record.waiters
    var lines: [String] = []
    for name in record.unfinished {
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
    guard let index = record.names.firstIndex(of: name) else { return "waits" }
    let consumer = ConsumerID(index + 1)
    var state = "has not begun"
    var isPastTheEnd = false
    for entry in record.entries {
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
