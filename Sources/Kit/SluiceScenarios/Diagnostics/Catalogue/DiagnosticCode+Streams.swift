extension DiagnosticCode {
  /// The explanations of the codes about streams and time.
  static let streamsExplanations: [DiagnosticCode: DiagnosticExplanation] = [
    .undeclaredStream: DiagnosticExplanation(
      "a stream that the timeline never starts",
      "A stream is started with NAME = …, in the timeline or in a flow that it plays.",
      wrong: "cancel M",
      right: "cancel L"),
    .streamBeforeStart: DiagnosticExplanation(
      "a stream that is used before it starts",
      "Only the lines of during may name a stream that starts later: they wait for it.",
      wrong: #"""
        cancel M
        M = firestore.document-snapshots(cities/SF)
        """#,
      right: #"""
        M = firestore.document-snapshots(cities/SF)
        cancel M
        """#),
    .streamStartedTwice: DiagnosticExplanation(
      "a stream that is started twice",
      """
      A name is one consumer. Who subscribes again takes another name, so that the log tells \
      them apart.
      """,
      wrong: #"""
        L = firestore.document-snapshots(cities/SF)
        L = firestore.document-snapshots(cities/SF)
        """#,
      right: #"""
        L = firestore.document-snapshots(cities/SF)
        M = firestore.document-snapshots(cities/SF)
        """#),
    .stampDecreases: DiagnosticExplanation(
      "a stamp before the line above it",
      "Lines run in the order in which they stand, so their stamps never decrease.",
      wrong: #"""
        @10ms firestore.delete(cities/SF)
        @5ms cancel L
        """#,
      right: #"""
        @5ms firestore.delete(cities/SF)
        @10ms cancel L
        """#),
    .stampInSilence: DiagnosticExplanation(
      "a stamp inside a silence",
      "A silence covers the time from its line to its end, and the lines after it run after it.",
      wrong: #"""
        expect L silent until 100ms
        @50ms cancel L
        """#,
      right: #"""
        expect L silent until 100ms
        @100ms cancel L
        """#),
    .contradictsSilence: DiagnosticExplanation(
      "an expectation that a silence excludes",
      """
      The stream was silent up to this line and nothing made it do anything since, so it can \
      not have done this.
      """,
      wrong: #"""
        expect L silent until 100ms
        expect L ended
        """#,
      right: #"""
        expect L silent until 100ms
        cancel L
        expect L ended
        """#),
    .pullNeedsManual: DiagnosticExplanation(
      "a pull of a stream that pulls by itself",
      """
      Only a stream that was started with manual leaves the calls of next() to the scenario, and \
      one with demand those that go beyond it.
      """,
      wrong: "pull L",
      right: #"""
        M = firestore.document-snapshots(cities/SF) manual
        pull M
        """#),
    .releaseNeedsHeld: DiagnosticExplanation(
      "a release of a sequence that is not held",
      """
      Only a stream that was started with held keeps its sequence until release; otherwise the \
      consumer alone has it.
      """,
      wrong: "release L",
      right: #"""
        M = firestore.document-snapshots(cities/SF) held
        release M
        """#),
    .timeOverflow: DiagnosticExplanation(
      "an instant that the clock can not hold",
      "The virtual clock counts nanoseconds in 64 bits, which is about 292 years.",
      wrong: #"""
        @2000000h firestore.delete(cities/SF)
        +2000000h cancel L
        """#,
      right: #"""
        @2000h firestore.delete(cities/SF)
        +2000h cancel L
        """#),
    .malformedSchedule: DiagnosticExplanation(
      "a schedule that can not be followed",
      """
      The columns are at, ready and run: an instant, the events that are ready then, and which \
      of them runs. Instants do not decrease.
      """,
      wrong: #"""
        schedule
          | at | ready | run |
          | 1ms | [a, b] | c |
        """#,
      right: #"""
        schedule
          | at | ready | run |
          | 1ms | [a, b] | b |
        """#),
    .emptySilence: DiagnosticExplanation(
      "a silence that covers no time",
      "A silence goes from its line to before the instant that it names, which is later.",
      wrong: "@10ms expect L silent until 10ms",
      right: "@10ms expect L silent until 20ms"),
  ]
}
