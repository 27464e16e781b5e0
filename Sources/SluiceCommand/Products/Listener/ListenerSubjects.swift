package import SluiceConformance

/// The implementations of `listener.values` that the command knows.
package enum ListenerSubjects {
  /// Every implementation, in the order in which they are shown.
  package static let all: [Subject] = [reference, draining, standard, proposal, vendor]
}
