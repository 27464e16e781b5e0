import FakeListener
import SluiceConformance

/// Breaks `delivery.present-current`: it hands over the property's value at once, and leaves the
/// add to a task.
///
/// A change before the task has run is told to no listener.
enum FaultyReadsAndAddsInATask {
  static let subject = DeclaringSubject(
    "reads-and-adds-in-a-task", "delivery.present-current", PropertyControls.whileItIsRead,
    PropertyLink.traits.with { traits in traits.removal = .settled }
  ) { source, options in
    PropertyLink.stream { link in
      link.yield(source.presentValue)
      Task { link.add(to: source, options) { link, element in link.yield(element) } }
    }
  }
}
