/// Who is signed in to an app, for products that need no more than that.
///
/// Source: the text on interop, *Protocol Only Frameworks* and *Advanced Use Cases*. It has no
/// class method, so that whoever asks is answered for the app that they belong to.
public protocol AuthUserInterop: AnyObject, Sendable {
  /// The name by which the server knows the user; nil for nobody.
  func getUserID() -> String?

  /// Listens to who is signed in: first who is, then each other user.
  ///
  /// - Parameter listener: Called on the main queue, never inside this call, with the user's name;
  ///   nil for nobody.
  /// - Returns: What the listener is removed by.
  func addUserListener(
    _ listener: @escaping @Sendable (String?) -> Void
  ) -> any InteropRegistration
}

/// The token by which servers know the user of an app, for products that talk to a server.
///
/// Source: the text on interop, *Advanced Use Cases*; `FirebaseAuth/Interop/FIRAuthInterop.h`.
public protocol AuthSignInInterop: AnyObject, Sendable {
  /// Asks for the token, which is renewed if that is wanted or if it is about to run out.
  ///
  /// - Parameters:
  ///   - forceRefresh: Whether it is renewed in any case.
  ///   - callback: Called on the main queue with the token, or with an error of the product's; with
  ///     neither where nobody is signed in.
  func getToken(
    forcingRefresh forceRefresh: Bool,
    completion callback: @escaping @Sendable (String?, (any Error)?) -> Void)

  /// Listens to changes of the token: first whose it is, then whose it is at each change.
  ///
  /// - Parameter listener: Called on the main queue, never inside this call, with the user's name;
  ///   nil where there is no token any more.
  /// - Returns: What the listener is removed by.
  func addTokenListener(
    _ listener: @escaping @Sendable (String?) -> Void
  ) -> any InteropRegistration
}

/// What Authentication offers the other products: who is signed in, and the user's token.
///
/// Source: the text on interop, *Framework provides functionality to other Frameworks (example:
/// Auth)*; `FirebaseAuth/Interop/FIRAuthInterop.h`.
public protocol AuthInterop: AuthUserInterop, AuthSignInInterop {}

/// What a listener is removed by that one product added to another.
public protocol InteropRegistration: Sendable {
  /// Ends the listener; a second call does nothing.
  func remove()
}
