import FakeListener
import FaultyStreams
import ReferenceStreams
package import SluiceConformance

extension ListenerSubjects {
  /// The stream as it should be.
  package static let reference = Subject.overListener("reference") { listener, options in
    listener.values(options: options)
  }

  /// The stream as it should be, where a cancelled consumer still gets what was buffered.
  package static let draining = Subject.overListener(
    "reference-draining", traits: Traits().with { traits in traits.bufferOnCancel = .drains }
  ) { listener, options in
    var policies = ListenerPolicies()
    policies.bufferOnCancel = .drains
    return listener.values(options: options, policies: policies)
  }
}
