import FakeListener
import ReferenceStreams
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("ListenerSequence")
struct ListenerSequenceTests {
  @Test("does with neither value nor error, and with both, what its policies say")
  func policies() {
    var ending = ListenerPolicies()
    ending.emptyEvent = .ends
    ending.ambiguousEvent = .yields
    #expect(record(ListenerPolicies()) == ["1", "3", "unavailable"])
    #expect(record(ending, withNothing: false) == ["1", "3", "4", "the end"])
    #expect(record(ending) == ["1", "the end"])
  }

  @Test(
    "adds several listeners in order and removes all of them, also where the last can't be added")
  func several() {
    #expect(
      logOfTwo(refusing: false) == [
        "add #1 called", "add #1 returned", "add #2 called", "add #2 returned", "remove #1 called",
        "remove #2 called",
      ])
    #expect(
      logOfTwo(refusing: true) == [
        "add #1 called", "add #1 returned", "add #2 called", "add #2 threw refused",
        "remove #1 called",
      ])
  }

  @Test("can't throw where its failure is Never")
  func never() {
    Simulation().perform { simulation in
      let spy = Spy(log: EventLog(of: simulation))
      let source = FakeListener<Int>(in: simulation, spy: spy) { .integer(Int64($0)) }
      let sequence = ListenerSequence<Int, Never> { sink in
        let handle = source.addValueListener { value in sink.send(value) }
        return { handle.remove() }
      }
      let task = simulation.spawn("consumer") {
        for await value in sequence where value == 2 { break }
      }
      #expect(simulation.settle() == nil)
      source.send(1)
      source.send(2)
      #expect(simulation.settle() == nil)
      #expect(source.listenerCount == 0)
      _ = task
      simulation.end()
    }
  }

  private func record(_ policies: ListenerPolicies, withNothing: Bool = true) -> [String] {
    final class Lines { var all: [String] = [] }
    let lines = SimulationConfined(Lines())
    Simulation().perform { simulation in
      let spy = Spy(log: EventLog(of: simulation))
      let source = FakeListener<Int>(in: simulation, spy: spy) { .integer(Int64($0)) }
      let sequence = source.values(policies: policies)
      simulation.spawn("consumer") {
        do {
          for try await value in sequence { lines.value.all.append("\(value)") }
          lines.value.all.append("the end")
        } catch {
          lines.value.all.append("\((error as? ScriptedError)?.code ?? "?")")
        }
      }
      #expect(simulation.settle() == nil)
      source.send(1)
      if withNothing { source.sendNothing() }
      source.send(3)
      source.sendBoth(4, ScriptedError("unavailable"))
      source.finish()
      #expect(simulation.settle() == nil)
      simulation.end()
    }
    return lines.value.all
  }

  private func logOfTwo(refusing: Bool) -> [String] {
    Simulation().perform { simulation in
      let spy = Spy(log: EventLog(of: simulation))
      let source = FakeListener<Int>(in: simulation, spy: spy) { .integer(Int64($0)) }
      if refusing { source.refuseNextAdd(ScriptedError("refused"), after: 1) }
      let one = ListenerSequence<Int, any Error>.Listener(adding: { sink in
        let handle = try source.addValueListener(throwing: (any Error).self) { value in
          sink.send(value)
        }
        return { handle.remove() }
      })
      let sequence = ListenerSequence<Int, any Error>(adding: [one, one])
      let task = simulation.spawn("consumer") {
        do { for try await _ in sequence {} } catch {}
      }
      #expect(simulation.settle() == nil)
      task.cancel()
      #expect(simulation.settle() == nil)
      simulation.end()
      return spy.log.entries.map { entry in entry.event.description }.filter { line in
        line.hasPrefix("add") || line.hasPrefix("remove") && line.hasSuffix("called")
      }
    }
  }
}
