/// What a result has beside its outcome, since somebody asked for it.
package struct Keepsakes: OptionSet, Sendable {
  /// The logs of the first runs.
  package static let logs = Keepsakes(rawValue: 1)
  /// A digest of each distinct schedule.
  package static let digests = Keepsakes(rawValue: 2)

  /// Each entry of the log, as progress while the case runs: for a run that kills its worker.
  package static let toldLog = Keepsakes(rawValue: 4)

  /// The members as bits.
  package let rawValue: Int

  /// A set of members.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// What a request asks for.
  init(_ request: CaseRequest) {
    self = []
    if request.keepsLogs { insert(.logs) }
    if request.keepsDigests { insert(.digests) }
    if request.tellsLog { insert(.toldLog) }
  }
}
