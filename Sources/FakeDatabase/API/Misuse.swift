/// Runs a check of what the caller passed; what the SDK answers with an exception stops the process
/// with the reason.
func stoppingOnMisuse<Success>(
  _ body: () throws(DatabaseUsageError) -> Success
) -> Success {
  do throws(DatabaseUsageError) {
    return try body()
  } catch {
    preconditionFailure(error.description)
  }
}
