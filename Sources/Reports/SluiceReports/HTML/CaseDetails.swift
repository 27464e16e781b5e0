/// What a report shows of a case that has more than text to show it in.
package struct CaseDetails: Sendable, Hashable {
  /// What a rule said of a case.
  package struct Verdict: Sendable, Hashable {
    /// What a rule said.
    package enum Kind: Sendable, Hashable {
      /// It was exercised and held.
      case held
      /// It was broken.
      case broken
      /// It was broken along with a more specific one.
      case implied
      /// It has no meaning for the stream.
      case inapplicable
    }

    /// The rule's id.
    package var rule: String
    /// What it said.
    package var kind: Kind

    /// Creates what a rule said.
    package init(_ rule: String, _ kind: Kind) {
      self.rule = rule
      self.kind = kind
    }
  }

  /// What the rules said that had something to say.
  package var verdicts: [Verdict] = []

  /// Creates the details of a case of which nothing more is known.
  package init() {}
}
