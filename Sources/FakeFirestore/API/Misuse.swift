/// Runs a check of what the caller passed; what the SDK answers with an exception stops the process
/// with the reason.
func stoppingOnMisuse<Success>(
  _ body: () throws(FirestoreUsageError) -> Success
) -> Success {
  do throws(FirestoreUsageError) {
    return try body()
  } catch {
    preconditionFailure(error.description)
  }
}
