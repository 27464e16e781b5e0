import FakeFirestore
import SluiceSpies
import Testing

@Suite("Writes of a user")
struct UserTests {
  @Test("are shown and sent while that user is signed in, and wait meanwhile")
  func switching() throws {
    var client = ClientEngine()
    client.listen(1, to: QueryShape(document: city), options: GateOptions())
    client.streamOpened()
    _ = client.write([try .set(city, [("n", .value(.integer(1)))])], at: second(1))
    #expect(follow(&client) == ["shows {n: 1}", "sends 1"])
    client.changeUser(to: "ada")
    #expect(follow(&client) == ["shows none"])
    _ = client.write([try .set(city, [("n", .value(.integer(2)))])], at: second(2))
    #expect(follow(&client) == ["shows {n: 2}", "sends 2"])
    client.changeUser(to: "ada")
    #expect(follow(&client).isEmpty)
    client.changeUser(to: nil)
    #expect(follow(&client) == ["shows {n: 1}", "sends 1"])
    client.changeUser(to: "ada")
    #expect(follow(&client) == ["shows {n: 2}", "sends 2"])
  }

  @Test("begin on a connection of their own, of which nothing is known yet")
  func connection() {
    var client = ClientEngine()
    client.listen(1, to: QueryShape(document: city), options: GateOptions())
    client.streamOpened()
    client.hear()
    client.changeUser(to: "ada")
    #expect(client.onlineState == .unknown)
    var connects = 0
    for case .connect in client.takeEffects() { connects += 1 }
    #expect(connects == 2)
  }

  private func follow(_ client: inout ClientEngine) -> [String] {
    client.takeEffects().compactMap { effect in
      switch effect {
      case .deliver(_, let snapshot):
        "shows " + (snapshot.documents.documents.first?.fields.map { "\($0)" } ?? "none")
      case .write(let batch): "sends \(batch.id)"
      default: nil
      }
    }
  }
}
