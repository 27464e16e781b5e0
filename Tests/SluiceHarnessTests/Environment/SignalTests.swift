import Foundation
import SluiceHarness
import Testing

@Suite("Signals of the process", .startsIdlePrograms, .timeLimit(.minutes(2)))
struct SignalTests {
  // The body of an exit test captures nothing before 6.3, so each signal has its own.

  @Test("ask to stop, as often as they come at once, and end the process when one comes later")
  func interrupt() async {
    expectStop(
      by: SIGINT,
      await #expect(processExitsWith: .signal(SIGINT), observing: [\.standardOutputContent]) {
        Self.stop(by: SIGINT)
      })
  }

  @Test("ask to stop and end the process where they ask it to terminate")
  func terminate() async {
    expectStop(
      by: SIGTERM,
      await #expect(processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]) {
        Self.stop(by: SIGTERM)
      })
  }

  @Test("ask to stop and end the process where its terminal hangs up")
  func hangUp() async {
    expectStop(
      by: SIGHUP,
      await #expect(processExitsWith: .signal(SIGHUP), observing: [\.standardOutputContent]) {
        Self.stop(by: SIGHUP)
      })
  }

  private static func stop(by number: Int32) -> Never {
    let stop = StopSignal()
    stop.watch()
    kill(getpid(), number)
    while !stop.isRaised { sched_yield() }
    // The same wish again, as of a shell and of a pipeline.
    for other in [number, SIGTERM, SIGINT] { raise(other) }
    DescriptorSink(descriptor: STDOUT_FILENO).write("stops for \(stop.received ?? 0)")
    // That some seconds are over.
    raise(SIGALRM)
    raise(number)
    while true { sched_yield() }
  }

  private func expectStop(by number: Int32, _ result: ExitTest.Result?) {
    let output = result.map { result in
      String(decoding: result.standardOutputContent, as: UTF8.self)
    }
    #expect(output?.contains("stops for \(number)") == true)
  }

  @Test("do not include the one of a terminal that goes, for whoever was told to outlive it")
  func outlivesItsTerminal() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      let stop = StopSignal()
      stop.watch()
      raise(SIGHUP)
      if stop.isRaised { exit(1) }
    }
  }

  @Test("do not include the one for a reader that has gone")
  func brokenPipe() async {
    await #expect(processExitsWith: .success) {
      _ = CommandEnvironment.process(commandLine: ["sluice"])
      let pipe = Pipe()
      let sink = DescriptorSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
      try pipe.fileHandleForReading.close()
      sink.write("nobody reads this")
      sink.write("nor this")
    }
  }
}
