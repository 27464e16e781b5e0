/// The products that keep something, so that what happens to them has more to it.
extension RandomVocabulary {
  static let database = RandomVocabulary(
    product: "database", layer: "integration",
    given: ["database.put(/scores, {ada: {pts: 10}, bo: {pts: 20}, cy: {pts: 30}})"],
    sources: [
      "database.value(/scores)", "database.events(/scores)", "database.value(/scores/ada)",
      #"database.events(/scores, orderBy: "pts", limitToFirst: 2)"#,
    ],
    actions: [
      "database.put(/scores/ada, {pts: %})", "database.update(/scores/bo, {pts: %})",
      "database.remove(/scores/ada)", "database.client-set(/scores/ada, {pts: increment(1)})",
      "database.client-set(/scores/dee, {pts: %}, by: second)",
      "database.client-remove(/scores/bo)",
      #"database.client-update(/scores, {"ada/pts": %, bo: null})"#, "database.offline()",
      "database.online()", "database.network(unreachable)", "database.network(reachable)",
      "database.deny(/scores)", "database.allow(/scores)", "database.keep-synced(/scores)",
      "database.client-transaction(/scores/cy/pts, add: 1)", "database.latency(write: 2ms)",
    ])

  static let firestore = RandomVocabulary(
    product: "firestore", layer: "integration",
    given: ["firestore.put(cities/SF, {n: 1})", "firestore.put(cities/LA, {n: 2})"],
    sources: [
      "firestore.document-snapshots(cities/SF)", "firestore.collection-snapshots(cities)",
      #"firestore.query-snapshots(cities, order: ["n"], limit: 1)"#,
      "firestore.document-snapshots(cities/SF, includeMetadataChanges: true)",
    ],
    actions: [
      "firestore.put(cities/SF, {n: %})", "firestore.put(cities/LA, {n: %})",
      "firestore.delete(cities/SF)", "firestore.client-set(cities/SF, {n: %})",
      "firestore.client-set(cities/NY, {n: %}, by: second)",
      "firestore.client-update(cities/LA, {n: increment(1)})",
      "firestore.client-delete(cities/LA)", "firestore.offline()", "firestore.online()",
      "firestore.network(unreachable)", "firestore.network(reachable)",
      "firestore.deny(/cities)", "firestore.allow(/cities)", "firestore.latency(write: 2ms)",
    ])

  static let remoteConfig = RandomVocabulary(
    product: "remoteconfig", layer: "integration",
    given: [#"remoteconfig.publish({color: "red"})"#],
    sources: ["remoteconfig.updates()", "remoteconfig.config-updates()"],
    actions: [
      #"remoteconfig.publish({color: "c%"})"#, "remoteconfig.activate()",
      "remoteconfig.fetch-and-activate()", "remoteconfig.available()",
      "remoteconfig.unavailable()", "remoteconfig.background()", "remoteconfig.foreground()",
      "remoteconfig.offline()", "remoteconfig.online()", "remoteconfig.send-invalid()",
      "remoteconfig.serve(stale)", "remoteconfig.latency(fetch: 2ms)",
    ])

  static let storage = RandomVocabulary(
    product: "storage", layer: "integration",
    given: [
      "storage.pieces(100)", "storage.latency(piece: 1ms)", "storage.upload(images/a, 300)",
    ],
    sources: ["storage.progress-updates(images/a)"],
    actions: [
      "storage.pause(images/a)", "storage.resume(images/a)", "storage.cancel(images/a)",
      "storage.offline()", "storage.online()", "storage.deny(/images)",
      "storage.allow(/images)", "storage.delete(images/a)",
    ])
}
