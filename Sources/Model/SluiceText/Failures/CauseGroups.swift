/// Failures by their causes, so that one mistake that fails a hundred cases is read once.
///
/// Of each cause the failure with the smallest account is kept, one in which nothing races if there
/// is one, with the titles of a few others; so what is kept does not grow with the number of
/// failures. The result depends on the failures and their order alone.
package struct CauseGroups<Failure: GroupedFailure>: Sendable {
  /// The failures of one cause.
  package struct Group: RankedCause, Sendable {
    /// The rule, or the kind of the problem.
    package let cause: String
    /// Which cause it was of the run, from 0.
    package let number: Int
    /// How many cases failed by it.
    package private(set) var count = 1
    /// The failure with the smallest account, the first of those.
    package private(set) var smallest: Failure
    /// The titles of the first cases but the smallest.
    package private(set) var others: [String] = []
    /// How many cases of each part of the run failed by it.
    package private(set) var parts: [Failure.Part: Int]

    fileprivate init(number: Int, _ first: Failure) {
      cause = first.cause
      self.number = number
      smallest = first
      parts = [first.part: 1]
    }

    fileprivate mutating func add(_ failure: Failure) {
      count += 1
      parts[failure.part, default: 0] += 1
      var other = failure
      if failure.weight < smallest.weight { swap(&smallest, &other) }
      if others.count < CauseGroups.keptTitles { others.append(other.title) }
    }

    /// The number of cases beside the smallest, as the beginning of a sentence about the cause.
    ///
    /// - Parameter isAdvice: Whether the cause fails nothing.
    /// - Returns: Words such as "2 other cases fail by"; nil without another case.
    package func others(isAdvice: Bool) -> String? {
      switch count - 1 {
      case 0: nil
      case 1: "1 other case \(isAdvice ? "breaks" : "fails by")"
      case let others: "\(others) other cases \(isAdvice ? "break" : "fail by")"
      }
    }

    /// How many cases beside the smallest have no title here.
    package var untitled: Int { count - 1 - others.count }
  }

  /// How many titles are kept.
  package static var keptTitles: Int { 5 }

  private var groups: [String: Group] = [:]

  /// Groups without a failure.
  package init() {}

  /// How many causes there are.
  package var count: Int { groups.count }

  /// Takes in a case that failed.
  package mutating func add(_ failure: Failure) {
    if groups[failure.cause]?.add(failure) == nil {
      groups[failure.cause] = Group(number: groups.count, failure)
    }
  }

  /// The groups with their symptoms, those of the most cases first; of equal ones, what came first.
  package func families(by symptoms: Symptoms) -> [CauseFamily<Group>] {
    CauseFamily.families(of: groups.values, by: symptoms)
  }
}

/// A failed case that can be grouped by its cause.
package protocol GroupedFailure: Sendable {
  /// A part of the run, whose failures are counted.
  associatedtype Part: Hashable & Sendable

  /// The rule that is violated, or else the kind of the problem.
  var cause: String { get }
  /// The name of the case in a list.
  var title: String { get }
  /// The part of the run that the case belongs to.
  var part: Part { get }
  /// The lines of its account.
  var lineCount: Int { get }
  /// Whether a reader understands another failure of the same cause first: something races, or the
  /// account is that of another case.
  var isHard: Bool { get }
}

extension GroupedFailure {
  /// How much there is to read and to think about; a hard failure weighs more than any other.
  fileprivate var weight: (Int, Int) { (isHard ? 1 : 0, lineCount) }
}

extension CaseFailure {
  /// Whether a line that it is about races, it needs another schedule than the canonical one, or
  /// another case has its account.
  package var isHard: Bool { isRace || schedule != nil || tellingCase != nil }
}
