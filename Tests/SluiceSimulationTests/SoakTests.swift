import Foundation
import SluiceSimulation
import Synchronization
import Testing

@globalActor
private actor Global {
  static let shared = Global()
  var count = 0

  func add() { count += 1 }
}

@MainActor
private enum Main {
  static var count = 0
}

private actor Local {
  var count = 0

  func add() -> Int {
    count += 1
    return count
  }
}

/// Ordinary concurrency in the same process, on actors of its own.
private actor Bystander {
  var count = 0

  func add() { count += 1 }
}

@Suite("Soak")
struct SoakTests {
  private static let workers = 6

  /// One small world with a bit of everything; returns what happened, in order.
  private static func world(_ simulation: Simulation) -> String {
    let log = Log()
    simulation.spawn("body") { await body(log) }
    let outcome = simulation.runToEnd()
    log.add("\(outcome) \(simulation.now) \(simulation.step)")
    let ending = simulation.end()
    log.add("\(ending.cancelled) \(ending.parked)")
    return log.text
  }

  /// Used by the tasks of one simulation, so on one thread.
  private final class Log: @unchecked Sendable {
    private(set) var text = ""

    func add(_ line: String) { text += line + ";" }
  }

  private static func body(_ log: Log) async {
    let local = Local()
    await Global.shared.add()
    await MainActor.run { Main.count += 1 }
    await withTaskGroup(of: Int.self) { group in
      for index in 0..<3 {
        group.addTask {
          try? await Task.sleep(for: .milliseconds(3 - index))
          await Task.yield()
          return await local.add() * 10 + index
        }
      }
      for await number in group { log.add("\(number)") }
    }
    async let first = local.add()
    async let second: Void = Task { @Global in await Task.yield() }.value
    await second
    log.add("let \(await first)")
    await Task.detached { try? await Task.sleep(for: .seconds(1), tolerance: .seconds(1)) }.value
  }

  @Test("4,200 simulations from several threads: nothing lost, every log the same")
  func soak() async { await Self.expectSoaked(4_200) }

  fileprivate static func expectSoaked(_ total: Int) async {
    let expected = await Simulation().perform { world($0) }
    let globalBefore = await Global.shared.count
    let mainBefore = await MainActor.run { Main.count }
    let isOver = Atomic(false)
    let bystander = Bystander()
    let odd = Record<String>()
    let perWorker = total / workers

    async let ordinary = ordinaryWork(bystander, until: isOver)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers / 2 {
        group.addTask {
          for _ in 0..<perWorker {
            let log = await Simulation().perform { world($0) }
            if log != expected { odd.append(log) }
          }
        }
        group.addTask {
          await onThread {
            for _ in 0..<perWorker {
              let log = Simulation().perform { world($0) }
              if log != expected { odd.append(log) }
            }
          }
        }
      }
    }
    isOver.store(true, ordering: .relaxed)
    let rounds = await ordinary

    #expect(odd.all.isEmpty, "\(odd.all.count), the first: \(odd.all.first ?? "")")
    #expect(await Global.shared.count - globalBefore == perWorker * workers)
    #expect(await MainActor.run { Main.count } - mainBefore == perWorker * workers)
    #expect(await bystander.count == rounds)
    #expect(rounds > 0)
  }

  /// Runs a body on a thread of its own.
  private static func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }

  /// Returns how often it called the bystander.
  private static func ordinaryWork(
    _ bystander: Bystander, until isOver: borrowing Atomic<Bool>
  ) async -> Int {
    var rounds = 0
    while !isOver.load(ordering: .relaxed) {
      try? await Task.sleep(for: .microseconds(50))
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { await bystander.add() } }
      }
      rounds += 4
      await Task.yield()
    }
    return rounds
  }
}

@Suite("Long soak", .campaign)
struct SoakCampaign {
  @Test("100,000 simulations from several threads: nothing lost, every log the same")
  func soak() async { await SoakTests.expectSoaked(100_000) }
}
