/// A place on the globe, by latitude and longitude in degrees.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRGeoPoint.h`.
public struct GeoPoint: Hashable, Sendable {
  /// The degrees north of the equator, from -90 to 90.
  public let latitude: Double

  /// The degrees east of Greenwich, from -180 to 180.
  public let longitude: Double

  /// The place at this latitude and longitude.
  ///
  /// - Parameters:
  ///   - latitude: The degrees north of the equator; from -90 to 90.
  ///   - longitude: The degrees east of Greenwich; from -180 to 180.
  public init(latitude: Double, longitude: Double) {
    precondition(
      (-90...90).contains(latitude), "a latitude must be from -90 to 90, not \(latitude)")
    precondition(
      (-180...180).contains(longitude), "a longitude must be from -180 to 180, not \(longitude)")
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension GeoPoint: CustomStringConvertible {
  /// Latitude and longitude, for messages.
  public var description: String { "geo(\(latitude), \(longitude))" }
}
