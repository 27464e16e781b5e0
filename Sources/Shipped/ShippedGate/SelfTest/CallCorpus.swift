/// Right inputs of calls, and words that mutations put into them.
enum CallCorpus {
  /// A run that writes its report where it is called.
  static let run = ["run", "--isolation", "none", "--schedules", "0", "--junit", "out.xml"]
  /// A replay of the only case that races.
  static let replay = ["replay", "--isolation", "none", "--filter", "tag:race"]

  /// The scenarios of all calls.
  static let scenario = """
    format 1

    scenario "a value arrives"
      tags plain
      timeline
        @0ms    S = listener.values()
                listener.send(1)
                expect S next 1
                listener.finish()
                expect S finish

    scenario "a cancel races a value"
      tags race, cancel
      timeline
        @0ms    S = listener.values() lenient
                expect S added
        @10ms   race listener.send(1)
                race cancel S

    """
  /// The ids of its cases.
  static let ids = [
    "listener/cancellation/calls/a value arrives",
    "listener/cancellation/calls/a cancel races a value",
  ]

  static let configurations = [
    """
    {
      "level": "should", "edition": "2026.12", "jobs": 2, "filter": "tag:plain | !tag:race",
      "run": { "report": ["tap=Reports/run.tap", "html=page.html"], "max-failures": 20 },
      "profiles": { "ci": { "jobs": 2, "run": { "schedules": "all", "quiet": true } } }
    }

    """,
    #"{"run": {"shard": "1/2", "shard-by": "slices", "watchdog": "0.5s", "seed": "0xFF"}}"#,
    #"{"list": {"format": "json"}, "check": {"color": "never"}, "profiles": {"ci": {}}}"#,
    "\u{FEFF}{ \"subject\": \"reference\", \"schedules\": \"all\", \"verbose\": false }\n",
  ]
  static let configurationWords = [
    "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u0041", "\\uD800", "null", "true", "false", "1e9",
    "-0", "\"run\"", "\"list\"", "\"check\"", "\"profiles\"", "\"ci\"", "\"report\"", "\"junit\"",
    "\"filter\"", "\"schedule\"", "\"jobs\"", "\"level\"", "\"edition\"", "\"seed\"", "\"shard\"",
    "\"root\"", "\"profile\"", "\"isolation\"", "\"known-failing\"", "\"rerun-failed\"", "\"\"",
    "\"a\": 1,", "{\"run\":{}}", "\n", "\t",
  ]

  static let known = [
    "# a reason\nExpectationFailed \(ids[0])\n",
    "cancellation.suspended-removes|SubjectHung \(ids[1])\nany \(ids[0])\n",
    "passes|any \(ids[1])\n\n# none\n",
  ]
  static let unexercised = [
    "# reasons\nmemory.consumer-released no scenario does\n",
    "registration.declared-point the reference does not\nteardown.owner-drop-ends none is\n",
  ]
  static let listWords = [
    "#", "|", " ", "\n", "\r\n", "any", "passes", "ExpectationFailed", "SubjectHung", ids[0],
    ids[1], "delivery.fifo", "memory.consumer-released", "listener/", "/", "\t", "\u{85}",
  ]

  static let filters = [
    "tag:plain & !tag:race", "id:\"listener/*\" | name:\"a value*\"", "(tag:race)",
    "product:listener & (layer:unit | layer:cancellation)", "rule:cancellation.*", "subject:*",
    "!(!(!tag:a))", "id:\"\(ids[0])\"",
  ]
  static let filterWords = [
    "&", "|", "!", "(", ")", "\"", ":", "*", "?", "\\", " ", "tag:", "id:", "name:", "product:",
    "layer:", "rule:", "stream:", "subject:", "edition:", "and", "or", "not", "\n", "**", "a*a*a*",
  ]

  static let schedules = [
    "canonical", "seed=7;canonical", "2@0s:stimulus.cancel#1<goes-on#1",
    "seed=1;3@0.01s:stimulus.cancel#1<stimulus.send#1;5@0.01s:a#1<b#2,c#1",
    "# for people\n6@0.01s:consumer.T#1<stimulus.cancel#2\n\n",
  ]
  static let scheduleWords = [
    "canonical", "seed=", ";", "@", "#", "<", ":", ".", "\n", "\r\n", "0s", "0.01s", "10ms", "1h",
    "stimulus.cancel#1", "goes-on#1", "18446744073709551615", "-1", "+1", "0x1", "@file",
  ]

  static let shards = ["1/2", "2/2", "1/1", "1000000/1000000", "auto"]
  static let shardWords = [
    "/", "0", "1", "2", "-", "+", "auto", "hash", "slices", "1000000", "9223372036854775807",
    "18446744073709551616", " ", "\u{661}",
  ]

  /// The variables that each engine sets; those for options are among them.
  static let engines: [[String: String]] = [
    ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": "/", "GITHUB_STEP_SUMMARY": "summary.md"],
    ["GITLAB_CI": "true", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"],
    ["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2"],
    ["BUILDKITE": "true", "BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "2"],
    ["TF_BUILD": "True", "SYSTEM_JOBPOSITIONINPHASE": "2", "SYSTEM_TOTALJOBSINPHASE": "2"],
    [
      "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_COUNT": "2",
      "SLURM_ARRAY_TASK_STEP": "2",
    ],
    ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "2"],
    [
      "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "1", "TEST_SHARD_STATUS_FILE": "status",
      "TEST_PREMATURE_EXIT_FILE": "premature", "XML_OUTPUT_FILE": "test.xml",
      "TESTBRIDGE_TEST_ONLY": "listener/*",
    ],
    ["TEAMCITY_VERSION": "2026.1", "COLUMNS": "80", "NO_COLOR": "1"],
    ["SLUICE_JOBS": "1", "SLUICE_SEED": "7", "SLUICE_FILTER": "tag:plain", "SLUICE_QUIET": "1"],
    ["SLUICE_LEVEL": "must", "SLUICE_EDITION": "2026.12", "SLUICE_MAX_FAILURES": "1"],
    ["COLUMNS": "200", "CLICOLOR_FORCE": "1", "TERM": "dumb"],
  ]
  static let variableWords = [
    "true", "false", "", "0", "1", "2", "-1", "+1", "/", "*", "9223372036854775807",
    "-9223372036854775808", "\n::stop-commands::x", "##vso[task.complete]", "##teamcity[x]",
    "\u{1B}[31m", "\u{202E}", " ",
  ]
  /// The variables whose values are paths that something is written to.
  static let paths: Set<String> = [
    "GITHUB_STEP_SUMMARY", "TEST_SHARD_STATUS_FILE", "TEST_PREMATURE_EXIT_FILE",
    "XML_OUTPUT_FILE",
  ]
}
