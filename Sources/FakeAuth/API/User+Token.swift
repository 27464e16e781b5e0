import SluiceSimulation

/// What asks for the token by which servers know the user; it lives for an hour.
extension User {
  /// The token, renewed if it lives for no more than five minutes.
  ///
  /// - Parameter completion: Called on the main queue with the token or an `AuthErrorCode`.
  public func getIDToken(completion: ((String?, (any Error)?) -> Void)? = nil) {
    getIDTokenForcingRefresh(false, completion: completion)
  }

  /// The token, renewed if that is wanted or if it lives for no more than five minutes.
  ///
  /// A token that can't be renewed, because the account was disabled or deleted or its sign-ins
  /// were revoked, signs the user out.
  ///
  /// - Parameters:
  ///   - forceRefresh: Whether it is renewed in any case.
  ///   - completion: Called on the main queue with the token or an `AuthErrorCode`.
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    fetchToken(
      forceRefresh,
      CallbackBox { result in
        switch result {
        case .success(let token): completion?(token, nil)
        case .failure(let error): completion?(nil, error)
        }
      })
  }

  /// The token, renewed if that is wanted or if it lives for no more than five minutes.
  ///
  /// - Parameter forceRefresh: Whether it is renewed in any case.
  /// - Returns: The token.
  /// - Throws: `AuthErrorCode`.
  public func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
    try await withCheckedContinuation { continuation in
      fetchToken(forceRefresh, CallbackBox { result in continuation.resume(returning: result) })
    }.get()
  }

  /// Deletes the user's account at the server and signs the user out.
  ///
  /// - Parameter completion: Called on the main queue with nil or an `AuthErrorCode`.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    guard let auth else {
      completion?(AuthErrorCode.internalError)
      return
    }
    auth.backend.delete(self, of: auth, CallbackBox { error in completion?(error) })
  }

  private func fetchToken(_ isForced: Bool, _ completion: TokenCompletion) {
    guard let auth else { return completion.callback(.failure(.internalError)) }
    auth.backend.fetchToken(of: self, forcingRefresh: isForced, for: auth, completion)
  }
}
