/// Reports byte for byte as they must be.
enum GoldenReports {
  static let empty = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="sluice" tests="0" failures="0" errors="0" skipped="0" time="0.000" \
    timestamp="2000-01-01T00:00:00Z">
    </testsuites>

    """

  static let real = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="run" tests="1" failures="0" errors="0" skipped="0" time="0.007" \
    timestamp="2026-08-21T12:00:00Z">
      <testsuite name="firestore.document.cancellation" tests="1" failures="0" errors="0" \
    skipped="0" time="0.007" timestamp="2026-08-21T12:00:00Z" hostname="ci-7" \
    file="Scenarios/firestore/cancellation/document.scenario">
        <testcase name="cancel while suspended" classname="firestore.document.cancellation" \
    time="0.007" file="Scenarios/firestore/cancellation/document.scenario" line="12" \
    assertions="38"/>
      </testsuite>
    </testsuites>

    """

  static let reproducible = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="sluice" tests="5" failures="1" errors="1" skipped="1" time="3600.251" \
    timestamp="2000-01-01T00:00:00Z">
      <testsuite name="auth" tests="1" failures="0" errors="0" skipped="0" time="0.250" \
    timestamp="2000-01-01T00:00:00Z">
        <properties>
          <property name="sluice.version" value="1.0.0"/>
          <property name="subject" value=""/>
        </properties>
        <testcase name="first &lt;user&gt; &amp; &quot;friends&quot;" classname="auth.unit" \
    time="0.250"/>
      </testsuite>
      <testsuite name="firestore.document.cancellation" tests="4" failures="1" errors="1" \
    skipped="1" time="3600.001" timestamp="2000-01-01T00:00:00Z" \
    file="Scenarios/firestore/cancellation/document.scenario">
        <properties>
          <property name="sluice.version" value="1.0.0"/>
          <property name="subject" value=""/>
        </properties>
        <testcase name="cancel while suspended" classname="firestore.document.cancellation" \
    time="0.001" file="Scenarios/firestore/cancellation/document.scenario" line="12" \
    assertions="38"/>
        <testcase name="cancel while busy" classname="firestore.document.cancellation" \
    time="3600.000" file="Scenarios/firestore/cancellation/document.scenario" line="30" \
    assertions="40">
          <properties>
            <property name="sluice.rule" value="cancellation.busy-removes"/>
            <property name="sluice.schedule" value="0 1 &lt;2&gt;&#10;3"/>
          </properties>
          <failure message="cancellation.busy-removes: still registered 5 steps after cancel" \
    type="RuleViolation">cancellation.busy-removes: still registered 5 steps after cancel
     at Scenarios/firestore/cancellation/document.scenario:34:13
     again: sluice run --schedule '0 1'</failure>
          <system-out>a\tline&#13;
    red &amp; &lt;plain&gt; &#91;15ms]</system-out>
        </testcase>
        <testcase name="cancel twice" classname="firestore.document.cancellation" time="0.000" \
    file="Scenarios/firestore/cancellation/document.scenario" line="50">
          <error message="subject trapped: &quot;SIGTRAP&quot;" type="SubjectCrashed">subject \
    trapped: "SIGTRAP"
    last words: \\u{0}\\u{FFFE}</error>
        </testcase>
        <testcase name="cancel by group" classname="firestore.document.cancellation" \
    time="0.000" file="Scenarios/firestore/cancellation/document.scenario" line="60">
          <skipped message="no groups here"/>
        </testcase>
      </testsuite>
    </testsuites>

    """
}
