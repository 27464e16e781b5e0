import ShippedGate
import SluiceConformance
import SluiceProducts
import Synchronization
import Testing

@Suite("Streams of a product")
struct ShelfTests {
  /// Who was asked for streams, in order.
  private final class Asked: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { names in names } }

    func shelf(_ name: String) -> @Sendable () -> [Subject] {
      {
        self.names.withLock { names in names.append(name) }
        return [ShelfTests.subject(name), ShelfTests.subject(name + "-other")]
      }
    }
  }

  fileprivate static func subject(_ name: String) -> Subject {
    Subject(name, over: .listener(Int.self)) { source in
      AsyncThrowingStream<Int, any Error> { continuation in continuation.finish() }
    }
  }

  @Test("that are shipped are all found by their names: none is on two shelves of a product")
  func shipped() {
    for product in ShippedGate.products {
      for (name, subjects) in Dictionary(grouping: product.subjects, by: { $0.name }) {
        #expect(product.subjects(named: name).count == subjects.count, "\(product.name) \(name)")
      }
    }
  }

  @Test("are made no earlier than their name is looked for, or all of them are")
  func late() {
    let asked = Asked()
    let product = ListenerProduct.product.with([Self.subject("own")])
      .with(asked.shelf("first")).with(asked.shelf("second"))
    #expect(asked.all.isEmpty)
    #expect(product.subjects(named: "own").count == 1)
    #expect(asked.all.isEmpty)
    #expect(product.subjects(named: "first-other").map(\.name) == ["first-other"])
    #expect(asked.all == ["first"])
    #expect(product.subjects(named: "nobody").isEmpty)
    #expect(asked.all == ["first", "first", "second"])
    let names = ["own", "first", "first-other", "second", "second-other"]
    #expect(product.subjects.map { subject in subject.name } == names)
  }
}
