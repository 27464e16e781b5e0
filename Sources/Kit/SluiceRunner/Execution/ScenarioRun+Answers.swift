import SluiceConformance
import SluiceScenarios
import SluiceSpies
import SluiceText

/// How far a consumer has done what a line expects.
enum Answer {
  /// It has, with so many answers of `next()`, the last at this step.
  case met(count: Int, step: Int?)
  /// It has not yet, as said here.
  case pending(String)
  /// It has done something else, as said here with the differences, in the answer with this number
  /// among those that no line expected before.
  case wrong(String, differences: [String], answer: Int)
}

extension ScenarioRun {
  /// How far a consumer has done what is expected of it.
  ///
  /// - Parameters:
  ///   - outcome: What is expected.
  ///   - consumer: The consumer.
  ///   - matched: How many elements an earlier question about the same outcome has found as
  ///     expected.
  /// - Returns: The answer.
  func answer(
    to outcome: StreamOutcome, of consumer: Consumer, matched: inout Int
  ) -> Answer {
    let outputs = unexpected(of: consumer)
    return switch outcome {
    case .next(let pattern):
      answer(to: CollectionOfOne(pattern), outputs, consumer.name, &matched)
    case .nexts(let patterns): answer(to: patterns, outputs, consumer.name, &matched)
    case .repeated(let pattern, let count):
      answer(to: repeatElement(pattern, count: count), outputs, consumer.name, &matched)
    case .error(let name, let fields):
      answer(toError: name, fields, outputs.first, consumer.name)
    case .finish where outputs.isEmpty && hasLeftItsIterator(consumer): .met(count: 0, step: nil)
    case .finish: answer(toFinish: outputs.first, consumer.name)
    case .ended: answer(toEnd: outputs, of: consumer)
    case .added: answerToAdded(consumer)
    case .removed: answerToRemoved(consumer)
    }
  }

  private func answer(
    to patterns: some RandomAccessCollection<SyntaxValue>,
    _ outputs: ArraySlice<Consumer.Received>, _ name: String, _ matched: inout Int
  ) -> Answer {
    for (pattern, received) in zip(patterns.dropFirst(matched), outputs.dropFirst(matched)) {
      guard case .element(let value) = received.output else {
        return .wrong(
          "'\(name)' got \(received.output), not an element", differences: [], answer: matched)
      }
      let differences = Pattern(syntax: pattern).differences(from: value)
      if !differences.isEmpty {
        return .wrong(
          "'\(name)' got another element than expected",
          differences: differences.map(\.description)
            + (differences.allSatisfy { difference in difference.place.isEmpty }
              ? [] : ["in \(value)"]),
          answer: matched)
      }
      matched += 1
    }
    guard outputs.count >= patterns.count else {
      let missing = patterns[patterns.index(patterns.startIndex, offsetBy: outputs.count)]
      let got =
        switch (outputs.count, patterns.count) {
        case (0, 1): "no value"
        case (0, let count): "none of \(count) values"
        case (let got, let count): "\(got) of \(count) values"
        }
      let expected = missing.kind == .wildcard ? "more" : "\(Value(missing))"
      return .pending("'\(name)' got \(got), and \(expected) was expected")
    }
    return .met(count: patterns.count, step: outputs.prefix(patterns.count).last?.step)
  }

  private func answer(
    toError error: String, _ fields: SyntaxObject?, _ received: Consumer.Received?, _ name: String
  ) -> Answer {
    guard let received else { return .pending("'\(name)' did not throw \(error)") }
    guard case .failure(let failure) = received.output else {
      return .wrong(
        "'\(name)' got \(received.output), not the error \(error)", differences: [], answer: 0)
    }
    let differences = failure.differences(fromError: error, fields)
    guard differences.isEmpty else {
      return .wrong(
        "'\(name)' threw another error than \(error)", differences: differences, answer: 0)
    }
    return .met(count: 1, step: received.step)
  }

