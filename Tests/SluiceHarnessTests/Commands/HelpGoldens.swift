/// The help of the program and of every command, to the letter.
enum HelpGoldens {
  static let program = """
    Usage: sluice COMMAND [OPTION...] [ARGUMENT...]

    Checks that streams made of listeners keep their rules, above all that they let
    go of their listeners when the task that reads them is cancelled.

    Commands:
      run       Runs scenarios against a subject and writes a JUnit report.
      merge     Joins the shards of a run, and reports of them as of one run.
      explore   Runs cases under many more schedules, or under every one there is.
      replay    Runs one case under a given schedule, to the letter.
      report    Plays one case again and writes down its verdict, for an issue.
      list      Lists the cases that a run would have, or the streams they are
                about.
      upgrade   Shows what would fail if the gate took the newest edition.
      check     Reads scenarios and says what is wrong with them, without running
                any.
      explain   Says what a rule, a trait, a code, or a word of a report means.
      traits    Observes streams and says what they declare beside what they do.
      coverage  Shows which pairs of stimuli have raced in the cases, and which
                never did.
      stress    Runs cases on real threads with jitter, for races and what follows
                from them.
      selftest  Plays the kit's own faulty and right streams: does it tell them
                apart?
      bench     Measures what a run of the smallest cancellation scenario costs.

    Options:
      -h, --help  print this help
      --version   print the version

    Exit codes:
      0   all held
      1   at least one case failed
      2   the harness or its set-up failed, or the run was stopped
      3   a replayed schedule took another course
      4   no case was selected
      64  the call or a scenario file is wrong

    'sluice COMMAND --help' says more about a command.

    """

  static let commands = [
    "run": run, "merge": merge, "explore": explore, "replay": replay, "report": report,
    "list": list, "upgrade": upgrade, "check": check, "explain": explain, "traits": traits,
    "coverage": coverage, "bench": bench,
    "worker": worker, "stress": stress, "stress-worker": stressWorker,
    "selftest": selfTest, "selftest-worker": selfTestWorker,
  ]

  private static let run = """
    Usage: sluice run [OPTION...] [PATTERN...]

    Runs scenarios against a subject and writes a JUnit report.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --subject NAME              the streams under test (default: reference)
      --filter EXPRESSION         only cases such as 'tag:cancel & !product:storage'
      --level must|should|may     weakest rules that fail a case; others are advice
                                  (default: the gate's)
      --edition YEAR.MONTH        cases and rules that came later are advice
                                  (default: the gate's)
      --schedules N|all           how many schedules to try beside the canonical one
                                  (default: 64)
      --seed N                    the seed of all left to chance (default: 0)
      --known-failing FILE        the failures that are known and may stay
      --write-known-failing FILE  where to write the failures as such a list
      --write-scenarios FOLDER    where to write each failure as a small scenario,
                                  with its schedule
      --junit FILE                where the report goes (default: Reports/junit.xml)
      --report KIND=FILE          a further report: junit, junit10, surefire,
                                  windyroad, html, tap, github, json
      --rerun-failed[=REPORT]     only the cases that failed in a report or a
                                  journal (default: the last report)
      --shard N/COUNT|auto        only the cases of one of several machines; auto:
                                  as the pipeline's variables say
      --shard-by hash|slices      how cases are dealt to shards (default: hash)
      --reproducible              no real times and no host: always the same bytes
      --jobs N                    how many workers play at a time (default: one a
                                  processor)
      --fail-fast                 end with the first case that fails
      --max-failures N            end when so many cases have failed
      --max-hangs N               end when so many cases have hung
      --max-crashes N             end when so many cases have crashed or deadlocked
      --isolation process|none    in workers, or right here (default: process)
      --watchdog SECONDS          the longest time without progress (default: 10)
      --verbose                   tell of each failure in full
      --quiet                     tell of each cause in a line
      --log                       show every entry of the logs of failures
      --format human|gcc|json     the form of what is printed (default: human)
      --color auto|always|never   whether to print in colour (default: auto)
      --root FOLDER               the folder with Scenarios and sluice.json
                                  (default: found)
      --profile NAME              defaults of sluice.json that go before its others
      -h, --help                  print this help

    """

  private static let merge = """
    Usage: sluice merge [OPTION...] FILE...

    Joins the shards of a run, and reports of them as of one run.
    Each FILE is what 'run --report json=FILE' has written. The reports are those
    that the run would have made on one machine, and so is the exit code. Files of
    other runs are refused, and cases that stand in two files or in none. The JUnit
    reports of shards are joined, too: they hold no logs, and so no journal and no
    diagrams can be made of them.

    Arguments:
      FILE  the journal of a shard, or its JUnit report

    Options:
      --junit FILE               where the report goes (default: Reports/junit.xml)
      --report KIND=FILE         a further report: junit, junit10, surefire,
                                 windyroad, html, tap, github, json
      --verbose                  tell of each failure in full
      --quiet                    tell of each cause in a line
      --format human|gcc|json    the form of what is printed (default: human)
      --color auto|always|never  whether to print in colour (default: auto)
      --root FOLDER              the folder with Scenarios and sluice.json (default:
                                 found)
      --profile NAME             defaults of sluice.json that go before its others
      -h, --help                 print this help

    """

