/** A point on the earth, in degrees (WGS 84). */
export type Coordinates = { latitude: number; longitude: number };

const earthRadiusKm = 6371;

/** @returns the distance between two points along the surface, in kilometres (haversine formula) */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const [fromLatitude, toLatitude] = [toRadians(a.latitude), toRadians(b.latitude)];
  const halfHeight = Math.sin((toLatitude - fromLatitude) / 2) ** 2;
  const halfWidth = Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2;
  const part = halfHeight + Math.cos(fromLatitude) * Math.cos(toLatitude) * halfWidth;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(part)));
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
