import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../../test/rows.ts';
import { parseSchema } from '../../schema/parse.ts';

interface Fix {
  readonly latitude: number;
  readonly longitude: number;
  readonly heading: number;
  readonly speed: number;
}
interface Row {
  readonly key: number;
  readonly p: Fix;
}

const KM = 6371.0088;
const RADIAN = Math.PI / 180;

/** Distance in km, by the haversine formula. */
function distance(a: Fix, b: Fix): number {
  const [lat, lon] = [(b.latitude - a.latitude) * RADIAN, (b.longitude - a.longitude) * RADIAN];
  const h =
    Math.sin(lat / 2) ** 2 +
    Math.cos(a.latitude * RADIAN) * Math.cos(b.latitude * RADIAN) * Math.sin(lon / 2) ** 2;
  return 2 * KM * Math.asin(Math.sqrt(h));
}

/** Initial bearing from a to b in degrees. */
function bearing(a: Fix, b: Fix): number {
  const lon = (b.longitude - a.longitude) * RADIAN;
  const [from, to] = [a.latitude * RADIAN, b.latitude * RADIAN];
  const east = Math.sin(lon) * Math.cos(to);
  const north = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(lon);
  return (Math.atan2(east, north) / RADIAN + 360) % 360;
}

/** Angle between two headings in degrees. */
const between = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

function rows(params: object, count: number, stepMs: number, size = 3): readonly Row[] {
  const schema = {
    key: { type: 'catbird.key', params: { name: 'k', size } },
    p: { type: 'catbird.route', params, per: 'key' },
  };
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return rowsOf(result.schema, { count, stepMs }).map((row) => JSON.parse(row) as Row);
}

const FLIGHT = {
  waypoints: [
    [52.36, 13.5],
    [48.35, 11.79],
    [41.8, 12.25],
  ],
  speed: 800,
};
const WANDER = {
  around: { latitude: 48.1, longitude: 11.6, km: 20 },
  speed: { min: 30, max: 60 },
  loop: true,
};

describe.each([
  ['along waypoints', FLIGHT],
  ['around in a loop', { ...FLIGHT, loop: true }],
  ['wandering', WANDER],
])('a route %s', (_, params) => {
  test('has distances and headings that agree with the speed and the time', () => {
    const found = rows(params, 4000, 1000, 1).map(({ p }) => p);
    let turns = 0;
    for (const [i, to] of found.slice(1).entries()) {
      const from = found[i] ?? to;
      // At a waypoint, the line between two positions is shorter than the way, and has another heading.
      if (between(from.heading, to.heading) > 5) {
        turns++;
        continue;
      }
      expect(Math.abs(distance(from, to) * 3600 - from.speed)).toBeLessThan(from.speed * 0.02 + 12);
      expect(between(bearing(from, to), from.heading)).toBeLessThan(20);
    }
    expect(turns).toBeLessThan(200);
  });

  test('gives each key a place of its own, whatever other rows there are', () => {
    const found = rows(params, 300, 0);
    const places = new Map(found.map(({ key, p }) => [key, JSON.stringify(p)]));
    expect(new Set(places.values()).size).toBe(3);
    for (const { key, p } of found) expect(JSON.stringify(p)).toBe(places.get(key));
  });
});

test('a wandering thing stays around its place', () => {
  const centre = { latitude: 48.1, longitude: 11.6, heading: 0, speed: 0 };
  for (const { p } of rows(WANDER, 2000, 60_000)) {
    expect(distance(centre, p)).toBeLessThan(20.1);
    expect(p.speed).toBeGreaterThanOrEqual(30);
    expect(p.speed).toBeLessThanOrEqual(60);
  }
});

test('goes from pole to pole, over the date line and between opposite points', () => {
  const points = [
    [90, 0],
    [-90, 0],
    [0, 179],
    [0, -179],
    [0, 1],
  ];
  for (const { p } of rows({ waypoints: points, speed: 100_000 }, 500, 60_000)) {
    expect(Math.abs(p.latitude)).toBeLessThanOrEqual(90);
    expect(Math.abs(p.longitude)).toBeLessThanOrEqual(180);
    expect(p.heading >= 0 && p.heading < 360).toBe(true);
  }
});

test.each([
  [{ speed: 5 }, 'Use either waypoints or around'],
  [{ ...FLIGHT, ...WANDER }, 'Use either waypoints or around'],
  [{ ...FLIGHT, speed: { min: 5, max: 1 } }, 'speed max must be at least min'],
  [
    {
      ...FLIGHT,
      waypoints: [
        [1, 1],
        [1, 1],
      ],
    },
    'The waypoints are all the same point',
  ],
  [
    {
      ...FLIGHT,
      waypoints: [
        [91, 1],
        [1, 1],
      ],
    },
    'waypoints[0][0] must be at most 90',
  ],
])('%j is an issue', (params, message) => {
  const result = parseSchema(JSON.stringify({ p: { type: 'catbird.route', params } }));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([`catbird.route: ${message}`]);
});
