import { atan2, cos, sin } from '../../../numeric/deterministic-math.ts';

/** A point on the unit sphere, or a direction. */
export type Vector = readonly [x: number, y: number, z: number];

/** Mean radius of the Earth in kilometres (IUGG). */
const EARTH_KM = 6371.0088;
const RADIAN = Math.PI / 180;

/** A position on a route. */
export interface Position {
  /** Degrees, −90 to 90. */
  readonly latitude: number;
  /** Degrees, −180 to 180. */
  readonly longitude: number;
  /** Degrees clockwise from north, 0 to 360, 360 excluded. */
  readonly heading: number;
}

/** A part of a great circle. */
interface Leg {
  readonly from: Vector;
  /** Direction at the start: a unit vector at a right angle to `from`. */
  readonly along: Vector;
  readonly angle: number;
  /** Angle of all legs before. */
  readonly before: number;
}

/** A way along great circles. */
export interface Route {
  readonly lengthKm: number;
  /** The position at a distance from the start: from 0 to `lengthKm`. */
  at(km: number): Position;
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const size = (a: Vector): number => Math.sqrt(dot(a, a));
/** a · s + b · t. */
const sum = (a: Vector, s: number, b: Vector, t: number): Vector => [
  a[0] * s + b[0] * t,
  a[1] * s + b[1] * t,
  a[2] * s + b[2] * t,
];
const unit = (a: Vector): Vector => sum(a, 1 / size(a), a, 0);

/** The point at a latitude and longitude in degrees. */
export function pointAt(latitude: number, longitude: number): Vector {
  const [phi, lambda] = [latitude * RADIAN, longitude * RADIAN];
  return [cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi)];
}

/** East and north at a point. At the poles, they are those on the meridian of Greenwich. */
function compass([x, y, z]: Vector): readonly [east: Vector, north: Vector] {
  const flat = Math.sqrt(x * x + y * y);
  const east: Vector = flat < 1e-12 ? [0, 1, 0] : [-y / flat, x / flat, 0];
  return [east, cross([x, y, z], east)];
}

/** The point at a distance from another one, in a direction: 0 to 1 clockwise from north. */
export function pointFrom(from: Vector, km: number, turns: number): Vector {
  const [east, north] = compass(from);
  const direction = sum(north, cos(turns * 2 * Math.PI), east, sin(turns * 2 * Math.PI));
  return sum(from, cos(km / EARTH_KM), direction, sin(km / EARTH_KM));
}

function legBetween(from: Vector, to: Vector, before: number): Leg {
  const normal = cross(from, to);
  const angle = atan2(size(normal), dot(from, to));
  // Of opposite points, all great circles lead from one to the other: this one leads over a pole.
  const along = size(normal) < 1e-12 ? compass(from)[1] : unit(cross(normal, from));
  return { from, along, angle, before };
}

/** Below this angle, points are equal: about a tenth of a millimetre. */
const SAME = 1e-11;

/** The route along these points. */
export function routeAlong(points: readonly Vector[]): Route {
  const legs: Leg[] = [];
  let total = 0;
  points.slice(1).forEach((to, i) => {
    const leg = legBetween(points[i], to, total);
    if (leg.angle < SAME) return;
    legs.push(leg);
    total += leg.angle;
  });
  return {
    lengthKm: total * EARTH_KM,
    at(km) {
      const angle = km / EARTH_KM;
      const leg = legs.findLast(({ before }) => before <= angle) ?? legs[0];
      return positionOn(leg, angle - leg.before);
    },
  };
}

function positionOn({ from, along }: Leg, angle: number): Position {
  const [x, y, z] = sum(from, cos(angle), along, sin(angle));
  const forward = sum(from, -sin(angle), along, cos(angle));
  const [east, north] = compass([x, y, z]);
  const heading = atan2(dot(forward, east), dot(forward, north)) / RADIAN;
  return {
    latitude: atan2(z, Math.sqrt(x * x + y * y)) / RADIAN,
    longitude: atan2(y, x) / RADIAN,
    heading: (heading + 360) % 360,
  };
}

/** The same route in the other direction. */
export const opposite = (heading: number): number => (heading + 180) % 360;
