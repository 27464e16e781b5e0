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
/// - `FakeListener`: a deterministic source for whatever calls listeners. A fake of a product, such
///   as `FakeFirestore`, is a module of its own.
/// - `SluiceProducts`: `Subject(_:over:)`, a stream as scenarios are run against it, and `Product`,
///   `Verb` and their like, for scenarios about a source of one's own.
///
/// A test makes a simulation, puts a stage and a fake into it, drives them, and asks the rules. The
/// README has one that is complete.
@_exported public import FakeListener
@_exported public import SluiceConformance
@_exported public import SluiceProducts
@_exported public import SluiceSimulation
@_exported public import SluiceSpies
