import FakeListener
import SluiceRunner
import SluiceSpies

extension ScriptedCall {
  /// Plays the call on the listeners of a fake, each of which is told.
  ///
  /// - Parameters:
  ///   - listeners: The listeners.
  ///   - news: Makes what a callback tells from what the scenario says: values as they are written,
  ///     errors as `ScriptedError`. It throws where the source has no such callback.
  /// - Throws: `FixtureError` for what no product's source can do, and what the closure throws.
  func play<News>(
    on listeners: ListenerRegistry<News>, news: (ListenerEvent<Value>) throws -> News
  ) throws {
    switch self {
    case .send(let value, let delivery): listeners.deliver(try news(.value(value)), delivery)
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count {
        listeners.deliver(try news(.value(.integer(first + number))), .direct)
      }
    case .fail(let error, let delivery):
      listeners.deliver(try news(.failure(ScriptedError(error))), delivery)
    case .sendNothing(let delivery): listeners.deliver(try news(.nothing), delivery)
    case .sendBoth(let value, let error, let delivery):
      listeners.deliver(try news(.both(value, ScriptedError(error))), delivery)
    case .finish(let delivery): listeners.deliver(try news(.finish), delivery)
    case .refuse: throw FixtureError("this source never refuses a listener")
    }
  }
}
