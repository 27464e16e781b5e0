import SluiceConformance

extension RulePage {
  /// A page with two states of an inbox.
  static func states<Wrong: InboxState, Right: InboxState>(
    _ rule: Rule, _ wrong: Wrong.Type, _ right: Right.Type,
    cancelled: Result<Double?, any Error> = .success(nil)
  ) -> RulePage {
    let traits = iterating.with { traits in
      if case .failure = cancelled { traits.cancelOutcome = .throwsCancellation }
    }
    return sequences(rule, traits) { source in
      Iterating {
        InboxIterator(inbox: Inbox<Wrong>(listeningTo: source), cancelled: cancelled)
      }
    } right: { source in
      Iterating {
        InboxIterator(inbox: Inbox<Right>(listeningTo: source), cancelled: cancelled)
      }
    }
  }
}