  private static let list = """
    Usage: sluice list [OPTION...] [PATTERN...]

    Lists the cases that a run would have, or the streams they are about.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --subject NAME       the streams under test (default: reference)
      --filter EXPRESSION  only cases such as 'tag:cancel & !product:storage'
      --streams            list the streams with their subjects and cases in each
                           layer
      --left-out           list only the cases that a run leaves out, by their
                           reasons
      --format human|json  the form of what is printed (default: human)
      --root FOLDER        the folder with Scenarios and sluice.json (default:
                           found)
      --profile NAME       defaults of sluice.json that go before its others
      -h, --help           print this help

    """

  private static let check = """
    Usage: sluice check [OPTION...] [PATTERN...]

    Reads scenarios and says what is wrong with them, without running any.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --format human|gcc|json    the form of what is printed (default: human)
      --color auto|always|never  whether to print in colour (default: auto)
      --root FOLDER              the folder with Scenarios and sluice.json (default:
                                 found)
      --profile NAME             defaults of sluice.json that go before its others
      -h, --help                 print this help

    """

  private static let explain = """
    Usage: sluice explain [OPTION...] WORD

    Says what a rule, a trait, a code, or a word of a report means.
    The page of a rule has its usual cause, the fix, a log that holds and one that
    breaks it. A kind is what reports call a problem, such as SubjectHung. 'sluice
    explain rules', 'traits', 'abilities', 'verbs', 'codes', 'kinds' or 'words'
    lists them. 'words' are those of reports and logs, such as 'leaves loop'.
    Names of events in a schedule begin with 'consumer', 'access' or 'stimulus',
    end in 'deliver' or 'busy', or are 'goes-on'; each of these words has a page.

    Arguments:
      WORD  such as cancellation.suspended-removes, removal, S0107 or 'leaves loop'

    Options:
      --all                      the whole page of a rule: every log, the traits it
                                 reads
      --color auto|always|never  whether to print in colour (default: auto)
      --root FOLDER              the folder with Scenarios and sluice.json (default:
                                 found)
      --profile NAME             defaults of sluice.json that go before its others
      -h, --help                 print this help

    """

  private static let traits = """
    Usage: sluice traits [OPTION...] [SUBJECT|PATTERN...]

    Observes streams and says what they declare beside what they do.
    Plays the cases of each stream without judging them, and reads from the logs
    what it did, whatever it declares. Prints the declaration to paste, with the
    case that shows each trait. A declaration that is 'stricter' promises more than
    was seen, so rules object; a 'laxer' one promises less, so rules look past what
    they could check. What no case shows stays as it is declared. Ends with 1 where
    a declaration is not what was seen. A word that names no subject and has a '/'
    or a '*' is a pattern of case ids, as '--filter' takes one without a key.

    Arguments:
      SUBJECT|PATTERN  the streams to observe (default: reference); case ids as in
                       --filter, or a scenario file or folder (default: Scenarios)

    Options:
      --filter EXPRESSION       only cases such as 'tag:cancel & !product:storage'
      --schedules N             how many schedules to play beside the canonical one
                                (default: 0)
      --seed N                  the seed of all left to chance (default: 0)
      --isolation process|none  in workers, or right here (default: process)
      --watchdog SECONDS        the longest time without progress (default: 10)
      --format human|json       the form of what is printed (default: human)
      --root FOLDER             the folder with Scenarios and sluice.json (default:
                                found)
      --profile NAME            defaults of sluice.json that go before its others
      -h, --help                print this help

    """

