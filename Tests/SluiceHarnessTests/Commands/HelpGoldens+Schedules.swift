/// The help of the commands that are about schedules.
extension HelpGoldens {
  static let explore = """
    Usage: sluice explore [OPTION...] [PATTERN...]

    Runs cases under many more schedules, or under every one there is.
    Says for each case how many schedules were tried, how many were distinct, and
    whether there are any others. Without '--exhaustive' the first failure of a
    case ends it. A word that names no file or folder is a pattern of case ids, as
    '--filter' takes one without a key: 'listener/cancellation', '*cancel races*'.

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
      --runs N                  how many schedules of each case (default: 1000; with
                                --exhaustive: 1000000)
      --for SECONDS             how long to go on with each case, as in 10s
      --exhaustive              every schedule, depth first
      --departures N            with --exhaustive: at most so many from the
                                canonical order
      --no-reduction            with --exhaustive: also orders of independent events
      --seed N                  the seed of all left to chance (default: 0)
      --shard N/COUNT|auto      only the cases of one of several machines; auto: as
                                the pipeline's variables say
      --shard-by hash|slices    how cases are dealt to shards (default: hash)
      --jobs N                  how many workers play at a time (default: one a
                                processor)
      --isolation process|none  in workers, or right here (default: process)
      --watchdog SECONDS        the longest time without progress (default: 10)
      --root FOLDER             the folder with Scenarios and sluice.json (default:
                                found)
      --profile NAME            defaults of sluice.json that go before its others
      -h, --help                print this help

    """

  static let replay = """
    Usage: sluice replay [OPTION...] [PATTERN...]

    Runs one case under a given schedule, to the letter.
    A schedule that does not fit any more has diverged: exit code 3, and never a
    pass. Failures print the call that replays them; 'canonical' is the canonical
    schedule.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --subject NAME             the streams under test (default: reference)
      --filter EXPRESSION        only cases such as 'tag:cancel & !product:storage'
      --level must|should|may    weakest rules that fail a case; others are advice
                                 (default: the gate's)
      --edition YEAR.MONTH       cases and rules that came later are advice
                                 (default: the gate's)
      --schedule SCHEDULE|@FILE  the schedule, as a failure prints it, or a file
                                 that has it
      --times N                  how often to replay it and compare the logs
                                 (default: 1)
      --log                      show every entry of the log, be it a pass
      --isolation process|none   in workers, or right here (default: process)
      --watchdog SECONDS         the longest time without progress (default: 10)
      --root FOLDER              the folder with Scenarios and sluice.json (default:
                                 found)
      --profile NAME             defaults of sluice.json that go before its others
      -h, --help                 print this help

    """

  static let report = """
    Usage: sluice report [OPTION...] [PATTERN...]

    Plays one case again and writes down its verdict, for an issue.
    For a verdict that you take for wrong. The file has the scenario as it is
    played, the schedule, the verdict, the whole log, what the subject declares,
    and the versions. It has no source line, path or function name of the subject;
    the log has the values and the texts of errors that the stream delivered. The
    exit code is 0 for a file that was written, also for a failed case, and 3 if the
    schedule has diverged.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --subject NAME             the streams under test (default: reference)
      --filter EXPRESSION        only cases such as 'tag:cancel & !product:storage'
      --level must|should|may    weakest rules that fail a case; others are advice
                                 (default: the gate's)
      --edition YEAR.MONTH       cases and rules that came later are advice
                                 (default: the gate's)
      --schedule SCHEDULE|@FILE  the schedule, as a failure prints it, or a file
                                 that has it
      --schedules N|all          how many schedules to try beside the canonical one
                                 (default: 64)
      --seed N                   the seed of all left to chance (default: 0)
      --output FILE              where the file goes (default: Reports/report.md)
      --isolation process|none   in workers, or right here (default: process)
      --watchdog SECONDS         the longest time without progress (default: 10)
      --root FOLDER              the folder with Scenarios and sluice.json (default:
                                 found)
      --profile NAME             defaults of sluice.json that go before its others
      -h, --help                 print this help

    """

  static let upgrade = """
    Usage: sluice upgrade [OPTION...] [PATTERN...]

    Shows what would fail if the gate took the newest edition.
    Plays the cases in the edition of the gate, and shows as failures what is
    advice there since it came with a later edition. A case that fails already is
    skipped. Ends with 0 if nothing would fail, with 1 if something would, and with
    the line to write in sluice.json. The report goes to Reports/upgrade.xml.

    Arguments:
      PATTERN  case ids as in --filter, or a scenario file or folder (default:
               Scenarios)

    Options:
      --subject NAME             the streams under test (default: reference)
      --filter EXPRESSION        only cases such as 'tag:cancel & !product:storage'
      --level must|should|may    weakest rules that fail a case; others are advice
                                 (default: the gate's)
      --edition YEAR.MONTH       cases and rules that came later are advice
                                 (default: the gate's)
      --schedules N|all          how many schedules to try beside the canonical one
                                 (default: 64)
      --seed N                   the seed of all left to chance (default: 0)
      --reproducible             no real times and no host: always the same bytes
      --jobs N                   how many workers play at a time (default: one a
                                 processor)
      --isolation process|none   in workers, or right here (default: process)
      --watchdog SECONDS         the longest time without progress (default: 10)
      --verbose                  tell of each failure in full
      --quiet                    tell of each cause in a line
      --log                      show every entry of the logs of failures
      --color auto|always|never  whether to print in colour (default: auto)
      --root FOLDER              the folder with Scenarios and sluice.json (default:
                                 found)
      --profile NAME             defaults of sluice.json that go before its others
      -h, --help                 print this help

    """
}
