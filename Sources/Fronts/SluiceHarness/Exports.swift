// What a gate's own file needs besides the harness: sources, subjects, traits, and the words of
// which products are made.
@_exported public import Sluice
@_exported public import SluiceProducts
