// MARK: - Writing

extension ClientEngine {
  /// Makes writes: they show at once, and stay pending until the server answers.
  ///
  /// - Returns: The number of the batch, which its completion names.
  package mutating func write(_ mutations: [Mutation], at time: Timestamp) -> BatchID {
    let (batch, changed) = store.write(mutations, at: time)
    refresh(changed)
    want(.write(batch))
    return batch.id
  }

  /// The writes that the server has not answered, oldest first.
  package var pendingBatches: [MutationBatch] { store.batches }

  /// The server took a batch: its caller is told before any listener.
  package mutating func acknowledge(_ batch: BatchID, _ result: CommitResult) {
    want(.complete(batch, nil))
    refresh(store.acknowledge(batch, result))
  }

  /// The server refused a batch.
  ///
  /// Where the error may pass, the batch stays and is sent again, and those behind it wait; no
  /// listener sees anything of it. Otherwise its caller is told, then the listeners see it taken
  /// back.
  package mutating func reject(_ batch: BatchID, _ error: FirestoreErrorCode) {
    if error.code.mayPassForWrites {
      want(.retryWrites(isOverburdened: error.code == .resourceExhausted))
      return
    }
    want(.complete(batch, error))
    refresh(store.reject(batch))
  }

  /// Has every write that the server has not answered sent again.
  mutating func resendWrites() {
    for batch in store.batches {
      want(.write(batch))
    }
  }
}

// MARK: - What the server says

extension ClientEngine {
  /// The server said something, be it no whole snapshot yet: the connection is good.
  package mutating func hear() {
    guard stream == .open else { return }
    setOnline()
  }

  /// The server sent a snapshot; what it says of targets that are left by now is dropped.
  package mutating func receive(_ snapshot: WatchSnapshot) {
    setOnline()
    var snapshot = snapshot
    snapshot.targets = snapshot.targets.filter { target, _ in isActive(target) }
    guard !snapshot.targets.isEmpty else { return }
    applyFilters(of: &snapshot)
    let mismatched = snapshot.mismatched.filter(isActive)
    for target in mismatched.sorted() {
      store.forgetResumePoint(of: target)
      leave(target)
      ask(for: target)
    }
    refresh(store.apply(snapshot), targets: snapshot.targets, mismatched: mismatched)
  }

  /// Takes out of the results what the server does not count to them, by its filters.
  ///
  /// What is taken out is still shown, and looked up. Where a filter does not say what to take out,
  /// all of it is, and the target is asked for anew.
  private func applyFilters(of snapshot: inout WatchSnapshot) {
    for (target, filter) in snapshot.filters {
      guard let known = store.target(target)?.syncedKeys, let change = snapshot.targets[target]
      else { continue }
      switch filter.verdict(known: known, change: change, in: .emulated) {
      case .matches: break
      case .gone(let keys): snapshot.targets[target]?.removed.formUnion(keys)
      case .mismatched:
        snapshot.targets[target] = TargetChange(
          removed: known, isCurrent: false, hasResumePoint: false)
        snapshot.mismatched.insert(target)
      }
    }
  }

  /// Whether something is asked for under a target.
  private func isActive(_ target: TargetID) -> Bool {
    isRemote(target) || limbo.targets.values.contains(target)
  }

  /// The server ended a listen: every listener of the query gets the error and nothing after it.
  ///
  /// The lookup of a document in limbo that is refused shows the document as gone instead.
  package mutating func refuse(_ target: TargetID, _ error: FirestoreErrorCode) {
    setOnline()
    if let key = limbo.refuse(target) {
      refresh(store.forget(key))
      return
    }
    guard isRemote(target) else { return }
    for listener in closeQueries(of: target) { want(.fail(listener, error)) }
    updateLimbo()
    closeIdleStream()
  }
}

// MARK: - The cache

extension ClientEngine {
  /// Looks over the cache on disk, which no listener is told of.
  ///
  /// - Parameter other: Thresholds in place of those of the cache.
  /// - Returns: Whether anything was dropped.
  package mutating func collectGarbage(_ other: CollectionThresholds? = nil) -> Bool {
    store.collect(other)
  }
}

// MARK: - Single reads

extension ClientEngine {
  /// What a single read from the cache finds.
  ///
  /// - Returns: The results, or `unavailable` for a document of which nothing is known.
  func cachedAnswer(to shape: QueryShape) -> Result<ViewSnapshot, FirestoreErrorCode> {
    if let key = shape.document {
      switch store.document(key).contents {
      case .found, .missing: break
      case .unread, .unknown:
        return .failure(
          FirestoreErrorCode(.unavailable, message: "the cache knows nothing of \(key)"))
      }
    }
    var view = View(shape: shape, syncedKeys: [])
    let pass = view.pass(over: store.documents(matching: shape))
    guard let snapshot = view.apply(pass) else {
      preconditionFailure("the first state of a view is always news")
    }
    return .success(snapshot.initial)
  }
}
