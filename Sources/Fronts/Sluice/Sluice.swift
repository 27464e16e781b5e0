/// Everything that a test of a stream needs, in one import.
///
/// - ``simulate(schedules:seed:traits:limits:edition:file:line:_:)`` runs a test written by hand:
///   its closure acts on a ``TestStage``, which settles after each line; at its end the whole
///   catalogue of rules judges the log.
/// - `SluiceSimulation`: `Simulation`, in which tasks, sleeps, clocks and callbacks are events of
///   one virtual time, so that a run is the same every time; `Scheduler` and the outcomes.
/// - `SluiceSpies`: `Spy`, which records every add, remove and callback in an `EventLog`, and
///   `EventLog.Value`, which is how elements are written in it. A fake of your own calls a spy, as
///   the kit's fakes do.
/// - `SluiceConformance`: `Traits`, what a stream declares of itself; `Rule` and its catalogue; and
///   `Stage`, `Evidence` and `Rule.judge(_:)`, of which a hand-written test is made.
/// - `FakeListener`: a deterministic backend of any element. The fakes of products, such as
///   `FakeFirestore`, are libraries of their own.
///
/// Names are exported one by one, so that a package may have its own `Event`, `Value` or `Failure`:
/// the kit's are `EventLog.Event`, `EventLog.Value` and `EventLog.Failure`.
@_exported public import FakeListener

@_exported public import class SluiceConformance.Consumer
@_exported public import struct SluiceConformance.ConsumerOptions
@_exported public import struct SluiceConformance.ErasedSequence
@_exported public import class SluiceConformance.Evidence
@_exported public import protocol SluiceConformance.Fixture
@_exported public import struct SluiceConformance.Judgement
@_exported public import struct SluiceConformance.Rule
@_exported public import class SluiceConformance.Stage
@_exported public import enum SluiceConformance.StageError
@_exported public import struct SluiceConformance.Subject
@_exported public import enum SluiceConformance.SubjectError
@_exported public import enum SluiceConformance.TraitName
@_exported public import struct SluiceConformance.Traits
@_exported public import struct SluiceProducts.ListenerElements
@_exported public import enum SluiceProducts.ListenerProduct
@_exported public import struct SluiceSimulation.CallbackQueue
@_exported public import class SluiceSimulation.DepartureSearch
@_exported public import struct SluiceSimulation.EventName
@_exported public import class SluiceSimulation.ExhaustiveSearch
@_exported public import struct SluiceSimulation.FirstInFirstOut
@_exported public import class SluiceSimulation.ForcedSchedule
@_exported public import class SluiceSimulation.GuidedSchedule
@_exported public import struct SluiceSimulation.Instant
@_exported public import struct SluiceSimulation.PriorityWalk
@_exported public import struct SluiceSimulation.RandomWalk
@_exported public import struct SluiceSimulation.ReadyEvents
@_exported public import class SluiceSimulation.RecordingScheduler
@_exported public import struct SluiceSimulation.RoundRobin
@_exported public import struct SluiceSimulation.Schedule
@_exported public import enum SluiceSimulation.ScheduleError
@_exported public import protocol SluiceSimulation.Scheduler
@_exported public import class SluiceSimulation.Simulation
@_exported public import struct SluiceSimulation.SimulationConfined
@_exported public import enum SluiceSimulation.SimulationError
@_exported public import struct SluiceSimulation.SplitMix64
@_exported public import enum SluiceSpies.CallbackDelivery
@_exported public import struct SluiceSpies.ConsumerID
@_exported public import class SluiceSpies.EventLog
@_exported public import enum SluiceSpies.InjectionPoint
@_exported public import struct SluiceSpies.LogEntry
@_exported public import protocol SluiceSpies.ProjectsToValue
@_exported public import struct SluiceSpies.RegistrationBehavior
@_exported public import struct SluiceSpies.RegistrationID
@_exported public import class SluiceSpies.Sentinel
@_exported public import struct SluiceSpies.SequenceID
@_exported public import enum SluiceSpies.SourceAbility
@_exported public import struct SluiceSpies.SourceLine
@_exported public import class SluiceSpies.Spy
@_exported public import class SluiceSpies.SpyRegistration
