/// The few ways in which a word can stand out on a terminal.
package struct Palette: Sendable {
  /// Whether anything does.
  private let isEnabled: Bool

  /// A palette; one that is not enabled leaves every text as it is.
  package init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// A text in red.
  package func red(_ text: String) -> String { painted(text, "31") }
  /// A text in green.
  package func green(_ text: String) -> String { painted(text, "32") }
  /// A text in bold type.
  package func bold(_ text: String) -> String { painted(text, "1") }

  private func painted(_ text: String, _ code: String) -> String {
    isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
