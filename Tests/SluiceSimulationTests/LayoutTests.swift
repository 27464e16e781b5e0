import SluiceSimulation
import Testing

@Suite("Layout")
struct LayoutTests {
  /// A number of the layout and a wrong value of it.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let number: RuntimeLayout.Number
    let value: UInt64
    var testDescription: String { "\(number.name) = 0x\(String(value, radix: 16))" }
  }

  /// Numbers that a neighbouring value replaces without harm.
  ///
  /// A job has a second word that the runtime leaves unused on Linux, before the one in use. Two of
  /// the bits of a mutex's kind are never set.
  private static let harmless: [String: [UInt64]] = [
    "job_reserved": [0x28], "mutex_kind_bits": [0x7b, 0x77],
  ]

  /// Neighbours of each number: a word and half a word beside it, or twice and half of a flag.
  static let wrong: [Wrong] = RuntimeLayout.numbers.flatMap { number in
    let value = RuntimeLayout.inUse[number]
    let beside: [UInt64] =
      [value &+ 8, value &- 8, value &+ 4, value &- 4, value &+ 1] + [value << 1, value >> 1]
    return beside.filter { other in
      other != value && harmless[number.name]?.contains(other) != true
    }
    .map { other in Wrong(number: number, value: other) }
  }

  init() throws { try Simulation.requireSupport() }

  @Test("is proven in this process")
  func proven() { #expect(RuntimeLayout.inUse.firstUnproven == nil) }

  @Test("is found again by the proofs alone, number by number", arguments: offsets)
  func found(_ number: RuntimeLayout.Number) {
    var layout = RuntimeLayout.inUse
    let right = layout[number]
    layout[number] = 0xfc
    #expect(layout.provenValues(of: number).contains(right))
    #expect(layout.provenValues(of: number).count <= 2)
  }

  /// The offsets whose proof looks for one word, and finds it wherever it is.
  private static let offsets = RuntimeLayout.numbers.filter { number in
    [
      "job_kind", "actor_job_actor", "actor_newest_job", "task_status", "task_accesses",
      "task_context", "queue_target", "queue_state", "mutex_owner", "rwlock_writer",
    ].contains(number.name)
  }

  @Test("with a wrong number is refused with the name of that number", arguments: wrong)
  func refused(_ wrong: Wrong) {
    var layout = RuntimeLayout.inUse
    layout[wrong.number] = wrong.value
    let unproven = layout.firstUnproven
    // A proof that two numbers share names the first of them.
    #expect(unproven.map { number in number.index <= wrong.number.index } == true)
  }
}
