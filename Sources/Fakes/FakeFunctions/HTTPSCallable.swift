import SluiceSimulation

/// A function of a server, as an app calls it.
///
/// Source: `FirebaseFunctions/Sources/HTTPSCallable.swift`.
public final class HTTPSCallable: Sendable {
  private let name: String
  private let functions: Functions

  init(name: String, functions: Functions) {
    self.name = name
    self.functions = functions
  }

  /// Calls the function; the call carries the token of whoever is signed in.
  ///
  /// - Parameters:
  ///   - data: What the function is passed: what JSON has.
  ///   - completion: Called on the main queue with the answer or an error: a `FunctionsErrorCode`
  ///     of the server's, a ``FunctionsDataError``, or why the user's token could not be had.
  public func call(
    _ data: (any Sendable)? = nil,
    completion: @escaping (HTTPSCallableResult?, (any Error)?) -> Void
  ) {
    let completion = CallbackBox(completion)
    functions.send(data, to: name) { answer in
      switch answer {
      case .success(let data): completion.callback(HTTPSCallableResult(data: data), nil)
      case .failure(let error): completion.callback(nil, error)
      }
    }
  }

  /// Calls the function; the call carries the token of whoever is signed in.
  ///
  /// - Parameter data: What the function is passed: what JSON has.
  /// - Returns: The answer.
  /// - Throws: A `FunctionsErrorCode` of the server's, a ``FunctionsDataError``, or why the user's
  ///   token could not be had.
  public func call(_ data: (any Sendable)? = nil) async throws -> HTTPSCallableResult {
    let answer = await withCheckedContinuation { continuation in
      functions.send(data, to: name) { answer in continuation.resume(returning: answer) }
    }
    return HTTPSCallableResult(data: try answer.get())
  }
}

/// What a function answered.
///
/// Source: `FirebaseFunctions/Sources/HTTPSCallable.swift`.
public final class HTTPSCallableResult: Sendable {
  /// The answer; nil where the function had none.
  public let data: (any Sendable)?

  init(data: (any Sendable)?) {
    self.data = data
  }
}

/// An error of a function, by the codes that gRPC has.
///
/// Source: `FirebaseFunctions/Sources/FunctionsError.swift`.
public enum FunctionsErrorCode: Int, Error, Sendable, CaseIterable {
  /// The call was given up by who made it.
  case cancelled = 1
  /// Nobody knows.
  case unknown = 2
  /// The function was passed what it can't take.
  case invalidArgument = 3
  /// There was no answer in time.
  case deadlineExceeded = 4
  /// There is no such function, or not what it was asked for.
  case notFound = 5
  /// What was to be made is there already.
  case alreadyExists = 6
  /// The user may not do this.
  case permissionDenied = 7
  /// Something is used up.
  case resourceExhausted = 8
  /// The system is not in the state that the call needs.
  case failedPrecondition = 9
  /// Another call got in the way.
  case aborted = 10
  /// The call went past the end of something.
  case outOfRange = 11
  /// The function does not do this.
  case unimplemented = 12
  /// The function failed by a mistake of its own.
  case `internal` = 13
  /// The function can't be reached.
  case unavailable = 14
  /// Something is lost.
  case dataLoss = 15
  /// Nobody is signed in whom the function could know.
  case unauthenticated = 16
}
