import FakeFirestore
import SluiceConformance
import SluiceSpies

/// The implementations of Firestore's streams that the command knows.
enum FirestoreSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] = reference + standard + proposal

  /// What Firestore's source is, for whatever implementation: it can fail, and it has no end of its
  /// own.
  static let common = Traits().with { traits in
    traits.sourceCanEnd = false
  }

  /// The three streams of one implementation: documents, collections, queries.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - traits: What it declares of itself.
  ///   - documents: Reads a document's stream; nil stands for the property.
  ///   - queries: Reads a query's stream; nil stands for the property.
  /// - Returns: The subjects, in that order.
  static func streams<
    Documents: AsyncSequence & SendableMetatype, Queries: AsyncSequence & SendableMetatype
  >(
    _ name: String, traits: Traits = Traits(),
    documents:
      @escaping @Sendable (DocumentReference, _ includesMetadataChanges: Bool?) -> Documents,
    queries: @escaping @Sendable (Query, _ includesMetadataChanges: Bool?) -> Queries
  ) -> [Subject]
  where Documents.Element == DocumentSnapshot, Queries.Element == QuerySnapshot {
    let document = Subject(
      name, stream: FirestoreStreams.document, traits: traits,
      open: { (fixture: FirestoreScenarioFixture, arguments) throws(SubjectError) in
        let target = FirestoreTarget(arguments)
        return documents(
          try target.document(in: fixture.firestore), target.includesMetadataChanges)
      },
      project: { snapshot in snapshot.projected },
      asking: { arguments in FirestoreTarget(arguments).listenOptions })
    let results = [FirestoreStreams.collection, FirestoreStreams.query].map { stream in
      Subject(
        name, stream: stream, traits: traits,
        open: { (fixture: FirestoreScenarioFixture, arguments) throws(SubjectError) in
          let target = FirestoreTarget(arguments)
          return queries(try target.query(in: fixture.firestore), target.includesMetadataChanges)
        },
        project: { snapshot in snapshot.projected },
        asking: { arguments in FirestoreTarget(arguments).listenOptions })
    }
    return [document] + results
  }
}
