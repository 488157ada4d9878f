import { groupedBy, msOf, pairsOf, rowAt, rowsOf, type Row, type Rows } from '../rows.ts';

interface Report {
  readonly flight_id: string;
  readonly route: string;
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

/** Twenty flights are in the air at once, on the great circle of their route. Way and time between two reports agree with speed and heading. */
export function check(rows: Rows): readonly string[] {
  const reports = rowsOf(rows, 'flights') as readonly Report[];
  const turns = [...groupedBy(reports, ({ timestamp }) => Math.floor(msOf(timestamp) / EVERY_MS))];
  const flights = [...groupedBy(reports, (report) => report.flight_id)];
  return [
    ...(flights.length === FLIGHTS ? [] : [`${flights.length} flights, not ${FLIGHTS}`]),
    ...turns.flatMap(([, turn]) =>
      new Set(turn.map((report) => report.flight_id)).size === FLIGHTS && turn.length === FLIGHTS
        ? []
        : [`Not ${FLIGHTS} flights at once at ${turn[0]?.timestamp}`],
    ),
    ...flights.flatMap(([id, all]) => flightFaults(id, all)),
    ...reports.flatMap(circleFaults),
  ];
}

function flightFaults(id: string, reports: readonly Report[]): readonly string[] {
  const kinds = new Set(reports.map(({ route, position }) => `${route} ${position.speed}`));
  return [
    ...(kinds.size === 1 ? [] : [`${id} changes its route or its speed`]),
    ...pairsOf(reports).flatMap((pair) => moveFaults(id, pair)),
  ];
}

/** Positions have five decimals, about a metre, headings and speeds one. */
function moveFaults(id: string, [before, report]: readonly [Report, Report]): readonly string[] {
  const hours = (msOf(report.timestamp) - msOf(before.timestamp)) / 3_600_000;
  const km = kmBetween(before.position, report.position);
  const expected = before.position.speed * hours;
  const isTurn = turnOf(before.position.heading, report.position.heading) > 90;
  // Where it lands and takes off again, it comes to less than the whole way.
  if (isTurn) return km <= expected + 0.01 && isAtAirport(before) ? [] : [`${id} turns in the air`];
  const bearing = bearingTo(before.position, report.position);
  return [
    ...(Math.abs(km - expected) < 0.01
      ? []
      : [`${id} flies ${km} km, not ${expected}, to ${report.timestamp}`]),
    ...(turnOf(bearing, before.position.heading) < 0.2
      ? []
      : [`${id} flies to ${bearing}°, not ${before.position.heading}°, to ${report.timestamp}`]),
  ];
}

const airportsOf = ({ route }: Report): readonly Point[] =>
  route.split('-').flatMap((name) => AIRPORTS[name] ?? []);

/** Not further than it flies between two reports. */
const isAtAirport = (report: Report): boolean =>
  airportsOf(report).some((airport) => kmBetween(airport, report.position) < 3);

/** The distance from the great circle of the route, and the place between its airports. */
function circleFaults(report: Report): readonly string[] {
  const [from, to] = airportsOf(report);
  if (from === undefined || to === undefined)
    return [`${report.flight_id} has unknown route ${report.route}`];
  const detour = kmBetween(from, report.position) + kmBetween(report.position, to) - kmBetween(from, to);
  const [a, b, c] = [vectorOf(from), vectorOf(to), vectorOf(report.position)];
  const normal = cross(a, b);
  const offKm = Math.abs(Math.asin(dot(normal, c) / Math.hypot(...normal))) * EARTH_KM;
  return offKm < 0.005 && detour < 0.01
    ? []
    : [`${report.flight_id} is off its great circle at ${report.timestamp}`];
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
      if (row['flight_id'] === 'flight-1') position['speed'] = Number(position['speed']) + 10;
    }
  },
  'a flight is missing for a while': (rows) => {
    rows['flights']?.splice(4000, 1);
  },
};
