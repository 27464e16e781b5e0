import SluiceRunner
import Testing

@Suite("Known hangs")
struct KnownHangsTests {
  private static let patience = Duration.seconds(10)
  private static let place = KnownHangs.Place.functions(["spin", "cancel", "main"])

  /// For how long a hang is waited for, looked at ten times a second, until it is one.
  private static func wait(at place: KnownHangs.Place, _ hangs: KnownHangs) -> Duration {
    var silence = Duration.zero
    while silence < patience,
      !hangs.isHang(at: place, silentFor: silence, of: patience)
    {
      silence += .milliseconds(100)
    }
    hangs.note(place)
    return silence
  }

  @Test("take the whole patience once, a tenth a few times, and then a glance")
  func shares() {
    let hangs = KnownHangs()
    let waits = (1...6).map { _ in Self.wait(at: Self.place, hangs) }
    let glance = Duration.milliseconds(200)
    #expect(waits == [.seconds(10), .seconds(1), .seconds(1), glance, glance, glance])
  }

  @Test("of 159 cases at one place are waited for less than a minute, one after the other")
  func suite() {
    let hangs = KnownHangs()
    let waits = (1...159).map { _ in Self.wait(at: Self.place, hangs) }
    #expect(waits.reduce(.zero, +) < .seconds(60))
  }

  @Test("are known by a function near the innermost, whichever of them a loop is seen in")
  func near() {
    let hangs = KnownHangs()
    hangs.note(Self.place, of: "first")
    #expect(hangs.first(like: .functions(["called", "spin", "cancel"])) == "first")
    #expect(hangs.first(like: .functions(["cancel"])) == "first")
    #expect(hangs.first(like: .functions(["other", "elsewhere", "main"])) == nil)
    #expect(hangs.first(like: .functions([])) == nil)
  }

  @Test("elsewhere take the whole patience again")
  func elsewhere() {
    let hangs = KnownHangs()
    for _ in 1...5 { hangs.note(Self.place) }
    #expect(Self.wait(at: .functions(["other"]), hangs) == .seconds(10))
    #expect(Self.wait(at: .functions([]), hangs) == .seconds(10))
    #expect(Self.wait(at: .functions([]), hangs) == .seconds(10))
  }

  @Test(
    "of a stopped worker, and of one that has closed its line, are places of their own",
    arguments: [KnownHangs.Place.stopped, .lineClosed])
  func withoutFunctions(_ place: KnownHangs.Place) {
    let hangs = KnownHangs()
    hangs.note(Self.place)
    #expect(Self.wait(at: place, hangs) == .seconds(10))
    #expect(Self.wait(at: place, hangs) == .seconds(1))
    #expect(Self.wait(at: place == .stopped ? .lineClosed : .stopped, hangs) == .seconds(10))
  }
}
