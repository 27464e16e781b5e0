internal import Synchronization

/// What can be cancelled, any number of times and from any thread.
public protocol Cancellable {
  /// Ends the activity and lets go of what it holds.
  func cancel()
}

extension Cancellable {
  /// Keeps this in a collection: it is cancelled when the collection lets go of it.
  ///
  /// - Parameter collection: The collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    collection.append(AnyCancellable(self))
  }

  /// Keeps this in a set: it is cancelled when the set lets go of it.
  ///
  /// - Parameter set: The set.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(AnyCancellable(self))
  }
}

/// An activity that is cancelled when nobody holds it any more, and once at most.
public final class AnyCancellable: Cancellable, Hashable {
  /// What is still to be done to cancel.
  private let cancellation: Mutex<Handed<() -> Void>?>

  /// An activity that a closure cancels.
  ///
  /// - Parameter cancel: Called once: by the first cancel, or when this is gone.
  public init(_ cancel: @escaping () -> Void) {
    cancellation = Mutex(Handed(cancel))
  }

  /// An activity without its type.
  ///
  /// - Parameter canceller: The activity.
  public init<C: Cancellable>(_ canceller: C) {
    cancellation = Mutex(Handed { canceller.cancel() })
  }

  deinit {
    cancel()
  }

  /// Cancels the activity, unless that was done before, and lets go of it.
  public func cancel() {
    let cancel = cancellation.withLock { cancellation in cancellation.take() }
    cancel?.value()
  }

  /// Keeps this in a collection: it is cancelled when the collection lets go of it.
  ///
  /// - Parameter collection: The collection.
  public func store<C: RangeReplaceableCollection>(in collection: inout C)
  where C.Element == AnyCancellable {
    collection.append(self)
  }

  /// Keeps this in a set: it is cancelled when the set lets go of it.
  ///
  /// - Parameter set: The set.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Whether two are one object.
  public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  ///
  /// - Parameter hasher: What it is fed to.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
