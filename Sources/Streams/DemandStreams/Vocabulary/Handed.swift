/// Something of somebody else's, held where threads share it.
///
/// Combine's protocols say nothing of threads in their types: subscribers, subscriptions, closures
/// and values are not `Sendable`, and yet a publisher may call on any thread, one call at a time.
/// This is the one place of the module where that promise is taken for what it is.
///
/// Proof that it is safe: it holds no state of its own, and what it holds is read alone. The
/// module calls a subscriber, and the closures that stand for one, by one caller at a time, whose
/// turns follow each other through a lock. It calls subscriptions and cancellations from any
/// thread, which their protocols demand that they bear. It hands a value on to the subscriber and
/// has no other use of it, except for a subject's present value, which is its owner's to share.
struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
