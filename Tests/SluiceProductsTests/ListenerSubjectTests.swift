import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText
import Testing

extension FakeListener {
  /// A stream of the source's values, as somebody would write it.
  fileprivate var stream: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let handle = self.addListener(
        { value, error in
          if let error { continuation.finish(throwing: error) }
          if let value { continuation.yield(value) }
        }, onFinish: { continuation.finish() })
      continuation.onTermination = { _ in handle.remove() }
    }
  }
}

/// What such a stream declares of itself.
private let traits = Traits().with { traits in
  traits.registration = .access
  traits.iterators = .single
  traits.bufferOnCancel = .drains
  traits.releasesWhileHeld = false
  traits.repeatsError = true
}

/// An element of one's own, of which two are alike that have the same degrees.
private struct Reading: Sendable {
  let degrees: Double
}

/// An error of one's own, of which there is one for each of the source's.
private struct MappedError: Error {
  let source: any Error
}

private struct MappedErrors<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  typealias Element = Base.Element

  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Base.Element? {
      do {
        return try await base.next(isolation: actor)
      } catch {
        throw MappedError(source: error)
      }
    }
  }
}

@Suite("A subject over the scripted listener")
struct ListenerSubjectTests {
  /// What becomes of timeline lines with a stream.
  private func result(
    _ subject: Subject, _ lines: [String], layer: ScenarioLayer = .unit
  ) throws -> CaseResult {
    let product = ListenerProduct.product.with([subject])
    let timeline = lines.enumerated().map { index, line in
      (index == 0 ? "    @0ms    " : "            ") + line
    }
    let text =
      "format 1\n\nscenario \"s\"\n  timeline\n" + timeline.joined(separator: "\n") + "\n"
    let read = ScenarioReader(registry: Vocabulary.registry(of: [product]))
      .read(path: "Scenarios/listener/\(layer.rawValue)/test.scenario", text: text)
    let scenario = try #require(read.file?.cases.first { _ in true }, "\(read.diagnostics)")
    let runner = CaseRunner(products: [product], subjectName: subject.name)
    return CaseExplorer(of: scenario, playedBy: runner).result()
  }

  /// The closure has two statements, of which the compiler infers the stream's type as of one.
  private func doubles() -> Subject {
    Subject("doubles", over: .listener(Double.self), traits: traits) { source in
      let stream = source.stream
      return stream
    }
  }

  @Test("gets an element for each value, and shows it as that value")
  func values() throws {
    let result = try result(
      doubles(),
      [
        "S = listener.values()", "expect S added", "listener.send(1)", "expect S next 1",
        "listener.send(\"text\")", "expect S next \"text\"", "listener.send({n: [1]})",
        "expect S next {n: [1]}", "listener.send(1)", "expect S next 1", "listener.finish()",
        "expect S finish",
      ])
    #expect(result.failure?.text().rendered == nil)
  }

  @Test("fails where the stream hands out another element than it was sent")
  func otherElement() throws {
    let wrong = Subject(
      "wrong", over: .listener(Double.self), traits: traits, element: { $0 },
      open: { source in source.stream.map { number in number + 1 } })
    let result = try result(
      wrong, ["S = listener.values()", "listener.send(1)", "expect S next 1"])
    // Nobody sent a 2.0, so it stands for itself.
    #expect(result.failure?.message.contains("2.0") == true, "\(result)")
  }

  @Test("has elements of one's own, and a stream that makes something else of them")
  func ownElements() throws {
    let subject = Subject(
      "readings",
      over: .listener(form: { reading in .double(reading.degrees) }) { number in
        Reading(degrees: Double(number) / 2)
      }, traits: traits,
      element: { (text: String) in Reading(degrees: Double(text) ?? .nan) },
      open: { source in source.stream.map { reading in "\(reading.degrees)" } })
    let result = try result(
      subject,
      [
        "S = listener.values()", "listener.send(3)", "expect S next 3", "listener.send(null)",
        "expect S next null",
      ])
    #expect(result.failure?.text().rendered == nil)
  }

  @Test("has errors of its own, each of which stands for one of the source's")
  func ownErrors() throws {
    func subject(standingFor error: @escaping @Sendable (any Error) -> any Error) -> Subject {
      Subject(
        "own errors", over: .listener(Double.self), traits: traits, error: error,
        open: { source in MappedErrors(base: source.stream) })
    }
    let lines = [
      "S = listener.values()", "listener.fail(not-found)", "expect S error not-found",
    ]
    let right = subject { thrown in (thrown as? MappedError)?.source ?? thrown }
    #expect(try result(right, lines).failure?.text().rendered == nil)
    let unsaid = try result(subject { thrown in thrown }, lines).failure
    #expect(unsaid?.rule == "errors.propagate-unchanged")
    let lossy = try result(subject { _ in ScriptedError("unknown") }, lines).failure
    #expect(lossy?.rule == "errors.propagate-unchanged")
  }

  @Test("has its present value and the server's values as elements, too")
  func otherSources() throws {
    let present = try result(
      doubles(), ["listener.present(\"now\")", "S = listener.values()", "expect S next \"now\""])
    #expect(present.failure?.text().rendered == nil)
    let server = try result(
      doubles(),
      ["S = listener.values()", "listener.put({n: 1})", "expect S next {n: 1}"],
      layer: .integration)
    #expect(server.failure?.text().rendered == nil)
  }

  @Test("refuses elements that are alike and stand for different values")
  func alike() throws {
    let subject = Subject(
      "parity", over: .listener { number in Double(number % 2) }, traits: traits
    ) { source in source.stream }
    let lines = ["S = listener.values()", "listener.send(1)", "expect S next 1"]
    #expect(try result(subject, lines + ["listener.send(1)"]).failure?.kind != .scenarioUnusable)
    let problem = try result(subject, lines + ["listener.send(3)"]).failure
    #expect(problem?.kind == .scenarioUnusable)
    #expect(
      problem?.message.hasPrefix("the elements that stand for 1 and 3 are alike: ") == true,
      "\(problem?.message ?? "")")
  }

  @Test("refuses a value for which there is no element")
  func impossible() throws {
    let bytes = Subject("bytes", over: .listener(UInt8.self), traits: traits) { source in
      source.stream
    }
    let lines = ["S = listener.values()", "listener.send(255)", "expect S next 255"]
    #expect(try result(bytes, lines).failure == nil)
    let large = try result(bytes, lines + ["listener.send(256)"]).failure
    #expect(large?.kind == .scenarioUnusable)
    #expect(large?.message == "no UInt8 can be made of 256, which 256 stands for")
    let text = try result(bytes, lines + ["listener.send(\"text\")"]).failure
    #expect(text?.message == "no UInt8 can be made of 900000000, which \"text\" stands for")
  }

  @Test("may be opened with await by the task that reads it, anew by each iteration")
  func openedLater() throws {
    let subject = Subject(
      "late", over: .listener(Int.self), traits: traits, element: { $0 },
      openingLater: { source in
        await Task.yield()
        return source.stream
      })
    #expect(subject.traits.registration == .firstNext)
    #expect(subject.traits.iterators == .independent)
    let result = try result(
      subject,
      [
        "S = listener.values() held manual", "expect listener.listeners == 0", "pull S",
        "expect S added", "listener.send(1)", "expect S next 1", "T = iterate S",
        "expect T added", "listener.send(2)", "pull S", "expect S next 2", "expect T next 2",
        "pull S", "cancel S", "expect S removed", "expect S ended", "cancel T",
        "expect T removed", "expect T ended",
      ])
    #expect(result.failure?.text().rendered == nil)
  }
}
