import SluiceText

/// Failures, or advice, by their causes.
struct HTMLCauses {
  /// What the anchor of each cause begins with.
  let prefix: String
  private var causes: [HTMLCause] = []
  private var numbers: [ByteOrderedName: Int] = [:]

  /// No cause.
  init(prefix: String) { self.prefix = prefix }

  /// Counts a problem of a case as one of its cause.
  ///
  /// - Returns: The number of the cause, from 0.
  mutating func count(_ problem: CaseOutcome.Problem, of report: CaseReport) -> Int {
    let cause = ByteOrderedName(problem.cause(in: report))
    let number = numbers[cause] ?? causes.count
    if number == causes.count {
      numbers[cause] = number
      causes.append(HTMLCause(cause: cause.string, number: number, prefix: prefix))
    }
    causes[number].count += 1
    causes[number].parts[ByteOrderedName(FailureGroups.stream(of: report)), default: 0] += 1
    causes[number].meaning = causes[number].meaning ?? problem.failure?.meaning
    return number
  }

  /// The meaning below the heading of a cause.
  func meaning(of number: Int) -> RuleMeaning? { causes[number].meaning }

  /// Keeps the text of a failure among those of its cause.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - weight: How much there is to read and to think about; the lightest failure comes first.
  ///   - number: The number of the cause.
  ///   - spool: The file of all texts.
  mutating func keep(_ text: XMLBuffer, weight: Int, of number: Int, in spool: CaseSpool) {
    spool.append(xml: text.bytes, at: weight, to: &causes[number].failures)
  }

  /// The causes with their symptoms, those of the most cases first; of equal ones, what came first.
  func families(by symptoms: Symptoms) -> [CauseFamily<HTMLCause>] {
    CauseFamily.families(of: causes, by: symptoms)
  }
}

/// The failures of one cause.
struct HTMLCause: RankedCause {
  /// The rule, or the kind of the problem.
  let cause: String
  /// Which cause it was of the run, from 0.
  let number: Int
  /// What its anchor begins with.
  let prefix: String
  /// How many cases failed by it.
  var count = 0
  /// How many cases of each stream did.
  var parts: [ByteOrderedName: Int] = [:]
  /// The meaning of the rule, as the first failure with one has it.
  var meaning: RuleMeaning?
  /// Where its failures are kept.
  var failures = CaseSpool.Chain()

  private static let textCap = 4_096

  /// The anchor of its section.
  var anchor: String { "\(prefix)~\(number + 1)" }

  /// Adds what the rule demands and why streams break it, or what the kind of the problem is.
  func explain(in buffer: inout XMLBuffer) {
    if let sentence = meaning?.statement ?? CaseFailure.Kind(rawValue: cause)?.summary {
      buffer.markup("<p class=\"mn\">")
      buffer.text(CleanText(line: sentence, cap: Self.textCap))
      buffer.markup("</p>")
    }
    if let usualCause = meaning?.usualCause {
      buffer.markup("<p class=\"mn\"><b>Usual cause</b> ")
      buffer.text(CleanText(line: usualCause, cap: Self.textCap))
      buffer.markup("</p>")
    }
  }
}
