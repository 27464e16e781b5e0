/// One transaction, from its first run to its end.
struct Transaction: Sendable {
  enum Status: Sendable {
    /// Its block is asked.
    case deciding
    /// It is decided, and waits for those before it.
    case ready
    /// It is with the server.
    case sent
    /// It is with the server, and has failed whatever the server says.
    case sentInVain(DatabaseError)
  }

  let id: TransactionID
  let path: TreePath
  /// Whether what it writes is shown before the server has it.
  let showsLocalEvents: Bool
  /// What keeps the data of the place at hand.
  let watch: RegistrationID
  var status = Status.deciding
  /// The data that its block was asked about last.
  var base = TreeNode.empty
  /// What its block decided, with values in it that the server decides.
  var decision = TreeNode.empty
  /// What it shows and its number among the writes.
  var shown: (node: TreeNode, write: WriteID)?
  /// How often it was sent.
  var attempts = 0

  /// Whether another one reads or writes what this one does.
  func concerns(_ other: TreePath) -> Bool {
    path.contains(other) || other.contains(path)
  }
}

extension ClientEngine {
  /// How often a transaction is sent before it is given up.
  static let attemptLimit = 25

  /// Begins a transaction: its block is asked about what is known of the data.
  mutating func begin(_ id: TransactionID, at path: TreePath, showsLocalEvents: Bool) {
    let watch = watch(path)
    let transaction = Transaction(
      id: id, path: path, showsLocalEvents: showsLocalEvents, watch: watch)
    transactions.append(transaction)
    run(id)
  }

  /// A transaction's block decided.
  ///
  /// - Parameters:
  ///   - id: The transaction.
  ///   - decision: What shall be there; nil to give up.
  ///   - milliseconds: The server's time as the client knows it.
  mutating func decided(_ id: TransactionID, _ decision: TreeNode?, milliseconds: Int64) {
    guard let place = transactions.firstIndex(where: { $0.id == id }) else { return }
    guard let decision else {
      let transaction = transactions[place]
      conclude(transaction, nil, isCommitted: false, node: transaction.base)
      return
    }
    let path = transactions[place].path
    let node = decision.resolved(milliseconds: milliseconds, over: transactions[place].base)
    let write = nextWrite()
    transactions[place].decision = decision
    transactions[place].status = .ready
    let earlier = transactions[place].shown
    transactions[place].shown = (node, write)
    raise(
      sync.set(path, to: node, id: write, isVisible: transactions[place].showsLocalEvents))
    if let earlier { raise(sync.settle(earlier.write, isRefused: true)) }
    sendReadyTransactions()
  }

  /// Runs the transactions again whose data may have changed.
  mutating func rerunTransactions(at path: TreePath) {
    let concerned = transactions.filter { $0.status.isReady && $0.concerns(path) }
    for transaction in concerned where base(of: transaction) != transaction.base {
      run(transaction.id)
    }
  }

  /// Ends the transactions whose place is written by something else.
  mutating func abortTransactions(at path: TreePath, _ error: DatabaseError) {
    for transaction in transactions where transaction.concerns(path) {
      switch transaction.status {
      case .sentInVain: break
      case .sent:
        change(transaction.id) { $0.status = .sentInVain(error) }
      case .deciding, .ready: conclude(transaction, error)
      }
    }
  }

  /// Ends the transactions that are with a server that is gone.
  mutating func loseTransactions() {
    for transaction in transactions where transaction.status.isSent {
      writes.removeAll { $0.id == transaction.shown?.write }
      conclude(transaction, .disconnected)
    }
  }

  /// The server took or refused a transaction's write.
  mutating func transactionAnswered(_ id: TransactionID, _ error: DatabaseError?) {
    guard let transaction = transactions.first(where: { $0.id == id }) else { return }
    switch (error, transaction.status) {
    case (nil, _): conclude(transaction, nil, isCommitted: true, node: transaction.shown?.node)
    case (.staleData?, .sentInVain(let reason)): conclude(transaction, reason)
    case (.staleData?, _):
      if transaction.attempts >= Self.attemptLimit {
        conclude(transaction, .tooManyRetries)
      } else {
        run(id)
      }
    case (let error?, _): conclude(transaction, error)
    }
    sendReadyTransactions()
  }

  /// Ends a transaction: what it showed is what the server has, or is taken back.
  mutating func conclude(
    _ transaction: Transaction, _ error: DatabaseError?, isCommitted: Bool = false,
    node: TreeNode? = nil
  ) {
    transactions.removeAll { $0.id == transaction.id }
    if let shown = transaction.shown {
      raise(sync.settle(shown.write, isRefused: !isCommitted))
    }
    stopListening(transaction.watch, to: QuerySpecification(transaction.path))
    want(
      .conclude(
        transaction.id,
        TransactionOutcome(
          error: error, isCommitted: isCommitted, node: error == nil ? node : nil)))
  }

  /// Sends the transactions that no earlier one at their place is in the way of.
  private mutating func sendReadyTransactions() {
    for (place, transaction) in transactions.enumerated() where transaction.status.isReady {
      let isBlocked = transactions[..<place].contains { $0.concerns(transaction.path) }
      guard !isBlocked, let write = transaction.shown?.write else { continue }
      transactions[place].status = .sent
      transactions[place].attempts += 1
      let request = DatabaseWrite.set(transaction.path, transaction.decision)
      writes.append(
        Write(
          id: write, request: request,
          owner: .transaction(transaction.id, base: transaction.base)))
      ask(.write(write, request, expecting: transaction.base))
    }
  }

  /// Has a transaction's block asked about the present data.
  private mutating func run(_ id: TransactionID) {
    guard let transaction = transactions.first(where: { $0.id == id }) else { return }
    let base = base(of: transaction)
    change(id) { transaction in
      transaction.status = .deciding
      transaction.base = base
    }
    want(.decide(id, base))
  }

  /// The data of a transaction's place, without what it and later ones at the place write.
  private func base(of transaction: Transaction) -> TreeNode {
    let later = transactions.drop { $0.id != transaction.id }
    return sync.latest(
      at: transaction.path, excluding: Set(later.compactMap { $0.shown?.write }))
  }

  private mutating func change(_ id: TransactionID, _ body: (inout Transaction) -> Void) {
    guard let place = transactions.firstIndex(where: { $0.id == id }) else { return }
    body(&transactions[place])
  }
}

extension Transaction.Status {
  fileprivate var isReady: Bool {
    if case .ready = self { true } else { false }
  }

  fileprivate var isSent: Bool {
    switch self {
    case .sent, .sentInVain: true
    case .deciding, .ready: false
    }
  }
}
