/// Everything that a test of a stream needs, in one import.
///
/// - `SluiceSimulation`: `Simulation`, in which tasks, sleeps, clocks and callbacks are events of
///   one virtual time, so that a run is the same every time; `Scheduler` and
///   the outcomes.
/// - `SluiceSpies`: `Spy`, which records every add, remove and callback in an `EventLog`, and
///   `Value`, which is how elements are written in it. A fake of your own calls a spy, as the kit's
///   fakes do.
/// - `SluiceConformance`: `Stage`, which starts consumers of a stream, cancels them and logs what
///   they see; `Evidence`, the log as rules read it; `Rule.judge(_:)`, which asks the whole
///   catalogue.
/// - `FakeListener`, and a fake for each product, such as `FakeFirestore`: deterministic backends
///   in the shape of the real ones.
///
/// A test makes a simulation, puts a stage and a fake into it, drives them, and asks the rules. The
/// README has one that is complete.
@_exported public import FakeAuth
@_exported public import FakeDatabase
@_exported public import FakeDevice
@_exported public import FakeFirestore
@_exported public import FakeListener
@_exported public import FakeMessaging
@_exported public import FakeRemoteConfig
@_exported public import FakeStorage
@_exported public import FakeWebSocket
@_exported public import SluiceConformance
@_exported public import SluiceSimulation
@_exported public import SluiceSpies
