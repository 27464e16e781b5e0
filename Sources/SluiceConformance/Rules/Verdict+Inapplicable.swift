extension Verdict {
  // The reasons for which several rules don't apply.

  static let cannotFail = Verdict.inapplicable(because: "the stream can't throw")
  static let cannotEnd = Verdict.inapplicable(because: "the source can't end by itself")
}
