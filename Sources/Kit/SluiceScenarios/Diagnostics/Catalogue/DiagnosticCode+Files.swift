extension DiagnosticCode {
  /// The explanations of the codes about files, limits and filters.
  static let filesExplanations: [DiagnosticCode: DiagnosticExplanation] = [
    .missingFile: DiagnosticExplanation(
      "a file that can not be read",
      "The path of use is relative to the folder of the file in which it stands.",
      wrong: #"use "missing.scenario""#,
      right: #"use "known.scenario""#),
    .useCycle: DiagnosticExplanation(
      "files that use each other in a circle",
      """
      A file is read before what uses it, so a circle has no beginning. Move what both need \
      into a third file.
      """),
    .unusablePath: DiagnosticExplanation(
      "a path that use can not take",
      """
      The path is relative, has / between its parts, and does not leave the folder from which \
      sluice was started.
      """,
      wrong: #"use "/known.scenario""#,
      right: #"use "known.scenario""#),
    .notText: DiagnosticExplanation(
      "a file that is no text",
      """
      A program, a picture or an archive has been given the name of a scenario. Nothing of it is \
      read; scenarios are text in UTF-8.
      """),
    .fileTooLarge: DiagnosticExplanation(
      "a file of more than 1 MiB",
      "Split it: a file is a list of scenarios about one thing."),
    .tooManyLines: DiagnosticExplanation(
      "a file of more than 10,000 lines",
      "Split it: a file is a list of scenarios about one thing."),
    .tooDeep: DiagnosticExplanation(
      "something nested more than 64 deep",
      """
      The bound holds for brackets, for values with their variables put in, for flows that \
      play flows, and for files that use files.
      """),
    .tooManyCases: DiagnosticExplanation(
      "a file of more than 10,000 cases",
      """
      The rows of all matrices of a scenario multiply. Split the file, or test fewer \
      combinations.
      """),
    .tooManySteps: DiagnosticExplanation(
      "a case of more than 10,000 steps",
      """
      Flows are played inline. What repeats thousands of times is a verb or an option, not a \
      flow.
      """),
    .valueTooLarge: DiagnosticExplanation(
      "a case with more than 100,000 parts of values",
      "Variables in variables multiply. Such data is a verb that makes it."),
    .tooManyErrors: DiagnosticExplanation(
      "more than 1,000 errors and warnings, or more than 20 in a line",
      """
      What comes after them is not told. Most of them may follow from one mistake near \
      the first.
      """),
    .malformedFilter: DiagnosticExplanation(
      "a filter that can not be read",
      """
      A filter is globs with & for and, | for or, ! for not, and brackets. A glob with spaces \
      or one of these marks stands in quotes.
      """),
    .unknownFilterKey: DiagnosticExplanation(
      "a filter key that does not exist",
      """
      The keys are tag, product, layer, rule, stream and id. A glob without a key is compared \
      with the id.
      """),
  ]
}
