extension DiagnosticCode {
  /// The explanations of the codes about characters and words.
  static let textExplanations: [DiagnosticCode: DiagnosticExplanation] = [
    .notUTF8: DiagnosticExplanation(
      "bytes that are not UTF-8",
      """
      Scenario files are UTF-8 without a byte order mark. The place is the first byte of the \
      line that is not part of a well-formed sequence; save the file as UTF-8.
      """),
    .tab: DiagnosticExplanation(
      "a tab",
      """
      How wide a tab is differs between programs, so columns and tables would not line up. \
      Spaces separate words; a tab in a string is written \\t.
      """),
    .controlCharacter: DiagnosticExplanation(
      "a control character",
      """
      Control characters can not be seen, and some of them change what a terminal shows. In a \
      string they are written as escapes; line breaks are LF or CRLF.
      """),
    .unexpectedCharacter: DiagnosticExplanation(
      "a character without a meaning",
      """
      Outside strings and comments only ASCII letters, digits and the marks of the grammar are \
      read. Put other text in quotes.
      """,
      wrong: "expect L next %",
      right: #"expect L next "%""#),
    .unterminatedString: DiagnosticExplanation(
      "a string without its closing quote",
      """
      A string ends in the line in which it begins. A quote inside it is written \\", and a \
      text of several lines stands between three quotes.
      """,
      wrong: #"expect L next "abc"#,
      right: #"expect L next "abc""#),
    .unterminatedText: DiagnosticExplanation(
      "a text without its closing quotes",
      """
      A text begins and ends with three quotes. Without the closing ones everything up to the \
      end of the file would belong to it.
      """,
      wrong: #"""
        about """a text that goes on
        """#,
      right: #"""
        about """a text that ends"""
        """#),
    .badEscape: DiagnosticExplanation(
      "an escape that does not exist",
      """
      Strings have the escapes of JSON: \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\uXXXX with four \
      hexadecimal digits, where a scalar beyond the first 65,536 takes two of them.
      """,
      wrong: #"expect L next "a\q""#,
      right: #"expect L next "a\\q""#),
    .integerOutOfRange: DiagnosticExplanation(
      "an integer of more than 64 bits",
      """
      Integers have 64 bits, as the products store them. A larger number is a double and is \
      written with a fraction or an exponent.
      """,
      wrong: "expect L next 9223372036854775808",
      right: "expect L next 9223372036854775807"),
    .malformedNumber: DiagnosticExplanation(
      "digits with something glued to them",
      """
      A number is digits, a fraction and an exponent. Dates and identifiers that begin with a \
      digit are strings.
      """,
      wrong: "expect L next 2026-01-01",
      right: #"expect L next "2026-01-01""#),
    .fractionalDuration: DiagnosticExplanation(
      "a duration that is no whole number",
      """
      Durations are whole numbers of a unit, so that every instant is exact to the nanosecond. \
      Take a smaller unit.
      """,
      wrong: "@1.5s cancel L",
      right: "@1500ms cancel L"),
    .durationOutOfRange: DiagnosticExplanation(
      "a duration that is too long",
      "The virtual clock counts nanoseconds in 64 bits, which is about 292 years.",
      wrong: "@99999999h cancel L",
      right: "@99h cancel L"),
    .unknownUnit: DiagnosticExplanation(
      "a duration with an unknown unit",
      "The units are ns, us, ms, s, min and h.",
      wrong: "@5sec cancel L",
      right: "@5s cancel L"),
    .malformedPath: DiagnosticExplanation(
      "a path that can not be read",
      """
      The parts of a path are letters, digits and the marks _ - . ~, and none is empty. A \
      variable is a whole part. Anything else, such as a URL, stands in quotes.
      """,
      wrong: "firestore.delete(cities//SF)",
      right: "firestore.delete(cities/SF)"),
    .malformedVariable: DiagnosticExplanation(
      "a dollar sign without a name",
      "A variable is a dollar sign and letters, digits or underscores, with no space between.",
      wrong: "@$ cancel L",
      right: "@5ms cancel L"),
    .doubleOutOfRange: DiagnosticExplanation(
      "a double that is not finite",
      """
      The number is larger than a double can be. Infinity is written double(infinity) where a \
      product stores it.
      """,
      wrong: "expect L next 1e999",
      right: "expect L next 1e99"),
  ]
}
