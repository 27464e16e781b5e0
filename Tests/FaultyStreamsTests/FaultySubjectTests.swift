import FaultyStreams
import SluiceConformance
import Testing

@Suite("FaultyStreams")
struct FaultySubjectTests {
  @Test("are named apart")
  func names() {
    let names = FaultyStreams.all.map { faulty in faulty.subject.name }
    #expect(Set(names).count == names.count)
  }

  @Test(
    "name a situation that there is, and that has a meaning for them", arguments: FaultyStreams.all)
  func situation(_ faulty: FaultySubject) throws {
    let situation = try #require(Situation.named(faulty.situation))
    #expect(situation.applies(to: faulty.subject))
  }
}
