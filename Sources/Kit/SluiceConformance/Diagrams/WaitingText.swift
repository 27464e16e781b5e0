package import SluiceSimulation
package import SluiceSpies
import SluiceText

/// Who waits for ever: each consumer that did not end and each task that the subject left, with
/// what it waits for and the event that parked it.
package struct WaitingText {
  /// How many waiters are shown, and how many functions of each.
  static let most = (waiters: 12, functions: 3)
  /// The widest name of a function that is not cut.
  static let widest = 90

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

  /// The innermost functions that wait, without the kit's own; those of the system's libraries only
  /// where there are no others.
  private func places(of waiter: Waiter?) -> [String] {
    WaitingText.places(in: waiter?.backtrace ?? [])
  }

  /// The innermost functions of a backtrace, as lines of text, without the kit's own; those of the
  /// system's libraries and of backends only where there are no others.
  ///
  /// - Parameter backtrace: The functions, innermost first.
  /// - Returns: The lines.
  package static func places(in backtrace: [String]) -> [String] {
    let names = backtrace.map(FunctionName.init).filter { name in !name.isOfTheKit }
    let others = names.filter { name in !name.isOfTheSystem }
    let subjects = others.filter { name in !FunctionName.fakes.contains(name.module) }
    let shown = [subjects, others, Array(names.prefix(1))].first { names in !names.isEmpty } ?? []
    var shorts: [String] = []
    // Closures in closures have one name.
    for name in shown where name.short != shorts.last { shorts.append(name.short) }
    return shorts.prefix(WaitingText.most.functions).map { name in
      "    in \(DisplayWidth.fitted(name, to: widest))"
    }
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

/// The tasks that outlive their stream: where each was made, and where it waits.
package struct LeftText {
  private let tasks: [Waiter]
  private let entries: [LogEntry]
  private let names: [String]

  /// What is known of tasks that are left.
  ///
  /// - Parameters:
  ///   - tasks: The tasks.
  ///   - entries: The log.
  ///   - names: The consumers' names in the order of their numbers.
  package init(_ tasks: [Waiter], entries: [LogEntry], names: [String]) {
    self.tasks = tasks
    self.entries = entries
    self.names = names
  }

  /// The lines; none if no task is left.
  package var lines: [String] {
    guard !tasks.isEmpty else { return [] }
    var lines = [" what is left:"]
    for task in tasks.prefix(WaitingText.most.waiters) {
      lines.append("  a task\(making(of: task))")
      lines += WaitingText.places(in: task.backtrace)
    }
    let rest = tasks.count - WaitingText.most.waiters
    if rest > 0 { lines.append("  … and \(rest) more tasks") }
    return lines
  }

  /// What is known of who made a task, in which call, and when.
  private func making(of task: Waiter) -> String {
    var words = ""
    let functions = task.backtrace.map(FunctionName.init).filter { name in !name.isOfTheKit }
    // What a task begins with is a closure in what made it, unless it is a function itself.
    if let first = functions.last {
      words += first.isClosure ? " that \(first.surrounding) made" : " that runs \(first.short)"
      words = DisplayWidth.fitted(words, to: WaitingText.widest)
    }
    guard let making = task.making else { return words }
    let call = OpenCall.innermost(in: entries.prefix(making.note), of: task.label, names)
    if words.isEmpty, call != nil || making.event != nil { words = " that was made" }
    if let call { words += " \(call)" }
    if let event = making.event { words += ", by \(RecentEvents.text(event))" }
    return words
  }
}

/// A call that has begun in a log and has not come back.
private enum OpenCall: Hashable {
  case access(SequenceID)
  case iterator(ConsumerID)
  case next(ConsumerID)
  case cancel(ConsumerID)
  case add(RegistrationID)
  case remove(RegistrationID)
  case callback(RegistrationID)

  /// The innermost call at the end of a part of a log, as far as it may be that of a label.
  static func innermost(
    in entries: ArraySlice<LogEntry>, of label: String, _ names: [String]
  ) -> String? {
    var open: [OpenCall] = []
    for event in entries.lazy.map(\.event) {
      let ended = ended(by: event)
      open.removeAll { call in ended.contains(call) }
      if let begun = begun(by: event), begun.isPossible(for: label, names) { open.append(begun) }
    }
    return open.last?.words(names)
  }

  /// Whether it may be what runs under a label: a consumer calls for itself alone.
  private func isPossible(for label: String, _ names: [String]) -> Bool {
    switch self {
    case .iterator(let consumer), .next(let consumer):
      label == "consumer.\(OpenCall.name(consumer, names))"
    case .access: label.hasPrefix("access.")
    case .cancel, .add, .remove, .callback: true
    }
  }

  private static func begun(by event: Event) -> OpenCall? {
    switch event {
    case .accessed(let sequence): .access(sequence)
    case .iteratorMade(let consumer, of: _): .iterator(consumer)
    case .nextCalled(let consumer): .next(consumer)
    case .cancelCalled(let consumer): .cancel(consumer)
    case .addCalled(let registration, by: _, options: _): .add(registration)
    case .removeCalled(let registration, by: _): .remove(registration)
    case .callbackBegan(let registration, _): .callback(registration)
    default: nil
    }
  }

  private static func ended(by event: Event) -> [OpenCall] {
    switch event {
    case .iteratorMade(_, of: let sequence): [.access(sequence)]
    case .nextCalled(let consumer): [.iterator(consumer)]
    case .nextReturned(let consumer, _): [.next(consumer)]
    case .cancelReturned(let consumer): [.cancel(consumer)]
    case .addReturned(let registration), .addThrew(let registration, _): [.add(registration)]
    case .removeReturned(let registration): [.remove(registration)]
    case .callbackEnded(let registration): [.callback(registration)]
    default: []
    }
  }

  private func words(_ names: [String]) -> String {
    switch self {
    case .access: "while its stream was opened"
    case .iterator(let consumer):
      "while '\(OpenCall.name(consumer, names))' made its iterator"
    case .next(let consumer): "inside next() of '\(OpenCall.name(consumer, names))'"
    case .cancel(let consumer): "inside the cancel of '\(OpenCall.name(consumer, names))'"
    case .add(let registration): "inside add #\(registration.number)"
    case .remove(let registration): "inside remove #\(registration.number)"
    case .callback(let registration): "inside a callback of #\(registration.number)"
    }
  }

  private static func name(_ consumer: ConsumerID, _ names: [String]) -> String {
    names.indices.contains(consumer.number - 1) ? names[consumer.number - 1] : "\(consumer.number)"
  }
}

/// What kind of code a function is.
extension FunctionName {
  /// Whether it is in Swift code of a subject; of C functions that is not known.
  package var isOfSubject: Bool { short.contains(".") && !isOfTheKit && !isOfTheSystem }

  /// Whether it is one of those by which the kit runs subjects, which tell nothing of them.
  var isOfTheKit: Bool {
    FunctionName.modulesOfTheKit.contains(module)
  }

  private static let modulesOfTheKit: Set<Substring> = [
    "Sluice", "SluiceConformance", "SluiceHarness", "SluiceProducts", "SluiceReports",
    "SluiceRunner", "SluiceScenarios", "SluiceSimulation", "SluiceSpies", "SluiceTesting",
    "SluiceText", "SluiceXCTest",
  ]

  /// Whether it is one of those through which every stream waits: `withLock`, `dispatch_sync`.
  var isOfTheSystem: Bool {
    FunctionName.modulesOfTheSystem.contains(module)
      || FunctionName.prefixesOfTheSystem.contains(where: module.hasPrefix)
  }

  private static let modulesOfTheSystem: Set<Substring> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Swift", "Synchronization", "_Concurrency",
  ]

  /// The beginnings of the names of C functions, which have no module.
  private static let prefixesOfTheSystem = ["_dispatch_", "dispatch_", "pthread_", "sem_"]

  /// The modules of the kit that are backends.
  static let fakes: Set<Substring> = [
    "FakeAuth", "FakeCore", "FakeDatabase", "FakeDevice", "FakeFirestore", "FakeFunctions",
    "FakeListener", "FakeMessaging", "FakeRemoteConfig", "FakeStorage", "FakeWebSocket",
  ]
}
