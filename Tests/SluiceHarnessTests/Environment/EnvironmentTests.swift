import Foundation
import SluiceHarness
import Testing

@Suite("Colour")
struct ColorChoiceTests {
  @Test(
    "follows the option, then the variables, then the terminal",
    arguments: [
      (.always, [:], false, true),
      (.always, ["NO_COLOR": "1"], false, true),
      (.never, ["CLICOLOR_FORCE": "1"], true, false),
      (.auto, [:], true, true),
      (.auto, [:], false, false),
      (.auto, ["NO_COLOR": "1"], true, false),
      (.auto, ["NO_COLOR": "0"], true, false),
      (.auto, ["NO_COLOR": ""], true, true),
      (.auto, ["CLICOLOR_FORCE": "1"], false, true),
      (.auto, ["CLICOLOR_FORCE": "0"], false, false),
      (.auto, ["CLICOLOR_FORCE": ""], false, false),
      (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
      (.auto, ["TERM": "dumb"], true, false),
      (.auto, ["TERM": "xterm"], true, true),
    ] as [(ColorChoice, [String: String], Bool, Bool)])
  func order(
    _ choice: ColorChoice, _ variables: [String: String], _ isTerminal: Bool, _ expected: Bool
  ) {
    let sink = RecordingSink(isTerminal: isTerminal)
    #expect(choice.usesColor(on: sink, variables: EnvironmentVariables(variables)) == expected)
  }
}

@Suite("Environment variables")
struct EnvironmentVariablesTests {
  @Test("are found by name and listed in order")
  func sorted() {
    let variables = EnvironmentVariables(["B": "2", "A": "1", "a": "3", "AA": ""])
    #expect(variables["A"] == "1")
    #expect(variables["AA"] == "")
    #expect(variables["C"] == nil)
    #expect(variables.sorted.map { variable in variable.name } == ["A", "AA", "B", "a"])
  }
}

@Suite("Stop signal")
struct StopSignalTests {
  @Test("is raised once, by the first signal")
  func once() {
    let signal = StopSignal()
    #expect(!signal.isRaised)
    signal.raise(15)
    signal.raise(2)
    #expect(signal.received == 15)
    #expect(signal.isRaised)
    #expect(!StopSignal().isRaised)
  }
}

@Suite("Descriptor sink")
struct DescriptorSinkTests {
  @Test("writes texts as they are, in order, and is no terminal when it is a pipe")
  func writes() throws {
    let pipe = Pipe()
    let sink = DescriptorSink(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    #expect(!sink.isTerminal)
    sink.write("one\n")
    sink.write("zwei \u{1F642}")
    try pipe.fileHandleForWriting.close()
    let text = try pipe.fileHandleForReading.readToEnd().map { data in
      String(decoding: data, as: UTF8.self)
    }
    #expect(text == "one\nzwei \u{1F642}")
  }

  @Test("goes on in silence when it can't write")
  func closed() throws {
    let pipe = Pipe()
    // The reading end takes no writes: an error as good as a reader that has gone, without the
    // signal.
    let sink = DescriptorSink(descriptor: pipe.fileHandleForReading.fileDescriptor)
    sink.write("lost")
    sink.write("lost too")
  }
}

@Suite("Process environment")
struct ProcessEnvironmentTests {
  @Test("has the words of the call, a program to start workers from, and clocks that go")
  func process() {
    let environment = CommandEnvironment.process(commandLine: ["sluice", "run", "x"])
    #expect(environment.arguments == ["run", "x"])
    #expect(FileManager.default.isExecutableFile(atPath: environment.executablePath))
    #expect(environment.workingDirectory.hasPrefix("/"))
    #expect(!environment.hostName().isEmpty)
    #expect(environment.timeSinceEpoch() > .seconds(1_700_000_000))
    let earlier = environment.monotonicTime()
    #expect(environment.monotonicTime() >= earlier)
    #expect(!environment.stopSignal.isRaised)
  }
}
