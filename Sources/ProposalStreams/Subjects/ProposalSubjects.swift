package import SluiceConformance

/// The streams written the plain way that the proposal and the posts show.
package enum ProposalSubjects {
  /// All of them, in the order of the products.
  package static let all: [Subject] = auth
}
