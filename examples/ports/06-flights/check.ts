import { groupedBy, msOf, pairsOf, rowAt, rowsOf, type Row, type Rows } from '../rows.ts';

interface Report {
  readonly aircraft: number;
  readonly flight_id: string;
  readonly from: string;
  readonly to: string;
  readonly timestamp: string;
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    /** Degrees clockwise from north. */
    readonly heading: number;
    /** km/h. */
    readonly speed: number;
  };
}

type Point = Pick<Report['position'], 'latitude' | 'longitude'>;

const FLIGHTS = 20;
const EVERY_MS = 10_000;
const EARTH_KM = 6371.0088;

const AIRPORTS: Readonly<Record<string, Point>> = {
  JFK: { latitude: 40.641766, longitude: -73.780968 },
  SFO: { latitude: 37.615223, longitude: -122.389977 },
  DAY: { latitude: 39.902538, longitude: -84.219444 },
  LAX: { latitude: 33.942791, longitude: -118.410042 },
  SEA: { latitude: 47.443546, longitude: -122.301659 },
  BOS: { latitude: 42.365589, longitude: -71.010025 },
  TPA: { latitude: 27.979168, longitude: -82.539337 },
  DEN: { latitude: 39.849312, longitude: -104.673828 },
  BNA: { latitude: 36.131687, longitude: -86.668823 },
  PHX: { latitude: 33.434278, longitude: -112.011583 },
};

/**
 * Twenty flights are in the air at once, on the great circle from one airport to the other. Way and time between two reports agree with
 * speed and heading.
 */
export function check(rows: Rows): readonly string[] {
  const reports = rowsOf(rows, 'flights') as readonly Report[];
  const turns = [...groupedBy(reports, ({ timestamp }) => Math.floor(msOf(timestamp) / EVERY_MS)).values()];
  const byAircraft = [...groupedBy(reports, ({ aircraft }) => aircraft).values()];
  const landings = byAircraft.flatMap((all) => pairsOf(all).filter(isLanding));
  return [
    ...turns.flatMap((turn) =>
      turn.length === FLIGHTS && new Set(turn.map((report) => report.flight_id)).size === FLIGHTS
        ? []
        : [`Not ${FLIGHTS} flights at once at ${turn[0]?.timestamp}`],
    ),
    ...(landings.length > 0 ? [] : ['No flight lands']),
    ...byAircraft.flatMap((all) => pairsOf(all).flatMap(pairFaults)),
    ...reports.flatMap(courseFaults),
  ];
}

type Pair = readonly [before: Report, report: Report];

const isLanding = ([before, report]: Pair): boolean => before.flight_id !== report.flight_id;

const pairFaults = (pair: Pair): readonly string[] =>
  isLanding(pair) ? landingFaults(pair) : moveFaults(pair);

/** The next flight starts where the one before lands. Neither is further from there than it flies between two reports. */
function landingFaults([before, report]: Pair): readonly string[] {
  const airport = AIRPORTS[report.from];
  const isThere =
    airport !== undefined &&
    before.to === report.from &&
    [before, report].every(({ position }) => kmBetween(airport, position) < kmIn(EVERY_MS, position));
  return isThere ? [] : [`${before.flight_id} becomes ${report.flight_id} in the air`];
}

const kmIn = (ms: number, { speed }: Report['position']): number => (speed * ms) / 3_600_000;

/** Positions have five decimals, about a metre, headings and speeds one. */
function moveFaults([before, report]: Pair): readonly string[] {
  const { flight_id: id, timestamp } = report;
  const km = kmBetween(before.position, report.position);
  const expected = kmIn(msOf(timestamp) - msOf(before.timestamp), before.position);
  const bearing = bearingTo(before.position, report.position);
  return [
    ...(before.from === report.from && before.to === report.to ? [] : [`${id} changes its airports`]),
    ...(before.position.speed === report.position.speed ? [] : [`${id} changes its speed`]),
    ...(Math.abs(km - expected) < 0.01 ? [] : [`${id} flies ${km} km, not ${expected}, to ${timestamp}`]),
    ...(turnOf(bearing, before.position.heading) < 0.2
      ? []
      : [`${id} flies to ${bearing}°, not ${before.position.heading}°, to ${timestamp}`]),
  ];
}

/** On the great circle, a flight is between its airports, and its heading is that of the shortest way to the next one. */
function courseFaults({ flight_id: id, from, to, timestamp, position }: Report): readonly string[] {
  const [start, end] = [AIRPORTS[from], AIRPORTS[to]];
  if (start === undefined || end === undefined || from === to) return [`${id} has no airports`];
  const normal = cross(vectorOf(start), vectorOf(end));
  const offKm = Math.abs(Math.asin(dot(normal, vectorOf(position)) / Math.hypot(...normal))) * EARTH_KM;
  const detour = kmBetween(start, position) + kmBetween(position, end) - kmBetween(start, end);
  const isNear = kmBetween(position, end) < 10;
  return [
    ...(offKm < 0.005 && detour < 0.01 ? [] : [`${id} is off its great circle at ${timestamp}`]),
    ...(isNear || turnOf(bearingTo(position, end), position.heading) < 0.2
      ? []
      : [`${id} does not fly to ${to} at ${timestamp}`]),
  ];
}

type Vector = readonly [x: number, y: number, z: number];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function vectorOf({ latitude, longitude }: Point): Vector {
  const [phi, lambda] = [radians(latitude), radians(longitude)];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Along the great circle: exact for small distances, too. */
function kmBetween(from: Point, to: Point): number {
  const [a, b] = [vectorOf(from), vectorOf(to)];
  return Math.atan2(Math.hypot(...cross(a, b)), dot(a, b)) * EARTH_KM;
}

/** The initial bearing of the great circle: degrees clockwise from north. */
function bearingTo(from: Point, to: Point): number {
  const [phi, other] = [radians(from.latitude), radians(to.latitude)];
  const delta = radians(to.longitude - from.longitude);
  const east = Math.sin(delta) * Math.cos(other);
  const north = Math.cos(phi) * Math.sin(other) - Math.sin(phi) * Math.cos(other) * Math.cos(delta);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** The angle between two directions: 0 to 180 degrees. */
const turnOf = (a: number, b: number): number => 180 - Math.abs(180 - (Math.abs(a - b) % 360));

const positionAt = (rows: Rows, place: number): Row => rowAt(rows, 'flights', place)['position'] as Row;

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a flight is a hundred metres off its way': (rows) => {
    const position = positionAt(rows, 2000);
    position['latitude'] = Number(position['latitude']) + 0.001;
  },
  'a heading is a degree wrong': (rows) => {
    const position = positionAt(rows, 3000);
    position['heading'] = (Number(position['heading']) + 1) % 360;
  },
  'a flight is slower than it says': (rows) => {
    for (const row of rows['flights'] ?? []) {
      const position = row['position'] as Row;
      if (row['aircraft'] === 1) position['speed'] = Number(position['speed']) + 10;
    }
  },
  'a flight goes back to where it comes from': (rows) => {
    const report = rowAt(rows, 'flights', 500);
    Object.assign(report, { from: report['to'], to: report['from'] });
  },
  'a flight is missing for a while': (rows) => {
    rows['flights']?.splice(4000, 1);
  },
};
