import SluiceSimulation
import Testing

@Suite("Pinned schedule")
struct PinnedScheduleTests {
  @Test("SplitMix64 gives the published numbers")
  func reference() {
    // What the reference implementation in C gives for the seeds 1234567 and 0.
    var numbers = SplitMix64(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in numbers.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
    var others = SplitMix64(seed: 0)
    #expect(
      (0..<3).map { _ in others.next() } == [
        0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
      ])
  }

  @Test("first in, first out: every event in the order in which it became ready")
  func canonical() {
    #expect(
      course(under: FirstInFirstOut()) == "a#1 b#1 c#1 q#1 q#2 r#1 r#2 a#2 b#2 c#2 a#3 b#3 c#3")
  }

  @Test("round robin: the labels take turns")
  func roundRobin() {
    #expect(course(under: RoundRobin()) == "a#1 b#1 c#1 q#1 r#1 a#2 b#2 c#2 q#2 r#2 a#3 b#3 c#3")
  }

  @Test(
    "a random walk's seed is its schedule, on every machine",
    arguments: [
      (1, "c#1 r#2 r#1 a#1 a#2 c#2 b#1 q#1 q#2 c#3 b#2 a#3 b#3"),
      (2, "c#1 c#2 r#1 r#2 c#3 a#1 b#1 b#2 q#1 q#2 a#2 a#3 b#3"),
      (0xFEED, "q#1 q#2 a#1 r#2 r#1 b#1 c#1 b#2 a#2 a#3 c#2 b#3 c#3"),
    ] as [(UInt64, String)])
  func randomWalk(seed: UInt64, schedule: String) {
    #expect(course(under: RandomWalk(seed: seed)) == schedule)
  }

  @Test(
    "a priority walk's seed is its schedule, on every machine",
    arguments: [
      (1, "r#1 b#1 r#2 q#1 a#1 a#2 a#3 c#1 c#2 c#3 b#2 b#3 q#2"),
      (2, "c#1 c#2 b#1 b#2 b#3 r#2 r#1 a#1 a#2 a#3 c#3 q#1 q#2"),
      (0xFEED, "r#2 a#1 a#2 r#1 q#1 q#2 c#1 c#2 c#3 b#1 b#2 b#3 a#3"),
    ] as [(UInt64, String)])
  func priorityWalk(seed: UInt64, schedule: String) {
    let walk = PriorityWalk(seed: seed, depth: 3, expectedChoices: 8)
    #expect(course(under: walk) == schedule)
  }

  @Test("a course's digest is the same on every machine")
  func digest() {
    let canonical = RecordingScheduler(FirstInFirstOut(), seed: 0, keepsDepartures: false)
    #expect(canonical.digest == 0xCBF2_9CE4_8422_2325, "no choice was made")
    _ = course(under: canonical)
    #expect(canonical.digest == 0xD9A6_7082_4E7F_777F)
    let walk = RecordingScheduler(RandomWalk(seed: 1), seed: 0, keepsDepartures: false)
    _ = course(under: walk)
    #expect(walk.digest == 0x21AA_C61B_6563_A2BB)
  }
}
