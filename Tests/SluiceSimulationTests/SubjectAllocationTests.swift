import Foundation
import SluiceSimulation
import Synchronization
import Testing

/// Each test counts on the simulation thread: there is one count in the process at a time.
@Suite("SubjectAllocations")
struct SubjectAllocationTests {
  @Test("count what is allocated in the subject's frames, and lives")
  func countsInside() throws {
    try counting { account in
      let outside = Block()
      SubjectAllocations.enter()
      let inside = Block()
      SubjectAllocations.leave()
      #expect(account.living?.blocks == 1)
      #expect((account.living?.bytes ?? 0) >= 16)
      withExtendedLifetime((outside, inside)) {}
    }
  }

  @Test("forget a freed block, wherever it is freed")
  func forgetsFreed() throws {
    try counting { account in
      SubjectAllocations.enter()
      var inside: [Block]? = (0..<5000).map { _ in Block() }
      SubjectAllocations.leave()
      #expect((account.living?.blocks ?? 0) >= 5000)
      inside?.removeFirst(2500)
      #expect((2500...2501).contains(account.living?.blocks ?? 0))
      inside = nil
      #expect(account.living == SubjectAllocations.Living(blocks: 0, bytes: 0))
    }
  }

  @Test("count memory that C allocates, by its size, and moves it with its block")
  func countsC() throws {
    // The blocks are never read, and each is freed once.
    try counting { account in
      SubjectAllocations.enter()
      defer { SubjectAllocations.leave() }
      let block = unsafe malloc(100)
      let zeroed = unsafe calloc(3, 100)
      #expect(account.living == SubjectAllocations.Living(blocks: 2, bytes: 400))
      let moved = unsafe realloc(block, 10_000)
      #expect(account.living == SubjectAllocations.Living(blocks: 2, bytes: 10_300))
      var aligned: UnsafeMutableRawPointer?
      let code = unsafe posix_memalign(&aligned, 256, 512)
      #expect(code == 0)
      let address = UInt(bitPattern: aligned)
      #expect(address % 256 == 0)
      let badAlignment = unsafe posix_memalign(&aligned, 3, 512)
      #expect(badAlignment == EINVAL)
      let other = unsafe aligned_alloc(64, 128)
      #expect(account.living == SubjectAllocations.Living(blocks: 4, bytes: 10_940))
      unsafe free(moved)
      unsafe free(zeroed)
      unsafe free(aligned)
      unsafe free(other)
      #expect(account.living == SubjectAllocations.Living(blocks: 0, bytes: 0))
    }
  }

  @Test("leave out what was allocated before the count, and what is freed after it")
  func leavesOutEarlier() throws {
    try counting { first in
      SubjectAllocations.enter()
      var early: Block? = Block()
      let second = SubjectAllocations.open()
      #expect(first.living == nil)
      #expect(second?.living == SubjectAllocations.Living(blocks: 0, bytes: 0))
      early = nil
      #expect(second?.living == SubjectAllocations.Living(blocks: 0, bytes: 0))
      first.close()
      #expect(second?.living != nil)
      second?.close()
      #expect(second?.living == nil)
      withExtendedLifetime(early) {}
    }
  }

  @Test("count jobs and blocks of the subject's, and neither actions nor the engine")
  func countsEvents() throws {
    try counting { account in
      let kept = Kept()
      let simulation = Simulation()
      simulation.perform { simulation in
        simulation.schedule("fake.acts", after: .zero) {
          kept.blocks.withLock { blocks in blocks.append(Block()) }
        }
        #expect(simulation.settle() == nil)
        #expect(account.living?.blocks == 0)
        simulation.spawn("subject") {
          let block = Block()
          await Task.yield()
          kept.blocks.withLock { blocks in blocks[0] = block }
        }
        #expect(simulation.settle() == nil)
        #expect(account.living?.blocks == 1)
        simulation.end()
      }
      #expect(account.living?.blocks == 1)
      kept.blocks.withLock { blocks in blocks = [] }
      #expect(account.living?.blocks == 0)
    }
  }

  @Test("leave out what a test framework keeps of the errors that are thrown")
  func leavesOutThrownErrors() throws {
    try counting { account in
      for _ in 0..<20 {
        SubjectAllocations.enter()
        do { try fail() } catch {}
        SubjectAllocations.leave()
      }
      #expect(account.living?.blocks == 0)
    }
  }

  @inline(never)
  private func fail() throws {
    throw Mishap(reason: "\(Self.self) fails on purpose, again and again")
  }

  /// Counts on the simulation thread, where allocations can be counted.
  ///
  /// A first pass makes what a first use leaves behind, such as the metadata of a generic type.
  private func counting(_ body: @escaping (SubjectAllocations.Account) -> Void) throws {
    try Simulation.requireSupport()
    Simulation.onThread {
      for isFirst in [true, false] {
        // Under a sanitizer there is nothing to count.
        guard let account = SubjectAllocations.open() else { return }
        if isFirst {
          withKnownIssue(isIntermittent: true) { body(account) }
        } else {
          body(account)
        }
        account.close()
      }
    }
  }
}

/// An object of which each is a block.
private final class Block: Sendable {
  let number: Int
  init() { number = 1 }
}

/// What a subject keeps.
private final class Kept: Sendable {
  let blocks = Mutex<[Block]>([])
}

private struct Mishap: Error {
  let reason: String
}
