import SluiceSpies

/// What the fake lacks of the core that all products share.
package enum MissingCorePart: String, MissingPart {
  case optionFiles = "options from files"
  case otherOptions = "options of other products"
  case dataCollection = "consent to data collection"
  case logging

  package static let fake = "FakeCore"

  package var advice: String {
    switch self {
    case .optionFiles: "use FirebaseOptions(googleAppID:gcmSenderID:)"
    case .otherOptions: "leave them out, as no fake reads them"
    case .dataCollection: "leave it out, as no fake collects data"
    case .logging: "read the events of the Core"
    }
  }
}
