import Dispatch
import Foundation
import SluiceSimulation
import Testing

/// A subject that has Dispatch tell it of something outside.
private enum Watching {
  static func waitForBytes() async {
    let pipe = Pipe()
    await withCheckedContinuation { continuation in
      let source = DispatchSource.makeReadSource(
        fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: .global())
      source.setEventHandler {
        continuation.resume()
        source.cancel()
      }
      source.activate()
      pipe.fileHandleForWriting.write(Data([0]))
    }
    withExtendedLifetime(pipe) {}
  }

  static func waitForRoom() async {
    let pipe = Pipe()
    await withCheckedContinuation { continuation in
      let source = DispatchSource.makeWriteSource(
        fileDescriptor: pipe.fileHandleForWriting.fileDescriptor, queue: .global())
      source.setEventHandler {
        continuation.resume()
        source.cancel()
      }
      source.activate()
    }
    withExtendedLifetime(pipe) {}
  }

  static func watchForSignal() async {
    let source = DispatchSource.makeSignalSource(signal: SIGURG)
    source.setEventHandler {}
    source.activate()
    source.cancel()
  }

  static func merge() async {
    let source = DispatchSource.makeUserDataAddSource()
    source.setEventHandler {}
    source.activate()
    source.add(data: 1)
  }
}

@Suite("Source of Dispatch's")
struct SourceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let source: Escape.Source
    let place: String
    let body: @Sendable () async -> Void
    var testDescription: String { place }

    /// Whether the stack can be unwound to the subject.
    ///
    /// The function of Swift's Dispatch overlay that makes a data source has no unwind information
    /// in 6.2.3.
    var hasPlace: Bool {
      #if compiler(>=6.3)
        true
      #else
        source != .data
      #endif
    }
  }

  static let cases: [Case] = [
    Case(source: .read, place: "Watching.waitForBytes()", body: Watching.waitForBytes),
    Case(source: .write, place: "Watching.waitForRoom()", body: Watching.waitForRoom),
    Case(source: .signal, place: "Watching.watchForSignal()", body: Watching.watchForSignal),
    Case(source: .data, place: "Watching.merge()", body: Watching.merge),
  ]

  @Test("that is no timer is an escape with its place, the same in each run", arguments: cases)
  func created(_ subject: Case) async throws {
    for _ in 0..<100 {
      let outcome = await Simulation().run { await subject.body() }
      guard case .escaped(let escapes) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(escapes.map(\.label) == ["body"])
      #expect(escapes.map(\.kind) == [.source(subject.source)])
      let sentence = "body made a dispatch source (\(subject.source.rawValue))"
      guard subject.hasPlace else {
        #expect("\(escapes[0])" == sentence)
        continue
      }
      let place = try #require(escapes.first?.place)
      #expect(place.contains(subject.place), "\(place)")
      #expect("\(escapes[0])".hasPrefix("\(sentence) in "))
    }
  }

  @Test("made outside is nobody's")
  func outside() async {
    let source = DispatchSource.makeUserDataAddSource()
    source.setEventHandler {}
    source.activate()
    let outcome = await Simulation().run { await Task.yield() }
    #expect(outcome == .finished)
    source.cancel()
  }
}
