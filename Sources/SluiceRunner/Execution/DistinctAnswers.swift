import SluiceConformance
import SluiceSpies

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
  /// How often the consumer got each value.
  private var copies: [Value: Int] = [:]
  /// How many listeners were called back with each value.
  private var told: [Value: Set<RegistrationID>] = [:]
  private var readCallbacks: [RegistrationID: Int] = [:]

  /// Reads what a consumer has got since.
  ///
  /// - Parameters:
  ///   - outputs: All that it got.
  ///   - registrations: Those of its stream.
  mutating func read(_ outputs: [Consumer.Received], of registrations: [RegistrationRecord]) {
    guard readCount < outputs.count else { return }
    for registration in registrations {
      for callback in registration.callbacks[readCallbacks[registration.id, default: 0]...] {
        guard case .value(let value) = callback.payload else { continue }
        told[value, default: []].insert(registration.id)
      }
      readCallbacks[registration.id] = registration.callbacks.count
    }
    for number in readCount..<outputs.count {
      if case .element(let value) = outputs[number].output {
        let before = copies[value, default: 0]
        copies[value] = before + 1
        if before % max(told[value]?.count ?? 1, 1) > 0 { continue }
      }
      received.append(outputs[number])
      numbers.append(number)
    }
    readCount = outputs.count
  }
}
