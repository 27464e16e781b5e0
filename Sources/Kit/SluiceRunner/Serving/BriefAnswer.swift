import SluiceText

/// The answer to most requests: one line of words with tabs between them.
///
/// It is of a case that passed and has nothing else to tell. With JSON for all requests and
/// answers, a run under the canonical schedule alone takes 1.10 times the processor time, and a
/// default run 1.03 times.
///
/// The words are `passed`, the id, the numbers of the result and of its schedules, and the texts of
/// what the rules said.
package enum BriefAnswer {
  private static let mark = "passed"

  /// The line of a result.
  ///
  /// - Parameter result: What became of a case.
  /// - Returns: The line; nil for a result that has more to tell, which crosses as JSON.
  package static func line(of result: CaseResult) -> String? {
    let numbers = result.numbers
    guard let plain = CaseResult(passed: result.id, numbers, result.rules), plain == result else {
      return nil
    }
    let texts = Packed(wrappedValue: result.rules).texts
    let words = [mark, result.id] + numbers.map { number in "\(number)" } + texts
    return TabbedWords.line(words)
  }

  /// The result in an answer; nil if it is not a brief one.
  ///
  /// - Parameters:
  ///   - line: The answer's line.
  ///   - id: The case that was asked for.
  /// - Returns: The result.
  /// - Throws: `CaseLineError` where what begins so is no result of the case.
  package static func result(
    in line: String, of id: String
  ) throws(CaseLineError) -> CaseResult? {
    guard line.hasPrefix("\(mark)\t") else { return nil }
    let words = TabbedWords.words(of: line)
    let numbers = words.dropFirst(2).prefix(CaseResult.numberCount)
    let texts = words.dropFirst(2 + CaseResult.numberCount)
    let read = numbers.compactMap { word in Int64(word) }
    guard read.count == numbers.count, let rules = Packed(texts: Array(texts)),
      let result = CaseResult(passed: words[1], read, rules.wrappedValue), !texts.isEmpty
    else { throw .unreadable(reason: "'\(line)' is not the result of a case that passed") }
    guard result.id == id else { throw .otherCase(asked: id, answered: result.id) }
    do throws(ContentFlaw) {
      try result.check()
    } catch {
      throw .flawed(error)
    }
    return result
  }
}

extension CaseResult {
  /// How many numbers a result has.
  fileprivate static let numberCount = 11

  /// The numbers of a result, but for the time that it took.
  fileprivate var numbers: [Int64] {
    [Int64(assertions), Int64(steps), virtualNanoseconds]
      + [
        schedules.tried, schedules.distinct, schedules.outcomes, schedules.redundant,
        schedules.checked, schedules.failures,
      ].map(Int64.init) + [schedules.isExhausted ? 1 : 0, schedules.haveServed ? 1 : 0]
  }

  /// The result of a case that passed, by its numbers; nil if these are not such.
  fileprivate init?(passed id: String, _ numbers: [Int64], _ rules: [RuleResult]) {
    let counts = numbers.compactMap { number in Int(exactly: number) }
    guard counts.count == CaseResult.numberCount, numbers[9...].allSatisfy({ 0...1 ~= $0 }) else {
      return nil
    }
    self.init(id: id, outcome: .passed)
    assertions = counts[0]
    steps = counts[1]
    virtualNanoseconds = numbers[2]
    schedules.tried = counts[3]
    schedules.distinct = counts[4]
    schedules.outcomes = counts[5]
    schedules.redundant = counts[6]
    schedules.checked = counts[7]
    schedules.failures = counts[8]
    schedules.isExhausted = counts[9] == 1
    schedules.haveServed = counts[10] == 1
    self.rules = rules
  }
}
