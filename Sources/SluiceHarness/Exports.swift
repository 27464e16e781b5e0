// What a gate's own file needs besides the harness: sources, subjects, traits, products, values.
@_exported public import FakeListener
@_exported public import SluiceConformance
@_exported public import SluiceProducts
@_exported public import SluiceSimulation
@_exported public import SluiceSpies
