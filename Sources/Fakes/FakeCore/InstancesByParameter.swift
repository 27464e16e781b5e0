import Foundation
import Synchronization

/// The instances of one app that differ by a parameter: the databases of Firestore, the buckets of
/// Storage.
///
/// It is what a product's provider stores: an app has one provider, and the provider makes an
/// instance for each parameter that it is asked for, once, whoever asks at once. Source: the text
/// on interop, *Multiple Instances per FIRApp*.
public final class InstancesByParameter<Parameter: Hashable & Sendable, Instance: Sendable>:
  Sendable
{
  private let instances = Mutex<[(parameter: Parameter, instance: Instance)]>([])
  /// Held while an instance is made, which may ask for another one.
  ///
  /// It is the core's: the making of one that asks the container, and a creation that asks for one
  /// here, would otherwise wait for each other. See `ComponentStore`.
  private let turn: NSRecursiveLock

  /// No instances.
  ///
  /// - Parameter app: The app, whose container may be asked while an instance is made.
  public init(of app: FirebaseApp) {
    turn = app.store.turn
  }

  /// The instance of a parameter.
  ///
  /// - Parameters:
  ///   - parameter: What distinguishes it.
  ///   - make: Makes it, where there is none yet. It must not ask for the same one.
  /// - Returns: The instance, the same for equal parameters.
  public func instance(for parameter: Parameter, _ make: () -> Instance) -> Instance {
    if let instance = find(parameter) { return instance }
    turn.lock()
    defer { turn.unlock() }
    if let instance = find(parameter) { return instance }
    let instance = make()
    instances.withLock { instances in instances.append((parameter, instance)) }
    return instance
  }

  /// The instances that were made, in the order of their making.
  public var all: [Instance] {
    instances.withLock { instances in instances.map { entry in entry.instance } }
  }

  private func find(_ parameter: Parameter) -> Instance? {
    instances.withLock { instances in
      instances.first { entry in entry.parameter == parameter }?.instance
    }
  }
}
