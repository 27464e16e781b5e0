/// The code of a diagnostic: stable for ever, so that it can be searched for and explained.
///
/// The hundreds group them: 1 characters and words, 2 grammar, 3 names and cases, 4 the registry's
/// vocabulary, 5 streams and time, 6 files, 7 limits, 8 filters of the command line.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
  /// Bytes that are not UTF-8.
  case notUTF8 = "S0101"
  /// A tab.
  case tab = "S0102"
  /// A control character, a lone carriage return or a byte order mark.
  case controlCharacter = "S0103"
  /// A character that no rule of the grammar begins with.
  case unexpectedCharacter = "S0104"
  /// A string without its closing quote.
  case unterminatedString = "S0105"
  /// A text without its three closing quotes.
  case unterminatedText = "S0106"
  /// An escape that strings do not have.
  case badEscape = "S0107"
  /// An integer of more than 64 bits.
  case integerOutOfRange = "S0108"
  /// Digits with something glued to them.
  case malformedNumber = "S0109"
  /// A duration that is no whole number.
  case fractionalDuration = "S0110"
  /// A duration of more than 64 bits of nanoseconds.
  case durationOutOfRange = "S0111"
  /// A duration with an unknown unit.
  case unknownUnit = "S0112"
  /// A path with an empty part or a variable inside a part.
  case malformedPath = "S0113"
  /// A dollar sign without a name.
  case malformedVariable = "S0114"
  /// A double that is not finite.
  case doubleOutOfRange = "S0115"

  /// A file that does not begin with its format.
  case missingFormat = "S0201"
  /// A format that this version does not read.
  case unsupportedFormat = "S0202"
  /// Something else than the grammar needs here.
  case unexpectedToken = "S0203"
  /// A bracket that is never closed.
  case unclosedBracket = "S0204"
  /// A space before the argument list of a call.
  case spaceBeforeArguments = "S0205"
  /// A line that begins with no known word.
  case unknownLine = "S0206"
  /// A line in a section where it does not belong.
  case misplacedLine = "S0207"
  /// A section or attribute that stands twice.
  case duplicateAttribute = "S0208"
  /// A scenario without a timeline, or a section without lines.
  case emptySection = "S0209"
  /// A word of the language as the name of a stream.
  case reservedWord = "S0210"
  /// An ellipsis that is not the last element.
  case misplacedEllipsis = "S0211"
  /// A table without rows, or rows without a table.
  case malformedTable = "S0212"
  /// A row with more or fewer cells than there are columns.
  case rowWidth = "S0213"
  /// A column that stands twice.
  case duplicateColumn = "S0214"
  /// A key that stands twice in an object.
  case duplicateKey = "S0215"
  /// Something behind the end of a complete line.
  case trailingInput = "S0216"
  /// An absolute stamp inside a flow.
  case absoluteStampInFlow = "S0217"
  /// A mode where it has no meaning.
  case misplacedMode = "S0218"
  /// An option that no stream has, stands twice or contradicts another.
  case badOption = "S0219"
  /// An event name with a number outside a schedule.
  case misplacedEventName = "S0220"
  /// A name that no variable can refer to.
  case unusableName = "S0221"
  /// A stream outcome that does not exist.
  case unknownOutcome = "S0222"
  /// A number that is too small or too large for its place.
  case numberOutOfRange = "S0223"

  /// Two scenarios of one name.
  case duplicateScenario = "S0301"
  /// Two rows of a matrix with one case id.
  case duplicateCaseID = "S0302"
  /// Two declarations of one name.
  case duplicateName = "S0303"
  /// A variable that nothing declares.
  case unknownVariable = "S0304"
  /// A `let` that nothing uses.
  case unusedLet = "S0305"
  /// A flow that nothing plays.
  case unusedFlow = "S0306"
  /// A matrix column that nothing uses.
  case unusedColumn = "S0307"
  /// A parameter of a flow that its steps do not use.
  case unusedParameter = "S0308"
  /// A flow that does not exist.
  case unknownFlow = "S0309"
  /// A flow played with too few, too many or unknown arguments.
  case flowArguments = "S0310"
  /// A flow that plays itself.
  case recursiveFlow = "S0311"
  /// A case id that can't be part of a name.
  case malformedCaseID = "S0312"
  /// A scenario name that can't be part of a case's name.
  case malformedName = "S0313"
  /// A variable whose cell is empty in one of the rows.
  case emptyCell = "S0314"
  /// A value that can't be put into a path.
  case unusableInPath = "S0315"
  /// A value that a place can't take once variables are put in.
  case unusableHere = "S0316"

  /// A verb that no fake has.
  case unknownVerb = "S0401"
  /// A verb of another layer.
  case wrongLayer = "S0402"
  /// A verb, stream or probe of another product.
  case wrongProduct = "S0403"
  /// A missing or surplus argument.
  case argumentCount = "S0404"
  /// A label that the signature does not have.
  case argumentLabel = "S0405"
  /// A value of another type than its place takes.
  case wrongType = "S0406"
  /// A stream that no product has.
  case unknownStream = "S0407"
  /// A value call that does not exist.
  case unknownConstructor = "S0408"
  /// A probe that does not exist.
  case unknownProbe = "S0409"
  /// A rule that the catalogue does not have.
  case unknownRule = "S0410"
  /// A trait that no case can require.
  case unknownTrait = "S0411"
  /// An error name that no product has.
  case unknownError = "S0412"
  /// A table behind a verb that takes none, or none behind one that needs it.
  case tableMismatch = "S0413"
  /// A column that the verb's table does not have.
  case unknownColumn = "S0414"
  /// A wildcard or an ellipsis in data.
  case patternInData = "S0415"
  /// A bare word where data needs a string.
  case bareWord = "S0416"
  /// A stream where a verb must stand, or the other way round.
  case wrongKindOfCall = "S0417"
  /// A file outside of `Scenarios/<product>/<layer>/`.
  case misplacedFile = "S0418"
  /// A folder that names no product.
  case unknownProduct = "S0419"
  /// A folder that names no layer.
  case unknownLayer = "S0420"
  /// An edition that the kit does not have.
  case unknownEdition = "S0421"

  /// A stream that the timeline never starts.
  case undeclaredStream = "S0501"
  /// A stream that is used before it starts.
  case streamBeforeStart = "S0502"
  /// A stream that is started twice.
  case streamStartedTwice = "S0503"
  /// A stamp before the line before it.
  case stampDecreases = "S0504"
  /// A stamp inside a silence that an earlier line states.
  case stampInSilence = "S0505"
  /// An expectation that a silence makes impossible.
  case contradictsSilence = "S0506"
  /// A `pull` of a stream that pulls by itself.
  case pullNeedsManual = "S0507"
  /// A `release` of a sequence that is not held.
  case releaseNeedsHeld = "S0508"
  /// An instant beyond what the clock can hold.
  case timeOverflow = "S0509"
  /// A forced schedule that can't be followed.
  case malformedSchedule = "S0510"
  /// A silence that covers no time.
  case emptySilence = "S0511"

  /// A file that can't be read.
  case missingFile = "S0601"
  /// Files that use each other in a circle.
  case useCycle = "S0602"
  /// A path of `use` that leaves the scenarios or is not relative.
  case unusablePath = "S0603"
  /// A file that is no text.
  case notText = "S0604"

  /// A file of more than 1 MiB.
  case fileTooLarge = "S0701"
  /// A file of more than 10,000 lines.
  case tooManyLines = "S0702"
  /// Values nested more than 64 deep.
  case tooDeep = "S0703"
  /// A file of more than 10,000 cases.
  case tooManyCases = "S0704"
  /// A case of more than 10,000 steps.
  case tooManySteps = "S0705"
  /// A value of more than 100,000 parts once variables are put in.
  case valueTooLarge = "S0706"

  /// A file of more than 1,000 errors and warnings.
  case tooManyErrors = "S0707"

  /// A filter that can't be read.
  case malformedFilter = "S0801"
  /// A filter key that does not exist.
  case unknownFilterKey = "S0802"

  /// How much a diagnostic with this code matters.
  package var severity: Diagnostic.Severity {
    switch self {
    case .unusedLet, .unusedFlow, .unusedColumn, .unusedParameter: .warning
    default: .error
    }
  }
}

/// What a code means at length, as `sluice explain` shows it.
package struct DiagnosticExplanation: Hashable, Sendable {
  /// What is wrong, in a few words.
  package var title: String
  /// Why it is wrong and what to write instead.
  package var explanation: String
  /// Lines that get the diagnostic; empty where lines alone can't show it.
  package var wrong: String
  /// The same lines put right.
  package var right: String

  init(_ title: String, _ explanation: String, wrong: String = "", right: String = "") {
    self.title = title
    self.explanation = explanation
    self.wrong = wrong
    self.right = right
  }
}

extension DiagnosticCode {
  /// What the code means at length.
  package var explanation: DiagnosticExplanation {
    guard let explanation = DiagnosticCode.explanations[self] else {
      preconditionFailure("the code \(rawValue) has no explanation")
    }
    return explanation
  }

  private static let explanations: [DiagnosticCode: DiagnosticExplanation] = {
    let groups = [
      textExplanations, grammarExplanations, namesExplanations, vocabularyExplanations,
      streamsExplanations, filesExplanations,
    ]
    return groups.reduce(into: [:]) { all, group in
      all.merge(group) { first, _ in first }
    }
  }()
}