  private func answer(toFinish received: Consumer.Received?, _ name: String) -> Answer {
    guard let received else { return .pending("'\(name)' did not end") }
    guard received.output == .end else {
      return .wrong(
        "'\(name)' got \(received.output), not the end", differences: [], answer: 0)
    }
    return .met(count: 1, step: received.step)
  }

  /// The end of a cancelled or abandoned iteration, as the subject declares it.
  private func answer(
    toEnd outputs: ArraySlice<Consumer.Received>, of consumer: Consumer
  ) -> Answer {
    let traits = traits(of: consumer)
    let entries = stage.log.entries
    index.extend(to: entries)
    let cancel = index.cancelled(consumer.id)
    let drains = traits.drains(afterCancelAt: cancel, in: entries)
    // While values are drained, only the newest answer can be the end: the others need no second
    // look.
    if drains, !consumer.hasLeftByItself, let last = outputs.last?.output, !last.isTerminal {
      return .pending("'\(consumer.name)' did not end")
    }
    // Only what is handed out after the cancel was buffered then; a line has to expect the rest.
    let cancelStep = cancel.map { place in entries[place].step } ?? .max
    let underWay = traits.removal != .synchronous ? valuesUnderWay(at: cancel, in: entries) : []
    var count = 0
    for received in outputs {
      count += 1
      switch received.output {
      case .element where drains && received.step >= cancelStep: continue
      case .element(let value) where received.step >= cancelStep && underWay.contains(value):
        continue
      case .end where traits.cancelOutcome == .ends || consumer.hasLeftByItself:
        return .met(count: count, step: received.step)
      case .failure(let failure)
      where traits.cancelOutcome == .throwsCancellation && failure.isCancellation:
        return .met(count: count, step: received.step)
      default:
        return .wrong(
          "'\(consumer.name)' got \(received.output), and "
            + (traits.cancelOutcome == .throwsCancellation && !consumer.hasLeftByItself
              ? "CancellationError" : "nil") + " was expected as its end",
          differences: [], answer: count - 1)
      }
    }
    if consumer.hasLeftByItself { return .met(count: count, step: nil) }
    return .pending("'\(consumer.name)' did not end")
  }

  /// The values that were called back since the last rest before a cancel: those who declare to
  /// settle may have handed them on already.
  private func valuesUnderWay(at cancel: Int?, in entries: [LogEntry]) -> [Value] {
    guard let cancel else { return [] }
    let rest = entries[..<cancel].lastIndex { entry in entry.event == .quiescent } ?? 0
    return entries[rest..<cancel].compactMap { entry in
      guard case .callbackBegan(_, .value(let value)) = entry.event else { return nil }
      return value
    }
  }

  private func answerToAdded(_ consumer: Consumer) -> Answer {
    let needed = traits(of: consumer).listeners
    var added = registrations(of: consumer).filter { registration in
      registration.addReturned != nil
    }
    if added.count < needed {
      // An add whose caller is unknown may be this consumer's: it is no reason for blame.
      let own = Set(added.map(\.id))
      added = index.registrations.filter { registration in
        let isPossible = registration.caller == .unknown || own.contains(registration.id)
        return isPossible && registration.addReturned != nil
      }
    }
    guard added.count >= needed, let last = added.last?.addReturned else {
      return .pending("'\(consumer.name)' has added \(added.count) of \(needed) listeners")
    }
    return .met(count: 0, step: stage.log.entries[last].step)
  }

  private func answerToRemoved(_ consumer: Consumer) -> Answer {
    let registrations = registrations(of: consumer)
    let active = registrations.filter { registration in registration.gone == nil }
    guard active.isEmpty else {
      let numbers = active.map { registration in "#\(registration.id.number)" }
      return .pending("'\(consumer.name)' has not removed \(numbers.joined(separator: ", "))")
    }
    let last = registrations.lazy.compactMap { registration in registration.gone }.max()
    return .met(count: 0, step: last.map { place in stage.log.entries[place].step })
  }

