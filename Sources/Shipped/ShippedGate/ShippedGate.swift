import FaultyStreams
import ProposalStreams
import ReferenceStreams
import ShippedProducts
public import SluiceConformance
public import SluiceHarness
public import SluiceProducts
import StandardStreams

/// The gate that comes with the kit: all of its products, with their streams right, plain and wrong
/// on purpose.
public enum ShippedGate: ConformanceGate {
  /// The streams, in the order in which they are shown.
  public static let subjects: [Subject] = shelves.flatMap { shelf in shelf() }

  /// The products, and an app that uses them all.
  public static let products: [Product] = {
    let all = [
      AuthProduct.product, DatabaseProduct.product, DeviceProduct.product,
      FirestoreProduct.product, ListenerProduct.product, MessagingProduct.product,
      RemoteConfigProduct.product, StorageProduct.product, WebSocketProduct.product,
    ].map(withSubjects)
    // The app has a container already, in which its products are.
    let core = withSubjects(CoreProduct.product)
    let demand = withSubjects(DemandProduct.product)
    return all + [core, demand, AppProduct.product(of: all)]
  }()

  /// The streams by their kind.
  ///
  /// Most calls are about the first, and only those are made then.
  private static let shelves: [@Sendable () -> [Subject]] = [
    { ReferenceSubjects.all + [CoreProduct.reference] }, { StandardSubjects.all },
    { ProposalSubjects.all }, { FaultySubjects.all },
  ]

  private static func withSubjects(_ product: Product) -> Product {
    shelves.reduce(product) { product, shelf in
      product.with {
        shelf().filter { subject in subject.isOf(product) }
      }
    }
  }

  /// The program `sluice`, whose scenarios are those of the folder in which it is called.
  public static let harness = Harness(
    name: "sluice", products: products, shipped: .own,
    adding: [
      (SelfTestServeCommand.self, behind: "stress-worker"),
      (SelfTestScenariosCommand.self, behind: "stress-worker"),
      (SelfTestRecordsCommand.self, behind: "stress-worker"),
      (SelfTestCallsCommand.self, behind: "stress-worker"),
      (BenchCommand.self, behind: "stress"),
      (SelfTestCommand.self, behind: "stress"),
    ])
}
