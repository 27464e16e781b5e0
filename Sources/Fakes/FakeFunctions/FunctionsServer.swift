public import SluiceSimulation
import Synchronization

/// A server whose functions answer as a test says, and which writes down who called.
///
/// Fault model. It can be told to take its time, to answer with any value or error, and what it
/// does not know it answers with `notFound`; what an answer throws that is no `FunctionsErrorCode`
/// the caller hears of as `internal`. It answers each call once, never inside the call, always on
/// the main queue, and does nothing by chance. Sources:
/// `FirebaseFunctions/Sources/{Functions,FunctionsError}.swift`.
public final class FunctionsServer: Sendable {
  /// What a function does with a call.
  public typealias Answer = @Sendable (FunctionCall) throws -> (any Sendable)?

  typealias Completion = @Sendable (Result<(any Sendable)?, any Error>) -> Void

  private struct State {
    var answers: [String: Answer] = [:]
    var calls: [FunctionCall] = []
    var latency: Duration
  }

  private let worker: CallbackQueue
  private let callbacks: CallbackQueue
  private let state: Mutex<State>

  /// A server without functions.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock and events it uses.
  ///   - latency: How long it takes from a call to its answer.
  public init(in simulation: Simulation, latency: Duration = .zero) {
    worker = CallbackQueue(.generic, in: simulation)
    callbacks = CallbackQueue(.main, in: simulation)
    state = Mutex(State(latency: latency))
  }

  /// How long it takes from a call to its answer, from now on.
  public var latency: Duration {
    get { state.withLock { state in state.latency } }
    set { state.withLock { state in state.latency = newValue } }
  }

  /// Makes a function, or changes what it does.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - answer: Its answer, or the error that it throws.
  public func setFunction(_ name: String, _ answer: @escaping Answer) {
    state.withLock { state in state.answers[name] = answer }
  }

  /// The calls that came, in the order of their coming.
  public var calls: [FunctionCall] { state.withLock { state in state.calls } }

  /// Tells the caller that its call is not made, later.
  func refuse(_ error: FunctionsDataError, _ completion: @escaping Completion) {
    callbacks.async("functions.complete") { completion(.failure(error)) }
  }

  /// Takes a call in and answers it later.
  func receive(_ call: FunctionCall, _ completion: @escaping Completion) {
    worker.asyncAfter(latency, "functions.call") { [self] in
      let answer = state.withLock { state in
        state.calls.append(call)
        return state.answers[call.name]
      }
      let result: Result<(any Sendable)?, any Error>
      do {
        guard let answer else { throw FunctionsErrorCode.notFound }
        result = .success(try answer(call))
      } catch let error as FunctionsErrorCode {
        result = .failure(error)
      } catch {
        result = .failure(FunctionsErrorCode.internal)
      }
      callbacks.async("functions.complete") { completion(result) }
    }
  }
}

/// A call as a server sees it.
public struct FunctionCall: Sendable {
  /// The function that is called.
  public let name: String
  /// What it is passed.
  public let data: (any Sendable)?
  /// The token of whoever is signed in to the app that calls; nil for nobody, and where the app has
  /// no Authentication.
  public let userToken: String?
  /// The token by which messages reach the app's installation; nil where it has none.
  public internal(set) var installationToken: String?

  init(name: String, data: (any Sendable)?, userToken: String? = nil) {
    self.name = name
    self.data = data
    self.userToken = userToken
  }
}
