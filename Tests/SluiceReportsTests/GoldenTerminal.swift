/// Terminal text byte for byte as it must be.
enum GoldenTerminal {
  static let human = """
    5/5 cases, 1 failed, 1 error
    FAILED firestore.document.cancellation / cancel while busy
      cancellation.busy-removes: still registered 5 steps after cancel
       at Scenarios/firestore/cancellation/document.scenario:34:13
      again: sluice run --schedule '0 1'

    ERROR firestore.document.cancellation / cancel twice
      at Scenarios/firestore/cancellation/document.scenario:50
      subject trapped: "SIGTRAP"
      last words: \\u{0}\\u{FFFE}

    rules: 31 exercised, 2 not exercised
    steps: 1234; virtual time: 3600.000 s; real time: 1.500 s
    not tested
      1 of 5 cases, no groups here
      1 of 4 cases, not under every schedule: more by --schedules all
      rule errors.single-winner, that no case exercised: no case has two errors
      out of reach on Linux: Apple's frameworks; weak memory; orders between two locks inside \
    one call, of which stress plays some on real threads
    2 causes
      1  cancellation.busy-removes  firestore.document
      1  SubjectCrashed             firestore.document
    5 cases: 2 passed, 1 failed, 1 error, 1 skipped; 2 causes

    """

  static let gcc = """
    Scenarios/firestore/cancellation/document.scenario:34:13: error: \
    firestore.document.cancellation / cancel while busy: cancellation.busy-removes: \
    still registered 5 steps after cancel [RuleViolation]
       at Scenarios/firestore/cancellation/document.scenario:34:13
       again: sluice run --schedule '0 1'
    Scenarios/firestore/cancellation/document.scenario:50: error: \
    firestore.document.cancellation / cancel twice: subject trapped: "SIGTRAP" [SubjectCrashed]
      last words: \\u{0}\\u{FFFE}
    sluice: note: not tested: 1 of 5 cases, no groups here
    sluice: note: not tested: 1 of 4 cases, not under every schedule: more by --schedules all
    sluice: note: not tested: rule errors.single-winner, that no case exercised: \
    no case has two errors
    sluice: note: not tested: out of reach on Linux: Apple's frameworks; weak memory; orders \
    between two locks inside one call, of which stress plays some on real threads
    sluice: note: 5 cases: 2 passed, 1 failed, 1 error, 1 skipped

    """

  /// Raw text: in it a backslash is a backslash.
  static let json = #"""
    {"event":"case","id":"suspended","suite":"firestore.document.cancellation",\#
    "classname":"firestore.document.cancellation","name":"cancel while suspended",\#
    "outcome":"passed","file":"Scenarios/firestore/cancellation/document.scenario","line":12,\#
    "time":0.007,"virtualTime":0.001,"assertions":38}
    {"event":"case","id":"busy","suite":"firestore.document.cancellation",\#
    "classname":"firestore.document.cancellation","name":"cancel while busy","outcome":"failed",\#
    "type":"RuleViolation",\#
    "message":"cancellation.busy-removes: still registered 5 steps after cancel",\#
    "body":"cancellation.busy-removes: still registered 5 steps after cancel\n \#
    at Scenarios/firestore/cancellation/document.scenario:34:13\n \#
    again: sluice run --schedule '0 1'",\#
    "file":"Scenarios/firestore/cancellation/document.scenario","line":34,"column":13,\#
    "time":0.003,"virtualTime":3600.000,"assertions":40,\#
    "properties":[{"name":"sluice.rule","value":"cancellation.busy-removes"},\#
    {"name":"sluice.schedule","value":"0 1 <2>\n3"}],\#
    "systemOut":"a\tline\r\nred & <plain> [15ms]"}
    {"event":"case","id":"twice","suite":"firestore.document.cancellation",\#
    "classname":"firestore.document.cancellation","name":"cancel twice","outcome":"error",\#
    "type":"SubjectCrashed","message":"subject trapped: \"SIGTRAP\"",\#
    "body":"last words: \\u{0}\\u{FFFE}",\#
    "file":"Scenarios/firestore/cancellation/document.scenario","line":50,\#
    "time":0.000,"virtualTime":0.000}
    {"event":"case","id":"group","suite":"firestore.document.cancellation",\#
    "classname":"firestore.document.cancellation","name":"cancel by group",\#
    "outcome":"skipped","message":"no groups here",\#
    "file":"Scenarios/firestore/cancellation/document.scenario","line":60,\#
    "time":0.000,"virtualTime":0.000}
    {"event":"case","id":"auth","suite":"auth","classname":"auth.unit",\#
    "name":"first <user> & \"friends\"","outcome":"passed","time":0.000,"virtualTime":0.250}
    {"event":"summary","cases":5,"passed":2,"failed":1,"errors":1,"skipped":1,\#
    "exercisedRules":31,\#
    "unexercisedRules":[{"id":"errors.single-winner","reason":"no case has two errors"},\#
    {"id":"registration.declared-point","reason":"inapplicable: it registers late"}],\#
    "applicableRules":[{"id":"errors.single-winner"}],\#
    "leftOut":[{"reason":"no groups here","cases":1}],"sampledCases":1,\#
    "steps":1234,"virtualTime":3600.000,"realTime":1.500}

    """#
}
