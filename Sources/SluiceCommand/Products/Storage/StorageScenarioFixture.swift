import FakeListener
import FakeStorage
import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Synchronization

/// The Storage of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
final class StorageScenarioFixture: ProductFixture {
  private let choice: BackendChoice<ScriptedTransfers, EmulatedTransfers>

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "storage", in: setting.layer,
      script: { ScriptedTransfers(StorageScript(in: setting.simulation, spy: setting.spy)) },
      emulator: { EmulatedTransfers(in: setting) })
  }

  /// The transfer at a place whose stream is read.
  func task(at path: String) throws(SubjectError) -> StorageTask {
    switch choice.backend {
    case .script(let script): return script.task(at: path)
    case .emulator(let emulator):
      guard let task = emulator.task(at: path) else {
        throw .badArgument("nothing was uploaded to \(path) or downloaded from it")
      }
      return task
    }
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    try choice.perform(
      invocation, script: { script, call in try script.perform(call) },
      emulator: { emulator, invocation in try emulator.perform(invocation) })
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    let path = invocation["path"]?.place ?? ""
    switch (invocation.name, choice.backend) {
    case ("storage.listeners", .script(let script)): return .integer(Int64(script.observerCount))
    case ("storage.listeners", .emulator(let emulator)):
      return .integer(Int64(emulator.storage.observerCount))
    case ("storage.bytes", .emulator(let emulator)): return emulator.bytes(at: path)
    case ("storage.bytes", .script): throw FixtureError("a script has no objects to look at")
    default:
      do {
        return try task(at: path).snapshot.status.projected
      } catch {
        throw FixtureError(error.description)
      }
    }
  }
}
