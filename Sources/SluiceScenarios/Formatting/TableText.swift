/// Tables in the notation of the language, with their columns in line.
enum TableText {
  /// The rows of a table with its columns' names above them; nothing for no table.
  static func lines(_ table: ScenarioTable?, indentation: Int) -> [String] {
    guard let table else { return [] }
    let rows = table.rows.map { row in row.cells.map { cell in cell?.description ?? "" } }
    return lines([table.columns] + rows, indentation: indentation)
  }

  /// Rows of cells, the first of which names the columns.
  static func lines(_ rows: [[String]], indentation: Int) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { row in row[column].utf8.count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.utf8.count)
      }
      return String(repeating: " ", count: indentation) + "| \(cells.joined(separator: " | ")) |"
    }
  }
}
