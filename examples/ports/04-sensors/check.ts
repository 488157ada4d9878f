import { disorderIn, groupedBy, msOf, pairsOf, rowAt, rowsOf, type Rows } from '../rows.ts';

interface Report {
  readonly sensor_id: string;
  readonly value: number;
  readonly timestamp: string;
}

const SENSORS = 5;
const EVERY_MS = 10_000;
/** A watch of the next sensor starts after this time. */
const WATCHES_MS = 512_000;
/** Turns from the last report before an outage to the first one after it. */
const OUTAGES: ReadonlySet<number> = new Set([7, 61]);

/** Each sensor reports every ten seconds, but for outages, which are gaps. Between two reports its value changes little. */
export function check(rows: Rows): readonly string[] {
  const reports = rowsOf(rows, 'sensors') as readonly Report[];
  const sensors = [...groupedBy(reports, (report) => report.sensor_id)];
  const gaps = sensors.flatMap(([, all]) => pairsOf(all).map(turnsBetween));
  return [
    ...disorderIn(
      'sensors',
      reports.map(({ timestamp }) => timestamp),
    ),
    ...(sensors.length === SENSORS ? [] : [`${sensors.length} sensors, not ${SENSORS}`]),
    ...sensors.flatMap(([id, all]) => faultsIn(id, all)),
    ...[...OUTAGES].flatMap((turns) => (gaps.includes(turns) ? [] : [`No outage of ${turns} turns`])),
  ];
}

const turnsBetween = ([before, report]: readonly [Report, Report]): number =>
  (msOf(report.timestamp) - msOf(before.timestamp)) / EVERY_MS;

function faultsIn(id: string, reports: readonly Report[]): readonly string[] {
  const startMs = msOf(reports[0]?.timestamp);
  const values = reports.map(({ value }) => value);
  const range = Math.max(...values) - Math.min(...values);
  return [
    ...pairsOf(reports).flatMap((pair) => pairFaults(id, pair, startMs)),
    ...(range > 0.5 && range < 50 ? [] : [`${id} drifts by ${range} in all`]),
  ];
}

function pairFaults(id: string, pair: readonly [Report, Report], startMs: number): readonly string[] {
  const [before, report] = pair;
  const turns = turnsBetween(pair);
  // The next watch ends an outage early.
  const isNextWatch = (msOf(report.timestamp) - startMs) % (SENSORS * WATCHES_MS) === 0;
  const isEarly = isNextWatch && Number.isInteger(turns) && turns > 1 && turns < 61;
  const drift = Math.abs(report.value - before.value);
  return [
    ...(turns === 1 || OUTAGES.has(turns) || isEarly
      ? []
      : [`${id} reports after ${turns} turns, at ${report.timestamp}`]),
    // The walk goes on with the reports of all sensors. Five standard deviations of so many steps, and the rounding.
    ...(drift <= 0.02 + 5 * 0.02 * Math.sqrt(SENSORS * turns)
      ? []
      : [`${id} jumps by ${drift} at ${report.timestamp}`]),
  ];
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a report is missing': (rows) => {
    rows['sensors']?.splice(900, 1);
  },
  'a report comes a second late': (rows) => {
    const report = rowAt(rows, 'sensors', -1);
    report['timestamp'] = new Date(msOf(report['timestamp']) + 1000).toISOString();
  },
  'a value jumps': (rows) => {
    const report = rowAt(rows, 'sensors', 1000);
    report['value'] = Number(report['value']) + 2;
  },
};
