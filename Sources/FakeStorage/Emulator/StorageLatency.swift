/// How long each part of a transfer takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct StorageLatency: Hashable, Sendable {
  /// From the start until the server's first answer, and from a resume until bytes go over again.
  public var response: Duration
  /// For each piece of bytes.
  public var piece: Duration
  /// From the last piece until the client knows that all is stored, or all has arrived.
  public var finish: Duration
  /// From the pause of a download until its resume data is there.
  public var resumeData: Duration

  /// Latencies for each part; zero or less is at the same virtual instant.
  public init(
    response: Duration = .zero, piece: Duration = .zero, finish: Duration = .zero,
    resumeData: Duration = .zero
  ) {
    self.response = response
    self.piece = piece
    self.finish = finish
    self.resumeData = resumeData
  }
}
