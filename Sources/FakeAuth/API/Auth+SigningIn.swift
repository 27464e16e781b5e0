import SluiceSimulation

/// What signs users in and out; listeners are told after it, and completions after them.
extension Auth {
  /// Signs a user in who has no name; if such a user is signed in already, it stays.
  ///
  /// - Parameter completion: Called on the main queue with the user or an `AuthErrorCode`.
  public func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
    signIn(.anonymous, completion)
  }

  /// Signs a user in who has no name; if such a user is signed in already, it stays.
  ///
  /// - Returns: The user.
  /// - Throws: `AuthErrorCode`.
  @discardableResult
  public func signInAnonymously() async throws -> AuthDataResult {
    try await signIn(.anonymous)
  }

  /// Signs a user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account.
  ///   - password: Its password.
  ///   - completion: Called on the main queue with the user or an `AuthErrorCode`.
  public func signIn(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(.password(email: email, password: password), completion)
  }

  /// Signs a user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account.
  ///   - password: Its password.
  /// - Returns: The user.
  /// - Throws: `AuthErrorCode`.
  @discardableResult
  public func signIn(
    withEmail email: String, password: String
  ) async throws -> AuthDataResult {
    try await signIn(.password(email: email, password: password))
  }

  /// Makes an account and signs its user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account, which no other may have.
  ///   - password: Its password, of six characters or more.
  ///   - completion: Called on the main queue with the user or an `AuthErrorCode`.
  public func createUser(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(.newAccount(email: email, password: password), completion)
  }

  /// Makes an account and signs its user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account, which no other may have.
  ///   - password: Its password, of six characters or more.
  /// - Returns: The user.
  /// - Throws: `AuthErrorCode`.
  @discardableResult
  public func createUser(
    withEmail email: String, password: String
  ) async throws -> AuthDataResult {
    try await signIn(.newAccount(email: email, password: password))
  }

  /// Signs the user out, at once; if nobody is signed in, nothing happens and nobody is told.
  ///
  /// - Throws: Nothing; the SDK throws where its key chain can't be written, which this one has
  ///   not.
  public func signOut() throws {
    backend.signOut(of: self)
  }

  private func signIn(
    _ request: SignInRequest, _ completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {
    backend.signIn(
      request, to: self,
      CallbackBox { result in
        switch result {
        case .success(let user): completion?(AuthDataResult(user: user), nil)
        case .failure(let error): completion?(nil, error)
        }
      })
  }

  private func signIn(_ request: SignInRequest) async throws -> AuthDataResult {
    let user = try await withCheckedContinuation { continuation in
      backend.signIn(
        request, to: self, CallbackBox { result in continuation.resume(returning: result) })
    }.get()
    return AuthDataResult(user: user)
  }
}
