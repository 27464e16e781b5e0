import FakeAuth
import FakeDatabase
import FakeDevice
import FakeFirestore
import FakeListener
import FakeMessaging
import FakeRemoteConfig
import FakeStorage
import FakeWebSocket
import ReferenceStreams
import ShippedProducts
package import SluiceConformance
import SluiceProducts
import SluiceSpies

/// Streams of every product that resume a continuation twice under some orders of events: a
/// process ends that plays one of these orders.
package enum TwiceAnsweredStreams {
  /// All of them: for each order of two answers one of every stream that can give both.
  package static let all: [Subject] =
    TwiceAnswered.allCases.flatMap { fault in streams(fault) }

  /// Streams over the listener alone that do so, as people write them who have not seen this kit.
  package static let styles: [Subject] = [
    FaultyAnswersFromAnActor.subject,
    FaultyCancelsTheCallItself.subject,
    FaultyForwardsAnEndTwice.subject,
  ]

  /// The names of the subjects, each with the streams that it implements, in their order.
  package static let implemented: [(name: String, streams: [String])] = TwiceAnswered.allCases.map {
    fault in (name(of: fault), streams(fault).map { subject in subject.stream })
  }

  private static func name(of fault: TwiceAnswered) -> String {
    "faulty-answers-twice-\(fault.rawValue)"
  }

  private static func streams(_ fault: TwiceAnswered) -> [Subject] {
    let all =
      device(fault) + firebase(fault) + firestore(fault)
      + [
        .overListener(name(of: fault)) { source, options in
          let right: ListenerSequence<SentinelElement, any Error> = source.values(options: options)
          return TwiceAnsweredSequence(right, fault)
        },
        Subject(name(of: fault), of: WebSocketProduct.messages) { socket in
          TwiceAnsweredSequence(ListenerSequence(receivingFrom: socket.task), fault) { iteration in
            socket.closes { [weak iteration] in iteration?.finish() }
          }
        },
      ]
    return all.filter { subject in
      (subject.failsByType || !fault.needsError)
        && (!subject.lacking.contains(.finish) || !fault.needsEnd)
    }
  }

  private static func subject<Backend, Source, Element, Failure>(
    _ fault: TwiceAnswered, of stream: StreamDeclaration<Backend, Source>,
    _ project: @escaping @Sendable (Element) -> Value,
    over right: @escaping @Sendable (Source) throws -> ListenerSequence<Element, Failure>
  ) -> Subject {
    Subject(name(of: fault), of: stream, project: project) { source in
      TwiceAnsweredSequence(try right(source), fault)
    }
  }

  private static func subject<Backend, Source, Element: ProjectsToValue, Failure>(
    _ fault: TwiceAnswered, of stream: StreamDeclaration<Backend, Source>,
    over right: @escaping @Sendable (Source) throws -> ListenerSequence<Element, Failure>
  ) -> Subject {
    subject(fault, of: stream, { element in element.projected }, over: right)
  }

  private static func device(_ fault: TwiceAnswered) -> [Subject] {
    [
      subject(fault, of: DeviceProduct.connectivity) { device in
        ConnectivityObserver(on: device).statusStream
      },
      subject(fault, of: DeviceProduct.lifecycle) { device in
        AppLifecycleObserver(on: device).stateStream
      },
      subject(fault, of: DeviceProduct.keyboard) { device in
        KeyboardObserver(on: device).stateStream
      },
    ]
  }

  private static func firebase(_ fault: TwiceAnswered) -> [Subject] {
    [
      subject(fault, of: AuthProduct.stateChanges, AuthProduct.shown) { $0.authStateChanges },
      subject(fault, of: AuthProduct.idTokenChanges, AuthProduct.shown) { $0.idTokenChanges },
      subject(fault, of: DatabaseProduct.value) { $0.value },
      subject(fault, of: DatabaseProduct.events) { $0.events() },
      subject(fault, of: MessagingProduct.tokenUpdates, Value.string) { $0.tokenUpdates },
      subject(fault, of: MessagingProduct.foregroundMessages) {
        $0.foregroundMessages
      },
      subject(fault, of: RemoteConfigProduct.updates) { $0.updates },
      subject(fault, of: RemoteConfigProduct.configUpdates) {
        $0.configUpdates
      },
      subject(fault, of: StorageProduct.progressUpdates) {
        $0.progressUpdates
      },
    ]
  }

  private static func firestore(_ fault: TwiceAnswered) -> [Subject] {
    [
      subject(fault, of: FirestoreProduct.document) { target in
        target.place.snapshots(includeMetadataChanges: target.includesMetadataChanges ?? false)
      },
      subject(fault, of: FirestoreProduct.collection) { target in
        target.place.snapshots(includeMetadataChanges: target.includesMetadataChanges ?? false)
      },
      subject(fault, of: FirestoreProduct.query) { target in
        target.place.snapshots(includeMetadataChanges: target.includesMetadataChanges ?? false)
      },
    ]
  }
}
