import * as z from 'zod/mini';
import { objectOf } from '../../model/kind.ts';
import type { GeneratorType } from '../generator.ts';
import { fromValue } from '../kernels/engine/value.ts';
import {
  opposite,
  pointAt,
  pointFrom,
  routeAlong,
  type Position,
  type Route,
  type Vector,
} from '../kernels/record/great-circle.ts';
import { described, optional, required } from './params.ts';

interface RouteParams {
  readonly waypoints?: readonly (readonly [number, number])[];
  readonly around?: {
    readonly latitude: number;
    readonly longitude: number;
    readonly km: number;
    readonly stops?: number;
  };
  readonly speed: number | { readonly min: number; readonly max: number };
  readonly loop?: boolean;
  readonly phase?: number;
}

const MS_PER_HOUR = 3_600_000;
const STOPS = 12;
/** Cached routes of keys: they are the same when they are made again. */
const MAX_ROUTES = 1000;
/** Decimals of coordinates, about a metre, and of the other members. */
const DECIMALS = { latitude: 5, longitude: 5, heading: 1, speed: 1 } as const;
const MEMBERS = ['latitude', 'longitude', 'heading', 'speed'] as const;

const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));
const speed = z.number().check(z.gt(0), z.lte(100_000));

const FLIGHT = {
  waypoints: [
    [52.36, 13.5],
    [48.35, 11.79],
    [41.8, 12.25],
  ],
  speed: 820,
};

const rounded = (x: number, decimals: number): number => Number(x.toFixed(decimals)) + 0;

/** Points around a place, all parts of the circle equally likely. @param next a random number from 0 to 1 */
function stopsAround(
  { latitude: from, longitude: at, km, stops = STOPS }: NonNullable<RouteParams['around']>,
  next: () => number,
): readonly Vector[] {
  const centre = pointAt(from, at);
  return Array.from({ length: stops }, () => pointFrom(centre, km * Math.sqrt(next()), next()));
}

/** The position after a distance: back and forth, or round and round a closed route. */
function positionAfter(route: Route, km: number, isLoop: boolean): Position {
  const { lengthKm } = route;
  const whole = isLoop ? lengthKm : 2 * lengthKm;
  const rest = ((km % whole) + whole) % whole;
  if (rest <= lengthKm) return route.at(rest);
  const back = route.at(whole - rest);
  return { ...back, heading: opposite(back.heading) };
}

/** Positions of things that move. */
export const routeTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.route',
    summary:
      'The position of something that moves on great circles, at the event time: latitude, longitude, heading and speed. With per, each key has its own place on the route, or a route of its own',
    params: required({
      waypoints: optional(
        z.array(z.tuple([latitude, longitude])).check(z.minLength(2), z.maxLength(1000)),
        'Points of the route: [latitude, longitude], …',
      ),
      around: optional(
        z.strictObject({
          latitude,
          longitude,
          km: described(z.number().check(z.gt(0), z.lte(20_000)), 'Distance from there, at most'),
          stops: optional(z.int().check(z.gte(2), z.lte(100)), `Points of the route. Default ${STOPS}`),
        }),
        'Instead of waypoints: wander between random points around a place',
      ),
      speed: described(
        z.union([speed, z.strictObject({ min: speed, max: speed })]),
        'Speed in km/h, or {"min", "max"}: drawn for each key',
      ),
      loop: optional(z.boolean(), 'Go on from the last point to the first. Default: go back the same way'),
      phase: optional(
        z.number().check(z.gte(0), z.lte(1)),
        'Share of the route at the time 0 (1970). Default: drawn for each key',
      ),
    }),
    example: FLIGHT,
    exampleSchema: {
      plane: { type: 'catbird.key', params: { name: 'plane', size: 20, form: 'text', prefix: 'CB' } },
      at: { type: 'catbird.timestampNow' },
      position: { type: 'catbird.route', params: FLIGHT, per: 'plane', hidden: true },
      lat: { type: 'catbird.ref', params: 'position.latitude' },
      lon: { type: 'catbird.ref', params: 'position.longitude' },
      heading: { type: 'catbird.ref', params: 'position.heading' },
    },
    kind: objectOf(Object.fromEntries(MEMBERS.map((name) => [name, 'number']))),
    members: MEMBERS,
    series: true,
    maxSize: Infinity,
    compile([given], scope) {
      const { waypoints, around, speed: kmh, loop = false, phase } = given as RouteParams;
      if ((waypoints === undefined) === (around === undefined))
        throw new Error('Use either waypoints or around');
      const range = typeof kmh === 'number' ? { min: kmh, max: kmh } : kmh;
      if (range.min > range.max) throw new Error('speed max must be at least min');
      const closed = (points: readonly Vector[]): Route =>
        routeAlong(loop ? [...points, ...points.slice(0, 1)] : points);
      const fixed = waypoints && closed(waypoints.map(([lat, lon]) => pointAt(lat, lon)));
      if (fixed?.lengthKm === 0) throw new Error('The waypoints are all the same point');
      const routes = new Map<number, Route>();
      const { randomizer, member } = scope;
      const next = (): number => randomizer.next();
      const routeOf = (share: number): Route => {
        const known = fixed ?? routes.get(share);
        if (known !== undefined || around === undefined) return known ?? routeAlong([]);
        if (routes.size >= MAX_ROUTES) routes.clear();
        const made = closed(stopsAround(around, next));
        routes.set(share, made);
        return made;
      };
      const make = (ms: number): unknown => {
        const share = next();
        const own = range.min + (range.max - range.min) * next();
        const route = routeOf(share);
        const whole = route.lengthKm * (loop ? 1 : 2);
        const km = (phase ?? share) * whole + own * (ms / MS_PER_HOUR);
        const position = positionAfter(route, km, loop);
        // 359.96° is 0.0°, not 360.0°.
        const found = { ...position, heading: rounded(position.heading, DECIMALS.heading) % 360, speed: own };
        const all = Object.fromEntries(MEMBERS.map((name) => [name, rounded(found[name], DECIMALS[name])]));
        return member === undefined ? all : all[member];
      };
      return fromValue(make, randomizer, scope, true);
    },
  },
];
