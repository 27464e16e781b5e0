import SluiceSpies

/// The syntax tree of one file, as it is written.
struct SyntaxFile {
  struct Use {
    var path: String
    var span: SourceSpan
  }

  struct Let {
    var name: SyntaxName
    /// Nil if it can't be read, which is reported.
    var value: SyntaxValue?
  }

  struct Flow {
    var name: SyntaxName
    var parameters: [SyntaxName]
    var steps: [SyntaxStep]
    /// Whether its header can't be read, so that little can be said about its steps.
    var isBroken = false
  }

  var uses: [Use] = []
  var lets: [Let] = []
  var flows: [Flow] = []
  var scenarios: [SyntaxScenario] = []
  /// The streams that lines would start which can't be read.
  var brokenStreams: Set<String> = []
}

/// The syntax tree of one scenario.
struct SyntaxScenario {
  struct Reason {
    var text: String
    var span: SourceSpan
  }

  struct Given {
    var call: SyntaxCall
    var table: SyntaxTable?
    var span: SourceSpan
  }

  struct FinalProbe {
    var probe: SyntaxProbe
    var span: SourceSpan
  }

  var name: SyntaxName
  /// The place of the word `scenario` up to the end of the name.
  var span: SourceSpan
  var rules: [SyntaxName] = []
  var tags: [SyntaxName] = []
  /// Its edition, if it names one, with the place.
  var edition: (value: Edition, span: SourceSpan)?
  var requires: [SyntaxName] = []
  var about: Reason?
  var xfail: Reason?
  var skip: Reason?
  var limit: ScenarioLimit?
  var schedules: Int?
  var seed: Int64?
  var matrices: [SyntaxTable] = []
  var schedule: SyntaxTable?
  var given: [Given] = []
  var steps: [SyntaxStep] = []
  var finally: [FinalProbe] = []
}

/// A table whose first row named its columns.
struct SyntaxTable {
  struct Row {
    var cells: [SyntaxValue?]
    var span: SourceSpan
  }

  /// The columns; none if the first row can't be read.
  var columns: [SyntaxName]
  var rows: [Row]
  var span: SourceSpan
}
