/// What a result has beside its outcome, since somebody asked for it.
public struct Keepsakes: OptionSet, Sendable {
  /// The logs of the first runs.
  public static let logs = Keepsakes(rawValue: 1)
  /// A digest of each distinct schedule.
  public static let digests = Keepsakes(rawValue: 2)

  /// The members as bits.
  public let rawValue: Int

  /// A set of members.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// What a request asks for.
  init(_ request: CaseRequest) {
    self = []
    if request.keepsLogs { insert(.logs) }
    if request.keepsDigests { insert(.digests) }
  }
}
