/// The mistakes in using the product that its SDK reports by raising an exception.
///
/// Sources: `FirebaseDatabase/Sources/Utilities/FValidation.m`,
/// `FirebaseDatabase/Sources/Api/FIRDatabaseQuery.m`.
public enum DatabaseUsageError: Error, Equatable, Sendable {
  /// A path with a key that the product does not allow.
  case invalidPath(String)
  /// A path of more than 32 keys.
  case tooDeep(String)
  /// A path of more than 768 bytes.
  case pathTooLong(String, bytes: Int)
  /// A key in data that is empty or holds one of `. # $ [ ] /` or a control character.
  case invalidKey(String, at: String)
  /// A text of more than ten megabytes.
  case textTooLong(at: String, bytes: Int)
  /// A number that is infinite or none.
  case numberNotFinite(at: String)
  /// A list or object where only a single value can stand.
  case invalidLeaf(at: String)
  /// A priority that is neither a number, a text nor null.
  case invalidPriority(at: String)
  /// `.value` or `.sv` in an object with children.
  case valueBesideChildren(at: String)
  /// A `.sv` that is neither a timestamp nor an increment by a number.
  case invalidServerValue(at: String)
  /// An update that names a place and another one below it.
  case overlappingUpdate(String, String)
  /// Something else than listening at a place of the client's own, which is at or below `/.info`.
  case clientOwnPath(String)
  /// Listening at a place below `/.info` that is unknown.
  case unknownInfoPath(String)

  /// A second order.
  case repeatedOrder
  /// An order by a child that is none.
  case invalidOrder(String)
  /// A second start of the range, or one beside an equal value.
  case repeatedStart(String)
  /// A second end of the range, or one beside an equal value.
  case repeatedEnd(String)
  /// A value that equals, beside a start or an end.
  case equalBesideRange
  /// A value that the order can't be compared with.
  case invalidEndpoint(String, order: String)
  /// A key beside the value, where the key is the order.
  case keyBesideKeyOrder(String)
  /// A key of an endpoint that the product does not allow.
  case invalidEndpointKey(String)
  /// A limit of zero or less.
  case nonPositiveLimit(Int)
  /// A second limit.
  case repeatedLimit
}

extension DatabaseUsageError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .invalidPath(let path):
      "the path \"\(path)\" must not contain . # $ [ ] or a control character"
    case .tooDeep(let path): "the path \"\(path)\" is deeper than \(TreeLimits.depth) keys"
    case .pathTooLong(let path, let bytes):
      "the path \"\(path)\" has \(bytes) bytes, more than \(TreeLimits.pathBytes)"
    case .invalidKey(let key, let place):
      "the key \"\(key)\" at \(place) must not be empty or contain . # $ [ ] / or a control "
        + "character"
    case .textTooLong(let place, let bytes):
      "the text at \(place) has \(bytes) bytes, more than \(TreeLimits.textBytes)"
    case .numberNotFinite(let place): "the number at \(place) is not finite"
    case .invalidLeaf(let place): "a single value must stand at \(place), not a list or an object"
    case .invalidPriority(let place):
      "the priority at \(place) must be a number, a text or null"
    case .valueBesideChildren(let place):
      "the data at \(place) has .value or .sv beside children"
    case .invalidServerValue(let place):
      "the .sv at \(place) must be \"timestamp\" or an increment by a number"
    case .overlappingUpdate(let outer, let inner):
      "the update names \(outer) and below it \(inner)"
    case .clientOwnPath(let path):
      "\(path) is the client's own: it can be listened to, and can't be written, kept in sync or "
        + "found at the server"
    case .unknownInfoPath(let path):
      "\(path) is unknown: a client can listen to /.info, \(ClientInfo.connectedPath) and "
        + "\(ClientInfo.clockOffsetPath)"
    default: queryDescription
    }
  }

  private var queryDescription: String {
    switch self {
    case .repeatedOrder: "a query can't be ordered twice"
    case .invalidOrder(let path): "a query can't be ordered by the child \"\(path)\""
    case .repeatedStart(let name): "\(name) can't follow another start or an equal value"
    case .repeatedEnd(let name): "\(name) can't follow another end or an equal value"
    case .equalBesideRange: "queryEqual can't follow a start, an end or another equal value"
    case .invalidEndpoint(let value, let order):
      "\(value) can't begin or end a query that is ordered by \(order)"
    case .keyBesideKeyOrder(let name): "\(name) takes no child key in a query ordered by key"
    case .invalidEndpointKey(let key): "\"\(key)\" can't be the key of a child"
    case .nonPositiveLimit(let limit): "the limit \(limit) must be positive"
    case .repeatedLimit: "a query can't be limited twice"
    default: ""
    }
  }
}

/// Runs a check of what the caller passed; what the SDK answers with an exception stops the process
/// with the reason.
func stoppingOnMisuse<Success>(
  _ body: () throws(DatabaseUsageError) -> Success
) -> Success {
  do throws(DatabaseUsageError) {
    return try body()
  } catch {
    // A precondition says nothing in a release build.
    fatalError(error.description)
  }
}
