import SluiceSimulation
import SluiceSpies

/// Where in the log an expectation fails.
extension Stage {
  /// The place of an expectation that is given up now, as nothing came of it so far.
  ///
  /// - Parameters:
  ///   - consumer: Whom it is about, if it is a consumer.
  ///   - answer: The entry that is not as expected, if there is one.
  /// - Returns: The place.
  package func place(of consumer: Consumer?, answer: Int? = nil) -> FailedPlace {
    FailedPlace(
      of: consumer?.id, entries: log.count, instant: simulation.now, step: simulation.step,
      answer: answer)
  }

  /// The place of an answer of a consumer's that is not as expected.
  ///
  /// - Parameters:
  ///   - number: The number of the answer among those that the consumer got, from 0.
  ///   - consumer: The consumer.
  /// - Returns: The place; that of now where the log does not have the answer.
  package func place(ofAnswer number: Int, of consumer: Consumer) -> FailedPlace {
    place(of: consumer, answer: entry(ofAnswer: number, of: consumer))
  }

  /// The entry of an answer that a consumer got.
  ///
  /// Where an operator stands before the consumer, the log has answers that it never got, and
  /// others before it got them.
  private func entry(ofAnswer number: Int, of consumer: Consumer) -> Int? {
    let answers = consumer.outputs
    guard answers.indices.contains(number) else { return nil }
    let answer = answers[number]
    let entries = log.entries
    let alike = entries.indices.filter { place in
      entries[place].step <= answer.step
        && entries[place].event == .nextReturned(consumer.id, answer.output)
    }
    let earlier = answers[..<number].count { other in other == answer }
    let inItsStep = alike.filter { place in entries[place].step == answer.step }
    return inItsStep.dropFirst(earlier).first ?? alike.last
  }
}
