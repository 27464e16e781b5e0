import SluiceSpies

/// What the fake lacks of Authentication.
package enum MissingAuthPart: String, MissingPart {
  case otherSignIns = "sign-in by credentials, custom tokens, links and providers"
  case tenants
  case settings
  case emailActions = "actions by e-mail"
  case currentUserChanges = "exchange of the current user"
  case notifications = "notifications of sign-ins"
  case pushTokens = "Apple's push tokens"
  case profiles
  case linking = "linked accounts"
  case secondFactors = "second factors"
  case tokenResults = "decoded tokens"
  case signInDetails = "details of a sign-in"

  package static let fake = "FakeAuth"

  package var advice: String {
    switch self {
    case .otherSignIns: "sign in anonymously or with an address and a password"
    case .tenants: "use one app for each tenant"
    case .settings: "set up the AuthEmulator or AuthScript behind it"
    case .emailActions: "change the account at the AuthEmulator"
    case .currentUserChanges: "sign out and in"
    case .notifications: "add a listener by addStateDidChangeListener(_:)"
    case .pushTokens: "leave them out, as no sign-in of the fake needs one"
    case .profiles: "read uid, email and isAnonymous"
    case .linking: "make an account for each way to sign in"
    case .secondFactors: "sign in with an address and a password alone"
    case .tokenResults: "use getIDToken()"
    case .signInDetails: "read user"
    }
  }
}
