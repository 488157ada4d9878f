import { disorderIn, msOf, newFaults, rowAt, rowsOf, type Rows } from '../rows.ts';

interface Request {
  readonly at: string;
}

/**
 * Requests of each ten seconds. Up to t seconds of the ramp, 5 t + t²/24 are due: 54.2, 116.7, 187.5, 266.7, 354.2 and 450. The first
 * is due at 0, so each sum is rounded up.
 */
const COUNTS = [55, 62, 71, 79, 88, 95, ...Array<number>(12).fill(100), ...Array<number>(24).fill(10)];

/** Each ten seconds have as many requests as the stages say, to the request. */
export function check(rows: Rows): readonly string[] {
  const requests = rowsOf(rows, 'requests') as readonly Request[];
  const { faults, expect } = newFaults();
  const counts = COUNTS.map(() => 0);
  for (const { at } of requests) {
    const window = Math.floor((msOf(at) - msOf(requests[0]?.at)) / 10_000);
    expect(window in counts, `A request at ${at}, which is after the end`);
    counts[window] = (counts[window] ?? 0) + 1;
  }
  for (const [window, count] of COUNTS.entries())
    expect(counts[window] === count, `${counts[window]} requests from ${window * 10} s on, not ${count}`);
  return [
    ...disorderIn(
      'requests',
      requests.map(({ at }) => at),
    ),
    ...faults,
  ];
}

export const mutants: Readonly<Record<string, (rows: Rows) => void>> = {
  'a request is missing': (rows) => {
    rows['requests']?.splice(500, 1);
  },
  'a request of the ramp comes ten seconds later': (rows) => {
    const request = rowAt(rows, 'requests', 54);
    request['at'] = new Date(msOf(request['at']) + 10_000).toISOString();
  },
  'the end comes late': (rows) => {
    rowAt(rows, 'requests', -1)['at'] = '2026-11-20T00:07:00.000Z';
  },
};
