public import SluiceSpies

/// How a fake configuration treats its listeners throughout a run.
public struct RemoteConfigBehavior: Hashable, Sendable {
  /// How adds and removes are treated.
  public var registrations = RegistrationBehavior()
  /// Whether listeners are told in the reverse order of their adds; the SDK promises no order.
  public var tellsInReverseOrder = false

  /// The vendor's own ways, in the order of the adds.
  public init() {}
}
