/// Everything that a test of a stream needs, in one import.
///
/// - ``simulate(schedules:seed:traits:limits:file:line:_:)`` runs a test written by hand: what its
///   closure says is done on a ``TestStage``, line by line, everything settled between; at its end
///   the whole catalogue of rules is asked.
/// - `SluiceSimulation`: `Simulation`, in which tasks, sleeps, clocks and callbacks are events of
///   one virtual time, so that a run is the same every time; `Scheduler` and the outcomes.
/// - `SluiceSpies`: `Spy`, which records every add, remove and callback in an `EventLog`, and
///   `Value`, which is how elements are written in it. A fake of your own calls a spy, as the kit's
///   fakes do.
/// - `SluiceConformance`: `Traits`, what a stream declares of itself; `Rule` and its catalogue; and
///   `Stage`, `Evidence` and `Rule.judge(_:)`, of which a hand-written test is made.
/// - `FakeListener`: a deterministic backend of any element. The fakes of products, such as
///   `FakeFirestore`, are libraries of their own.
@_exported public import FakeListener
@_exported public import SluiceConformance
@_exported public import SluiceProducts
@_exported public import SluiceSimulation
@_exported public import SluiceSpies
