/// What a report shows of a case that has more than text to show it in.
package struct CaseDetails: Sendable, Hashable {
  /// What a rule said of a case.
  package struct Verdict: Sendable, Hashable {
    /// What a rule said.
    package enum Kind: Sendable, Hashable {
      /// It was exercised and held.
      case held
      /// It was broken.
      case broken
      /// It was broken along with a more specific one.
      case implied
      /// It has no meaning for the stream.
      case inapplicable
    }

    /// The rule's id.
    package var rule: String
    /// What it said.
    package var kind: Kind

    /// Creates what a rule said.
    ///
    /// - Parameters:
    ///   - rule: the rule's id.
    ///   - kind: what it said.
    package init(_ rule: String, _ kind: Kind) {
      self.rule = rule
      self.kind = kind
    }
  }

  /// What the rules said that had something to say.
  package var verdicts: [Verdict] = []
  /// The parts of a failure, if it is one that has such.
  package var failure: FailureDetails?

  /// Creates the details of a case of which nothing more is known.
  package init() {}
}

/// The parts of a failure, each to be shown in its own way.
package struct FailureDetails: Sendable, Hashable {
  /// The scenario, then the flow in which the failing line is written, if it is in one.
  package var excerpts: [SourceExcerpt] = []
  /// Lines that explain it, indented as they are to be shown.
  package var explanation: [String] = []
  /// The log as it is drawn.
  package var diagram: SequenceDiagram?
  /// What is told of the schedule, one line each.
  package var schedule: [String] = []
  /// For each departure of the schedule the time, what was ready, and what ran.
  package var departures: [[String]] = []
  /// The command that shows it again.
  package var again: String

  /// Creates the parts of a failure.
  ///
  /// - Parameter again: the command that shows it again.
  package init(again: String) { self.again = again }
}

/// Lines of a source file, with those that a reader is to look at.
package struct SourceExcerpt: Sendable, Hashable {
  /// A part of a line.
  package struct Mark: Sendable, Hashable {
    /// The line, counted from 1 in the file.
    package var line: Int
    /// The column, counted from 1 in Unicode scalars.
    package var column: Int
    /// How many Unicode scalars are marked.
    package var length: Int
    /// What is to be said of the line; nil for the one to blame.
    package var note: String?

    /// Creates a mark.
    ///
    /// - Parameters:
    ///   - line: the line, counted from 1 in the file.
    ///   - column: the column, counted from 1 in Unicode scalars.
    ///   - length: how many Unicode scalars are marked.
    ///   - note: what is to be said of the line; nil for the one to blame.
    package init(line: Int, column: Int, length: Int, note: String? = nil) {
      self.line = line
      self.column = column
      self.length = length
      self.note = note
    }
  }

  /// The path as it is to be shown.
  package var path: String
  /// The number of the first line, counted from 1.
  package var firstLine: Int
  /// The lines.
  package var lines: [String]
  /// What is marked in them.
  package var marks: [Mark]

  /// Creates an excerpt.
  ///
  /// - Parameters:
  ///   - path: the path as it is to be shown.
  ///   - firstLine: the number of the first line, counted from 1.
  ///   - lines: the lines.
  ///   - marks: what is marked in them.
  package init(path: String, firstLine: Int, lines: [String], marks: [Mark]) {
    self.path = path
    self.firstLine = firstLine
    self.lines = lines
    self.marks = marks
  }
}

/// A log to be drawn: lanes from left to right, rows from top to bottom.
package struct SequenceDiagram: Sendable, Hashable {
  /// Who has a lane.
  package struct Lane: Sendable, Hashable {
    /// What sort of thing has a lane.
    package enum Kind: Sendable, Hashable {
      /// A consumer, which waits where others are there.
      case consumer
      /// A registration.
      case registration
      /// The backend, or what has no lane of its own: of these there is more to say.
      case backend
    }

    /// What stands at its head.
    package var name: String
    /// What sort of thing has it.
    package var kind: Kind

    /// Creates a lane.
    ///
    /// - Parameters:
    ///   - name: what stands at its head.
    ///   - kind: what sort of thing has it.
    package init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// What one lane shows in a row.
  package struct Cell: Sendable, Hashable {
    /// What a cell says of a call.
    package enum Call: Sendable, Hashable {
      /// It begins here, and ends in a row below.
      case begins
      /// It ends here.
      case ends
      /// It begins and ends here.
      case whole
    }

    /// The number of the lane, from 0.
    package var lane: Int
    /// What happens.
    package var text: String
    /// What it says of a call, if it does.
    package var call: Call?

    /// Creates a cell.
    ///
    /// - Parameters:
    ///   - lane: the number of the lane, from 0.
    ///   - text: what happens.
    ///   - call: what it says of a call, if it does.
    package init(lane: Int, text: String, call: Call? = nil) {
      self.lane = lane
      self.text = text
      self.call = call
    }
  }

  /// One row: what happens at once, or that entries are left out.
  package struct Row: Sendable, Hashable {
    /// The time.
    package var time: String
    /// The number of the step.
    package var step: Int
    /// The line of the scenario that ran directly before, if one did.
    package var line: Int?
    /// What happens; nothing where entries are left out.
    package var cells: [Cell] = []
    /// The lanes in which something goes on meanwhile.
    package var alive: [Int] = []
    /// Who acts on whom, by the numbers of two lanes.
    package var arrow: [Int]?
    /// How many entries of the log it stands for.
    package var entries = 1
    /// Whether it is of the part that a reader needs first.
    package var isExcerpt = true

    /// Creates a row in which nothing happens.
    ///
    /// - Parameters:
    ///   - time: the time.
    ///   - step: the number of the step.
    ///   - line: the line of the scenario that ran directly before, if one did.
    package init(time: String, step: Int, line: Int? = nil) {
      self.time = time
      self.step = step
      self.line = line
    }
  }

  /// The lanes.
  package var lanes: [Lane]
  /// The rows.
  package var rows: [Row]
  /// The number of the row to blame, from 0, if there is one.
  package var blamed: Int?

  /// Creates a diagram.
  ///
  /// - Parameters:
  ///   - lanes: the lanes.
  ///   - rows: the rows.
  ///   - blamed: the number of the row to blame, from 0, if there is one.
  package init(lanes: [Lane], rows: [Row], blamed: Int? = nil) {
    self.lanes = lanes
    self.rows = rows
    self.blamed = blamed
  }
}
