extension Rule {
  /// Code that breaks the rule, and the same code with the fix.
  ///
  /// Each text is a few lines of Swift without a line feed at the end. The tests of the kit compile
  /// both texts of each of its rules, and judge them by the cases about that rule.
  public struct Code: Sendable, Hashable {
    /// The code that breaks the rule.
    public var wrong: String
    /// The same code with the fix.
    public var right: String

    /// A comparison of wrong code with right code.
    public init(wrong: String, right: String) {
      self.wrong = wrong
      self.right = right
    }
  }
}
