/// What a system does with the receives of a socket that the app closes while they wait.
///
/// From the article on iterating over web socket messages: what is new there is what iOS 17 and
/// later do.
public enum WebSocketPlatform: String, Sendable, Hashable, CaseIterable {
  /// They fail with ``WebSocketError/cancelled``, and so does every later one.
  case newer
  /// They are stuck for ever, as is every later one: neither answered nor let go of while the
  /// socket lives.
  case older
}
