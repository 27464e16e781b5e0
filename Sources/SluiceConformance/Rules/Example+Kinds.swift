extension Rule.Example {
  // Each kind comes without traits, for the reference streams' own, and with them. `after` names
  // the lines with which the log opens.

  /// A log that the rule must accept.
  public static func conforming(
    _ title: String, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    conforming(title, Traits(), after: opening, lines)
  }

  /// A log that the rule must accept, of a stream that declares certain traits.
  public static func conforming(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .conforming)
  }

  /// A log that the rule must reject, at the line marked `blamed`.
  public static func violating(
    _ title: String, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    violating(title, Traits(), after: opening, lines)
  }

  /// A log that the rule must reject, at the line marked `blamed`, of a stream that declares
  /// certain traits.
  public static func violating(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .violating)
  }

  /// A log in which the rule has nothing to judge.
  public static func silent(
    _ title: String, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    silent(title, Traits(), after: opening, lines)
  }

  /// A log in which the rule has nothing to judge, of a stream that declares certain traits.
  public static func silent(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line]
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .silent)
  }

  /// A log of a stream to which the rule does not apply.
  public static func outside(
    _ title: String, _ traits: Traits, after opening: [Line] = [], _ lines: [Line] = []
  ) -> Self {
    Self(title: title, traits: traits, lines: opening + lines, expectation: .outside)
  }
}
