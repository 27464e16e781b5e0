import SluiceRunner
import Testing

@Suite("Culprit search")
struct CulpritSearchTests {
  private static func suspects(_ numbers: some Sequence<Int>) -> [CulpritSearch.Suspect] {
    numbers.map { number in
      CulpritSearch.Suspect(
        id: "\(number)", path: "f", line: number, request: "r\(number)", again: "a\(number)")
    }
  }

  private static let victim = CulpritSearch.Suspect(
    id: "victim", path: "f", line: 1, request: "v", again: "a")

  /// What is found where workers die of some cases together, and how many workers it took.
  private static func search(
    of guilty: Set<String>, among count: Int, known: Set<String> = [],
    before victim: CulpritSearch.Suspect? = Self.victim
  ) throws -> (finding: CulpritSearch.Finding, workers: Int) {
    var workers = 0
    let search = CulpritSearch { asked in
      workers += 1
      if let victim { #expect(asked.last == victim) }
      return guilty.isSubset(of: asked.map(\.id))
    }
    let finding = try search.finding(
      among: suspects(1...count), before: victim, known: known)
    return (finding, workers)
  }

  @Test("finds one of many with few workers", arguments: [1, 2, 499, 998, 1000])
  func one(_ guilty: Int) throws {
    let (finding, workers) = try Self.search(of: ["\(guilty)"], among: 1000)
    #expect(finding == .culprit(Self.suspects([guilty])[0]))
    #expect(workers <= 2 + 2 * 10)
  }

  @Test("finds what a worker dies of behind its last answer")
  func late() throws {
    let (finding, workers) = try Self.search(of: ["7"], among: 7, before: nil)
    #expect(finding == .culprit(Self.suspects([7])[0]))
    #expect(workers == 1)
  }

  @Test("tries first what others died of")
  func known() throws {
    let (finding, workers) = try Self.search(of: ["3"], among: 1000, known: ["3", "x"])
    #expect(finding == .culprit(Self.suspects([3])[0]))
    #expect(workers == 1)
  }

  @Test("says so where it takes several")
  func several() throws {
    let (finding, _) = try Self.search(of: ["2", "7"], among: 8)
    #expect(finding == .several(Self.suspects(1...8)))
  }

  @Test("says so where no worker dies again, and where there was nobody before")
  func notAgain() throws {
    #expect(try Self.search(of: ["nobody"], among: 8).finding == .notAgain)
    let search = CulpritSearch { _ in true }
    #expect(try search.finding(among: [], before: Self.victim) == .notAgain)
  }
}
