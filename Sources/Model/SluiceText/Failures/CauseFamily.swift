/// A cause of failures as it can be ranked among others.
package protocol RankedCause {
  /// A part of the run, whose failures are counted.
  associatedtype Part: Hashable & Sendable

  /// The rule, or the kind of the problem.
  var cause: String { get }
  /// Which cause it was of the run, from 0.
  var number: Int { get }
  /// How many cases failed by it.
  var count: Int { get }
  /// How many cases of each part of the run failed by it.
  var parts: [Part: Int] { get }
}

/// A cause, with those that are usually symptoms of the same fault.
package struct CauseFamily<Cause: RankedCause> {
  /// The cause of most cases, which tells the fault.
  package let lead: Cause
  /// The symptoms, those of the most cases first.
  package fileprivate(set) var also: [Cause] = []

  /// The cause that tells the fault, and then its symptoms.
  package var all: [Cause] { [lead] + also }
}

extension CauseFamily: Sendable where Cause: Sendable {}

extension CauseFamily {
  /// The causes of a run with their symptoms, those of the most cases first; of equal ones, what
  /// came first.
  ///
  /// A symptom belongs to the first cause that shows it in each part of the run in which it came
  /// up: a fault of one stream explains nothing of another.
  ///
  /// - Parameters:
  ///   - causes: The causes, in any order.
  ///   - symptoms: Which of them are usually symptoms of others.
  /// - Returns: The families, whose leads are in the order of the causes.
  package static func families(
    of causes: some Sequence<Cause>, by symptoms: Symptoms
  ) -> [CauseFamily] {
    let ranked = causes.sorted { left, right in
      (right.count, left.number) < (left.count, right.number)
    }
    return ranked.reduce(into: []) { families, cause in
      let lead = families.firstIndex { family in
        symptoms.shows(family.lead.cause, cause.cause)
          && cause.parts.keys.allSatisfy { part in family.lead.parts[part] != nil }
      }
      if let lead {
        families[lead].also.append(cause)
      } else {
        families.append(CauseFamily(lead: cause))
      }
    }
  }
}

extension CauseFamily {
  /// How many causes some families have.
  package static func count(of families: [CauseFamily]) -> Int {
    families.reduce(0) { count, family in count + 1 + family.also.count }
  }

  /// The causes of some families in their order, with what a table puts before their names.
  package static func marked(_ families: [CauseFamily]) -> [(cause: Cause, mark: String)] {
    families.flatMap { family in
      [(family.lead, "")] + family.also.map { symptom in (symptom, "also ") }
    }
  }

  /// The number of causes of some families, and of the faults that they probably come from, as
  /// words such as "12 causes, probably 2 faults".
  package static func counted(_ families: [CauseFamily]) -> String {
    let causes = count(of: families)
    let words = causes == 1 ? "1 cause" : "\(causes) causes"
    guard causes > families.count else { return words }
    return "\(words), probably \(families.count == 1 ? "1 fault" : "\(families.count) faults")"
  }

  /// The symptoms with their counts, below a line that introduces them; no line without symptoms.
  package var alsoLines: [String] {
    guard !also.isEmpty else { return [] }
    let listed = also.prefix(Self.listedSymptoms).map { cause in
      "  \(cause.cause): \(cause.count == 1 ? "1 case" : "\(cause.count) cases")"
    }
    let left = also.count - listed.count
    return ["\(Self.alsoHeading):"] + listed + (left > 0 ? ["  … \(left) more"] : [])
  }

  /// The names of the symptoms in one line; nil without symptoms.
  package var alsoSentence: String? {
    guard !also.isEmpty else { return nil }
    let listed = also.prefix(Self.listedSymptoms).map { cause in cause.cause }
    let left = also.count - listed.count
    let more = left > 0 ? " and \(left) more" : ""
    return "\(Self.alsoHeading): \(listed.joined(separator: ", "))\(more)"
  }

  private static var alsoHeading: String { "also, usually by the same fault" }
  /// How many symptoms are listed by their names.
  private static var listedSymptoms: Int { 20 }
}
