import SluiceSpies

/// What the fake lacks of Functions.
package enum MissingFunctionsPart: String, MissingPart {
  case regions = "regions and custom domains"
  case functionURLs = "functions by their URL"
  case options = "options of a function"
  case typedCalls = "typed functions and streamed answers"
  case timeouts
  case otherData = "data that JSON does not have"
  case settings

  package static let fake = "FakeFunctions"

  package var advice: String {
    switch self {
    case .regions: "use functions() or functions(app:)"
    case .functionURLs: "name the function"
    case .options: "use httpsCallable(_:)"
    case .typedCalls: "convert the answer of httpsCallable(_:) yourself"
    case .timeouts: "have the FunctionsServer answer with deadlineExceeded"
    case .otherData: "pass nil, truths, numbers, texts, and arrays and dictionaries of them"
    case .settings: "set up the FunctionsServer behind it"
    }
  }
}
