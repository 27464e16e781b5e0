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
  public static let subjects: [Subject] =
    ReferenceSubjects.all + StandardSubjects.all + ProposalSubjects.all + FaultySubjects.all
    + [CoreProduct.reference]

  /// The products, and an app that uses them all.
  public static let products: [Product] = {
    let all = [
      AuthProduct.product, DatabaseProduct.product, DeviceProduct.product,
      FirestoreProduct.product, ListenerProduct.product, MessagingProduct.product,
      RemoteConfigProduct.product, StorageProduct.product, WebSocketProduct.product,
    ].map { product in product.with(subjects(of: product)) }
    // The app has a container already, in which its products are.
    let core = CoreProduct.product.with(subjects(of: CoreProduct.product))
    let demand = DemandProduct.product.with(subjects(of: DemandProduct.product))
    return all + [core, demand, AppProduct.product(of: all)]
  }()

  private static func subjects(of product: Product) -> [Subject] {
    subjects.filter { subject in subject.stream.hasPrefix("\(product.name).") }
  }

  /// The program `sluice`, whose scenarios are those of the folder in which it is called.
  public static let harness = Harness(
    name: "sluice", products: products, shipped: .own,
    adding: [
      (SelfTestServeCommand.self, behind: "stress-worker"),
      (SelfTestScenariosCommand.self, behind: "stress-worker"),
      (BenchCommand.self, behind: "stress"),
      (SelfTestCommand.self, behind: "stress"),
    ])
}