  private static let coverage = """
    Usage: sluice coverage [OPTION...] [PATTERN...]

    Shows which pairs of stimuli have raced in the cases, and which never did.
    A race that no case contains is found by no schedule. For each stream a table
    says in how many cases two stimuli have raced: a value, an error or the end
    from the backend; an add of a listener; a cancel; a break, which is a consumer
    that leaves its loop; a drop, which is an iterator or sequence let go of.
    Two have raced in a case where both orders were played at one virtual instant,
    under different schedules; what ends an iteration comes first also where it
    kept the other from happening. They must be about one consumer; an add, or two
    of one kind, may be of two consumers of the stream. '0' has never raced; '-'
    can't, as the stream declares. A second table says in how many cases a stimulus
    came to a consumer in the middle of a call that was made for it: the add or the
    remove of its first listener and, if there are several, of its last; there '-'
    need not have come, by what the stream declares. Nothing is judged.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --subject NAME            the streams under test (default: reference)
      --filter EXPRESSION       only cases such as 'tag:cancel & !product:storage'
      --schedules N|all         how many schedules to try beside the canonical one
                                (default: 64)
      --seed N                  the seed of all left to chance (default: 0)
      --fail-on-empty           end with 1 where a table has a '0'
      --jobs N                  how many workers play at a time (default: one a
                                processor)
      --isolation process|none  in workers, or right here (default: process)
      --watchdog SECONDS        the longest time without progress (default: 10)
      --format human|json       the form of what is printed (default: human)
      --root FOLDER             the folder with Scenarios and sluice.json (default:
                                found)
      --profile NAME            defaults of sluice.json that go before its others
      -h, --help                print this help

    """

  private static let bench = """
    Usage: sluice bench [OPTION...]

    Measures what a run of the smallest cancellation scenario costs.
    Build with 'swift run -c release sluice bench' for figures that count.

    Options:
      --rounds N           how often to measure; the median counts (default: 9)
      --format human|json  the form of what is printed (default: human)
      --root FOLDER        the folder with Scenarios and sluice.json (default:
                           found)
      --profile NAME       defaults of sluice.json that go before its others
      -h, --help           print this help

    """

  private static let worker = """
    Usage: sluice worker [OPTION...]

    Serves the requests of a supervisor; not to be called by hand.

    Options:
      --requests N  the descriptor to read requests from (default: 3)
      --answers N   the descriptor to write answers to (default: 4)
      --board N     the descriptor of memory for progress, if any (default: 5)
      -h, --help    print this help

    """

  private static let stress = """
    Usage: sluice stress [OPTION...] [PATTERN...]

    Runs cases on real threads with jitter, for races and what follows from them.
    Only rules that a correct stream can't break on threads have a say: 'sluice
    explain RULE --all' says which. Build with '--sanitize=thread' and a race is the
    result of its case. A seed repeats the jitter, not the threads: a failure may
    take some rounds to come again.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --subject NAME            the streams under test (default: reference)
      --filter EXPRESSION       only cases such as 'tag:cancel & !product:storage'
      --level must|should|may   weakest rules that fail a case; others are advice
                                (default: the gate's)
      --edition YEAR.MONTH      cases and rules that came later are advice (default:
                                the gate's)
      --rounds N                how often to play each case (default: 12)
      --seed N                  the seed of the first round; the next have the next
                                (default: 0)
      --isolation process|none  in workers, or right here (default: process)
      --watchdog SECONDS        the longest time without progress (default: 60)
      --root FOLDER             the folder with Scenarios and sluice.json (default:
                                found)
      --profile NAME            defaults of sluice.json that go before its others
      -h, --help                print this help

    """

  private static let stressWorker = """
    Usage: sluice stress-worker [OPTION...]

    Serves the requests of 'sluice stress'; not to be called by hand.

    Options:
      --requests N  the descriptor to read requests from (default: 3)
      --answers N   the descriptor to write answers to (default: 4)
      --board N     the descriptor of memory for progress, if any (default: 5)
      -h, --help    print this help

    """

  private static let selfTest = """
    Usage: sluice selftest [OPTION...] [PATTERN...]

    Plays the kit's own faulty and right streams: does it tell them apart?
    Each rule has to catch two streams and be shown by three cases, each stream has
    to be caught by its rule, and no right one may be blamed, nor in random cases:
    whatever is not so is listed, and the call ends with 1. For whoever changed the
    kit, and for whoever wants to see what its verdicts stand on.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --filter EXPRESSION       only cases such as 'tag:cancel & !product:storage'
      --rule RULE               only this rule and the streams that break it, no
                                right ones
      --without RULE            judge as if there were no such rule, which has to be
                                noticed
      --schedules N             how many schedules to try beside the canonical one
                                (default: 8)
      --random N                how many random cases the right streams of a product
                                get together (default: 10000)
      --seed N                  the seed of all left to chance (default: 0)
      --jobs N                  how many workers play at a time (default: one a
                                processor)
      --isolation process|none  in workers, or right here (default: process)
      --format human|json       the form of what is printed (default: human)
      --root FOLDER             the folder with Scenarios and sluice.json (default:
                                found)
      --profile NAME            defaults of sluice.json that go before its others
      -h, --help                print this help

    """

  private static let selfTestWorker = """
    Usage: sluice selftest-worker [OPTION...]

    Serves the requests of 'sluice selftest'; not to be called by hand.

    Options:
      --requests N  the descriptor to read requests from (default: 3)
      --answers N   the descriptor to write answers to (default: 4)
      --board N     the descriptor of memory for progress, if any (default: 5)
      -h, --help    print this help

    """
}
