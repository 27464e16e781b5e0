/// The number of one listener at one client.
package typealias RegistrationID = Int

/// A listener as views know it: who it is and which events it wants.
package struct Registration: Sendable {
  package let id: RegistrationID
  package let kinds: Set<EventKind>

  /// A listener for some kinds of events.
  package init(_ id: RegistrationID, _ kinds: Set<EventKind>) {
    self.id = id
    self.kinds = kinds
  }

  /// What keeps a query in sync and wants no events.
  ///
  /// Removing all listeners of a query leaves it in place.
  package static func keepingSynced(_ id: RegistrationID) -> Registration {
    Registration(id, [])
  }

  /// Whether this only keeps the query in sync.
  package var keepsSynced: Bool { kinds.isEmpty }
}