  /// The registrations that serve a consumer, whether or not it has made its iterator yet.
  func registrations(of consumer: Consumer) -> [RegistrationRecord] {
    index.extend(to: stage.log.entries)
    if index.hasIterator(of: consumer.id) {
      return owners.registrations(
        of: consumer.id, in: index, traits(of: consumer).iterators)
    }
    return index.registrations.filter { registration in
      registration.caller.sequence == consumer.sequence
    }
  }

  /// Whether a consumer has dropped its iterator with the end, as the stream's declaration says: it
  /// has nothing that it could ask past the end.
  private func hasLeftItsIterator(_ consumer: Consumer) -> Bool {
    guard consumer.isOver, traits(of: consumer).removal == .withIterator else { return false }
    return consumer.loopEnd == .ended || consumer.loopEnd == .failed
  }

  private func traits(of consumer: Consumer) -> Traits {
    roles[consumer.name]?.subject.traits ?? Traits()
  }
}

extension Consumer {
  /// Whether the consumer left its loop, or never entered it, for a reason of its own.
  fileprivate var hasLeftByItself: Bool {
    switch loopEnd {
    case .broke, .bodyThrew, .operatorEnded, .dropped: true
    case .ended, .failed: false
    case nil: isOver
    }
  }
}

extension Failure {
  /// What makes a failure another one than an error of this name with these fields.
  fileprivate func differences(fromError name: String, _ fields: SyntaxObject?) -> [String] {
    switch value {
    case .symbol(let word) where word == name && fields == nil: return []
    case .call(let word, let arguments) where word == name:
      guard let fields else { return [] }
      let actual = Value.members(
        arguments.map { argument in (argument.label ?? "", argument.value) })
      let pattern = SyntaxValue(.object(fields), at: SourceSpan(file: 0, start: 0, end: 0))
      return Pattern(syntax: pattern).differences(from: actual).map(\.description)
    case .symbol(let word) where word == name:
      return ["expected the fields of \(name), which has none"]
    default: return ["expected \(name), got \(value)"]
    }
  }
}

/// The answers of a consumer whose stream has several listeners, without the copies of a value that
/// each of them was called back with: a line expects a value once.
///
/// It reads what is new since it was asked last, so that a thousand questions about a thousand
/// answers cost as much as one.
struct DistinctAnswers {
  /// The answers, without the copies.
  private(set) var received: [Consumer.Received] = []
  /// For each of them its number among all that the consumer got.
  private(set) var numbers: [Int] = []
  private var readCount = 0
  /// How often the consumer got each value, and how often without the copies.
  private var copies: [Value: (all: Int, distinct: Int)] = [:]
  /// How often each listener was called back with each value.
  private var told: [Value: [RegistrationID: Int]] = [:]
  private var readCallbacks: [RegistrationID: Int] = [:]

  /// Reads what a consumer has got since.
  ///
  /// - Parameters:
  ///   - outputs: All that it got.
  ///   - registrations: Those of its stream.
  ///   - merges: Whether values of the stream merge, so that any number of copies comes.
  mutating func read(
    _ outputs: [Consumer.Received], of registrations: [RegistrationRecord], merges: Bool
  ) {
    guard readCount < outputs.count else { return }
    for registration in registrations {
      for callback in registration.callbacks[readCallbacks[registration.id, default: 0]...] {
        guard case .value(let value) = callback.payload else { continue }
        told[value, default: [:]][registration.id, default: 0] += 1
      }
      readCallbacks[registration.id] = registration.callbacks.count
    }
    for number in readCount..<outputs.count {
      if case .element(let value) = outputs[number].output {
        let before = copies[value, default: (0, 0)]
        let listeners = told[value] ?? [:]
        let isCopy =
          merges
          ? before.distinct >= listeners.values.max() ?? .max
          : before.all % max(listeners.count, 1) > 0
        copies[value] = (before.all + 1, before.distinct + (isCopy ? 0 : 1))
        if isCopy { continue }
      }
      received.append(outputs[number])
      numbers.append(number)
    }
    readCount = outputs.count
  }
}
