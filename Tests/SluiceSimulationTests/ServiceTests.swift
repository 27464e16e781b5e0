import Foundation
import SluiceSimulation
import Testing

/// A hub that a program makes when it is first needed, and keeps: its task hands on what it is
/// told.
private final class Hub: Sendable {
  static let shared = Hub()

  private let continuation: AsyncStream<@Sendable () -> Void>.Continuation

  private init() {
    let (stream, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    self.continuation = continuation
    Task { for await tell in stream { tell() } }
  }

  func post(_ tell: @escaping @Sendable () -> Void) { continuation.yield(tell) }
}

@Suite("Task that serves the process", .serialized)
struct ServiceTests {
  /// The events of a simulation in which a body runs, and what it left.
  fileprivate func course(
    _ body: @escaping @Sendable (Record<String>) async -> Void
  ) -> (seen: [String], events: [String], left: Int, ending: Ending) {
    let seen = Record<String>()
    let events = Record<String>()
    let (left, ending) = Simulation().perform { simulation in
      simulation.observe { entry in events.append(entry.event.description) }
      simulation.spawn("body") { await body(seen) }
      _ = simulation.settle()
      return (simulation.liveTasks, simulation.end())
    }
    return (seen.all, events.all, left, ending)
  }

  @Test("is made by the first simulation that needs it, serves each, and is none of their tasks")
  func lazyGlobal() {
    let courses = (1...3).map { _ in
      course { seen in
        Hub.shared.post { seen.append("told") }
        await Task.yield()
        seen.append("over")
      }
    }
    for course in courses {
      #expect(course.seen == ["told", "over"])
      #expect(course.events == courses[0].events)
      #expect(course.left == 0)
      #expect(course.ending == Ending(cancelled: 0, parked: 0, halt: nil))
    }
  }

  @Test("is known to have worked in a simulation, since the order of that was nobody's choice")
  func isNoticed() {
    Simulation().perform { simulation in
      Hub.shared.post {}
      _ = simulation.settle()
      #expect(simulation.hasServed)
      simulation.end()
    }
    Simulation().perform { simulation in
      simulation.spawn("body") { await Task.yield() }
      _ = simulation.settle()
      #expect(!simulation.hasServed)
      simulation.end()
    }
  }

  @Test("goes on to serve outside of simulations")
  func outside() async {
    _ = course { _ in Hub.shared.post {} }
    await withCheckedContinuation { continuation in Hub.shared.post { continuation.resume() } }
    #expect(course { seen in Hub.shared.post { seen.append("told") } }.seen == ["told"])
  }

  @Test("is no other that the code under test detaches: that one is its simulation's")
  func detached() {
    let course = course { _ in
      Task.detached { while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) } }
    }
    #expect(course.left == 1)
    #expect(course.ending.cancelled == 1)
  }
}

#if compiler(>=6.3)
  // Foundation has had asynchronous observers since 6.3.

  private struct Ping: NotificationCenter.AsyncMessage {
    typealias Subject = NSObject
    static let name = Notification.Name("service-tests.ping")
    let number: Int
  }

  extension ServiceTests {
    @Test("is what stands behind the asynchronous observers of the default notification centre")
    func notificationCentre() {
      let courses = (1...3).map { number in
        course { seen in
          let subject = NSObject()
          let token = NotificationCenter.default.addObserver(of: subject, for: Ping.self) {
            (ping: Ping) async in seen.append("ping \(ping.number)")
          }
          NotificationCenter.default.post(Ping(number: number), subject: subject)
          await Task.yield()
          await Task.yield()
          seen.append("over")
          withExtendedLifetime(token) {}
        }
      }
      for (number, course) in zip(1..., courses) {
        #expect(Set(course.seen) == ["ping \(number)", "over"])
        #expect(course.events == courses[0].events)
        #expect(course.left == 0)
        #expect(course.ending.cancelled == 0)
      }
    }

    @Test("is none that was made before: work for it is an escape, where somebody waits for it")
    func before() async {
      let center = NotificationCenter()
      let subject = NSObject()
      let keep = Keep()
      let seen = Record<Int>()
      let token = center.addObserver(of: subject, for: Ping.self) { (ping: Ping) async in
        seen.append(ping.number)
        keep.resumeAll()
      }
      center.post(Ping(number: 1), subject: subject)
      while seen.all.isEmpty { await Task.yield() }
      let outcome = await Simulation().run {
        center.post(Ping(number: 2), subject: subject)
        await withCheckedContinuation { keep.put($0) }
      }
      let kinds: [Escape.Kind] = [.outsider, .elsewhere, .task]
      guard case .escaped(let escapes) = outcome, let kind = escapes.first?.kind else {
        Issue.record("\(outcome)")
        return
      }
      // The task outside may have come to it by then or not, and what it resumes may have arrived.
      #expect(kinds.contains(kind))
      while seen.all.count < 2 { await Task.yield() }
      withExtendedLifetime(token) {}
    }
  }
#endif
