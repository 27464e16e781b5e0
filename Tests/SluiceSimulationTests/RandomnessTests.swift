import Foundation
import Glibc
import SluiceSimulation
import Testing

@Suite("Randomness")
struct RandomnessTests {
  struct Source: Sendable, CustomTestStringConvertible {
    let name: String
    /// Draws enough of it that two draws are never the same by chance.
    let draw: @Sendable () -> String
    var testDescription: String { name }
  }

  static let sources: [Source] = [
    Source(name: "SystemRandomNumberGenerator") {
      var generator = SystemRandomNumberGenerator()
      return "\(generator.next())"
    },
    Source(name: "a generator behind a protocol") {
      var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
      return "\(generator.next() as UInt64)"
    },
    Source(name: "Int.random") { "\(Int.random(in: .min ... .max))" },
    Source(name: "shuffled") { "\((0..<50).shuffled())" },
    Source(name: "UUID") { UUID().uuidString },
    Source(name: "getrandom", draw: drawFromKernel),
    Source(name: "getentropy", draw: drawEntropy),
    Source(name: "arc4random") { "\((0..<4).map { _ in arc4random() })" },
    Source(name: "arc4random_buf", draw: drawBuffer),
    Source(name: "arc4random_uniform") { "\((0..<40).map { _ in arc4random_uniform(1_000) })" },
    Source(name: "/dev/urandom") { read(device: "/dev/urandom") },
    Source(name: "/dev/random") { read(device: "/dev/random") },
    Source(name: "FileHandle") {
      let bytes = try? FileHandle(forReadingAtPath: "/dev/urandom")?.read(upToCount: 16)
      return bytes.map { "\(Array($0))" } ?? UUID().uuidString
    },
  ]

  // The C functions write as many bytes into the number as it has: here and below.
  private static func drawEntropy() -> String {
    var number: UInt64 = 0
    unsafe getentropy(&number, 8)
    return "\(number)"
  }

  // As above.
  private static func drawBuffer() -> String {
    var number: UInt64 = 0
    unsafe arc4random_buf(&number, 8)
    return "\(number)"
  }

  // As above. The overlay of libc leaves this function out, which has these parameters.
  private static func drawFromKernel() -> String {
    typealias Function = @convention(c) (UnsafeMutableRawPointer?, Int, UInt32) -> Int
    guard let symbol = unsafe dlsym(nil, "getrandom") else { return "" }
    var number: UInt64 = 0
    unsafe _ = unsafeBitCast(symbol, to: Function.self)(&number, 8, 0)
    return "\(number)"
  }

  // As above.
  private static func read(device: String) -> String {
    let descriptor = unsafe open(device, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var number: UInt64 = 0
    unsafe _ = Glibc.read(descriptor, &number, 8)
    return "\(number)"
  }

  private static func draw(_ source: Source, seed: UInt64) -> [String] {
    Simulation(scheduler: RandomWalk(seed: seed)).perform { simulation in
      defer { simulation.end() }
      return [source.draw(), source.draw()]
    }
  }

  @Test("on the simulating thread follows the seed", arguments: sources)
  func seeded(_ source: Source) {
    let first = Self.draw(source, seed: 7)
    #expect(Self.draw(source, seed: 7) == first)
    #expect(Self.draw(source, seed: 8) != first)
    #expect(first[0] != first[1])
  }

  @Test("is the scheduler's own, so that a schedule has it", arguments: [0, 5] as [UInt64])
  func scheduler(_ seed: UInt64) {
    let simulation = Simulation(scheduler: RandomWalk(seed: seed))
    let drawn = simulation.perform { simulation in
      [UInt64.random(in: .min ... .max), simulation.random(), .random(in: .min ... .max)]
    }
    var scheduler = RandomWalk(seed: seed)
    #expect(drawn == [scheduler.random(), scheduler.random(), scheduler.random()])
  }

  @Test("elsewhere is real, before, after and while another thread simulates", arguments: sources)
  func real(_ source: Source) {
    var drawn = Set([source.draw(), source.draw()])
    for _ in 0..<2 {
      let (inside, simulated) = Simulation().perform { simulation in
        let box = Record<String>()
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          box.append(source.draw())
          isDone.signal()
        }
        isDone.wait()
        #expect(!simulation.hasDrawnRandomness)
        return (box.all, source.draw())
      }
      drawn.formUnion(inside)
      #expect(!drawn.contains(simulated))
    }
    drawn.insert(source.draw())
    #expect(drawn.count == 5)
  }

  @Test("is known to have had a part in a run, or none")
  func isKnown() async {
    let plain = Simulation()
    _ = await plain.run {
      _ = Set((0..<100).map { "\($0)" })
      _ = Date()
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(await !plain.hasDrawn)
    let drawing = Simulation()
    _ = await drawing.run { _ = UUID() }
    #expect(await drawing.hasDrawn)
    await Simulation().perform { simulation in
      #expect(!simulation.hasDrawnRandomness)
      _ = simulation.random()
      #expect(simulation.hasDrawnRandomness)
    }
  }

  @Test("leaves what is no random device as it is")
  func files() throws {
    let path = NSTemporaryDirectory() + "sluice-\(UUID().uuidString)"
    try Data("plain text".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let text = try Simulation().perform { _ in try String(contentsOfFile: path, encoding: .utf8) }
    #expect(text == "plain text")
    let zeros = Simulation().perform { _ in Self.read(device: "/dev/zero") }
    #expect(zeros == "0")
  }
}

extension Simulation {
  /// Whether a simulation that has ended drew random numbers, asked on the thread where one may.
  fileprivate var hasDrawn: Bool {
    get async { await Simulation().perform { _ in self.hasDrawnRandomness } }
  }
}
