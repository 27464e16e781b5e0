import SluiceReports
import SluiceRunner

extension CaseDetails {
  /// What a page shows of a case beside what every report shows.
  init(_ result: CaseResult) {
    self.init()
    verdicts = result.rules.map { rule in Verdict(rule.rule, Verdict.Kind(rule.verdict)) }
  }
}

extension CaseDetails.Verdict.Kind {
  fileprivate init(_ verdict: RuleResult.Verdict) {
    switch verdict {
    case .held: self = .held
    case .violated: self = .broken
    case .impliedViolation: self = .implied
    case .inapplicable: self = .inapplicable
    }
  }
}
