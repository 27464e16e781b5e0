package import FakeCore

extension ListenerSequence {
  /// The sequence, ended by the deletion of the app that its source belongs to.
  ///
  /// The notice of the deletion is one more thing that each iteration asks for, before its
  /// listeners, and gives back with them: nothing of it is left at the end. What was called back
  /// before the deletion is handed out before the end. In an app that is deleted already no
  /// listener is added. Over a source without an app the sequence stays as it is.
  ///
  /// - Parameter source: The product's instance that the listeners are added to.
  /// - Returns: The sequence that ends.
  package func ending(withAppOf source: some AppInstance) -> ListenerSequence {
    guard let app = source.membership.app else { return self }
    let notice = Listener { sink in
      let registration = app.onDeletion { sink.finish() }
      return .success { registration.remove() }
    }
    return ListenerSequence(policies, adding: [notice] + listeners)
  }
}
