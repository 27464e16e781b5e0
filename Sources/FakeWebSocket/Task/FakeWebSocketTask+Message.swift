public import Foundation
public import SluiceSpies

extension FakeWebSocketTask {
  /// A web socket message.
  public enum Message: Sendable, Hashable, ProjectsToValue {
    /// A message of bytes.
    case data(Data)
    /// A message of text.
    case string(String)

    /// The text as it is, bytes as `bytes("…")` in base64.
    public var projected: Value {
      switch self {
      case .string(let text): .string(text)
      case .data(let data):
        .call("bytes", .string(data.base64EncodedString()))
      }
    }
  }

  /// A reason for which a web socket was closed, by its number in the protocol.
  public enum CloseCode: Int, Sendable, Hashable, CaseIterable {
    /// The socket is not closed.
    case invalid = 0
    /// What the connection was for is done.
    case normalClosure = 1000
    /// A side goes away.
    case goingAway = 1001
    /// A side did not keep to the protocol.
    case protocolError = 1002
    /// A side got data of a kind that it can't accept.
    case unsupportedData = 1003
    /// A close frame without a code came.
    case noStatusReceived = 1005
    /// The connection ended without a close frame.
    case abnormalClosure = 1006
    /// A message's data was not of its type.
    case invalidFramePayloadData = 1007
    /// A message broke a policy.
    case policyViolation = 1008
    /// A message was too big.
    case messageTooBig = 1009
    /// The server did not agree to an extension.
    case mandatoryExtensionMissing = 1010
    /// The server met a condition that it did not expect.
    case internalServerError = 1011
    /// The secure connection could not be made.
    case tlsHandshakeFailure = 1015
  }
}
