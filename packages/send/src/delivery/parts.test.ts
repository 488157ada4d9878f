import { expect, test } from 'vitest';
import { scripted, takes } from '../../test/connections.ts';
import { ran, rows } from '../../test/ran.ts';
import { DeliveryError } from '../destinations/error.ts';
import { newWatermark } from '../resume/watermark.ts';
import type { Batch, Side } from '../../../engine/src/rows/batch.ts';
import type { RowWriter } from '../../../engine/src/rows/writer.ts';
import type { RunOptions } from './options.ts';
import { withRoutes } from './batch-parts.ts';

/** The side of a row by its number: three routes in turn, and every tenth row has none. */
const sideOf = (row: number): Side =>
  row % 10 === 9 ? { problem: `--topic needs id ${row}` } : { key: String(row), route: `r${row % 3}` };

const sided: RowWriter = {
  fill(batch, extent) {
    rows.fill(batch, extent);
    return Object.assign(batch, {
      sides: Array.from({ length: batch.count }, (_, place) => sideOf(extent.first + place)),
    });
  },
};

const ROWS = 60;

/** Sends the rows. @returns also the batches that were taken */
async function sent(
  options: Partial<Omit<RunOptions, 'clock'>>,
  answer: NonNullable<Parameters<typeof scripted>[0]> = takes,
) {
  const taken: Batch[] = [];
  const connection = scripted((batch, ...more) => {
    const receipt = answer(batch, ...more);
    taken.push({ ...batch });
    return receipt;
  });
  const made = await ran(connection, {
    rows: sided,
    limit: ROWS,
    connection: withRoutes(connection),
    onFailure: 'continue',
    ...options,
  });
  return { ...made, taken, requests: connection.requests.length };
}

const oneRoute = { limits: { rows: 1000, bytes: 1_000_000, oneRoute: true as const } };
const sidesOf = (batches: readonly Batch[]) => batches.flatMap(({ sides = [] }) => sides);
const good = Array.from({ length: ROWS }, (_, row) => sideOf(row)).filter(
  ({ problem }) => problem === undefined,
);
const byKey = (sides: readonly Side[]) => sides.toSorted((a, b) => Number(a.key) - Number(b.key));

test('rows without a route are rejected without a request, and all others are sent', async () => {
  const { summary, errors, taken, requests } = await sent({});
  expect(summary).toMatchObject({ accepted: 54, rejected: 6, failed: 0, reason: 'limit' });
  expect(summary.requests).toEqual({ 200: requests });
  expect(byKey(sidesOf(taken))).toEqual(good);
  expect(new Set(sidesOf(taken.slice(0, 1)).map(({ route }) => route)).size).toBe(3);
  expect(errors[0]).toMatchObject({
    kind: 'rejected',
    message: 'Row 9 was not sent: --topic needs id 9',
  });
});

test('by default, the run ends with the first row without a route, after the others of its batch', async () => {
  const { summary, taken } = await sent({ onFailure: 'stop' });
  expect(summary).toMatchObject({ rejected: 1, failed: 0, reason: 'failed' });
  expect(summary.accepted).toBe(sidesOf(taken).length);
  expect(summary.error?.message).toBe('Row 9 was not sent: --topic needs id 9');
});

test('where a request has one route, rows are sent by route, and retried with what is beside them', async () => {
  let failures = 2;
  const busy = new DeliveryError('unavailable', 'Busy', { status: 503 });
  const { summary, taken, requests } = await sent(oneRoute, (batch) => {
    if (batch.sides?.[0]?.route === 'r1' && failures-- > 0) throw busy;
    return takes(batch);
  });
  expect(summary).toMatchObject({ accepted: 54, rejected: 6, failed: 0, retried: 2 });
  expect(requests).toBe(taken.length + 2);
  for (const { sides = [] } of taken) expect(new Set(sides.map(({ route }) => route)).size).toBe(1);
  expect(byKey(sidesOf(taken))).toEqual(good);
});

test('rows of several times are sent in a request for each part of them, by route', async () => {
  const timed: RowWriter = {
    fill(batch, extent) {
      const { first, count, sides = [] } = sided.fill(batch, extent);
      const ms = (place: number): number => 1000 * (first + place);
      return Object.assign(batch, {
        sides: sides.slice(0, count).map((side, place) => ({ ...side, ms: ms(place) })),
      });
    },
  };
  const divisionOf = (ms: number): string => `part ${Math.floor(ms / 4000)}`;
  const limits = { ...oneRoute.limits, divisionOf };
  const { summary, taken } = await sent({ rows: timed, limits });
  expect(summary).toMatchObject({ accepted: 54, rejected: 6, failed: 0 });
  const placeOf = ({ route, ms = Number.NaN }: Side): string => `${divisionOf(ms)} ${route}`;
  for (const { sides = [] } of taken) expect(new Set(sides.map(placeOf)).size).toBe(1);
  expect(new Set(sidesOf(taken).map(placeOf)).size).toBeGreaterThan(30);
});

test('a route that the service does not know fails only its rows', async () => {
  const missing = new DeliveryError('not-found', 'No r2', { status: 404, ofRoute: true });
  const { summary, errors } = await sent(oneRoute, (batch) => {
    if (batch.sides?.[0]?.route === 'r2') throw missing;
    return takes(batch);
  });
  const lost = good.filter(({ route }) => route === 'r2').length;
  expect(summary).toMatchObject({ accepted: 54 - lost, rejected: 6 + lost, failed: 0, reason: 'limit' });
  expect(errors).toContainEqual(expect.objectContaining({ message: 'No r2', kind: 'rejected', status: 404 }));
});

test('a place that no route names, such as a host, ends the run, and no row is rejected for it', async () => {
  const missing = new DeliveryError('not-found', 'No such host', { status: 404 });
  const { summary } = await sent(oneRoute, () => {
    throw missing;
  });
  expect(summary).toMatchObject({
    accepted: 0,
    uncertain: 0,
    reason: 'failed',
    error: { kind: 'not-found' },
  });
  expect(summary.rejected).toBeLessThanOrEqual(6);
});

test('rows that incidents drop are counted, done, and in no request, also while others wait for the service', async () => {
  const dropping: RowWriter = {
    fill(batch, extent) {
      rows.fill(batch, extent);
      const sides = Array.from({ length: batch.count }, (_, place): Side =>
        (extent.first + place) % 10 === 9 ? { dropped: 'outage' } : {},
      );
      return Object.assign(batch, { sides });
    },
  };
  const watermark = newWatermark([[0, Infinity]], { passRefused: true });
  let failures = 2;
  const connection = scripted((batch) => {
    if (failures-- > 0) throw new DeliveryError('unavailable', 'Busy', { status: 503 });
    return takes(batch);
  });
  const outcomes = new Map<string, number>();
  const { summary } = await ran(connection, {
    rows: dropping,
    limit: ROWS,
    connection: watermark.watch(withRoutes(connection)),
    onMade: watermark.made,
    onOutcome: (batch, outcome) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + batch.count),
  });
  expect(summary).toMatchObject({ generated: ROWS, accepted: 54, dropped: 6, inFlight: 0, retried: 2 });
  expect(outcomes.get('dropped')).toBe(6);
  expect(watermark.snapshot()).toMatchObject({ next: ROWS, acknowledged: [], lost: [] });
});

test('a connection that sends rows that are dropped is a mistake, and nothing is counted', async () => {
  const dropping: RowWriter = {
    fill: (batch, extent) => Object.assign(rows.fill(batch, extent), { sides: [{ dropped: 'outage' }] }),
  };
  const connection = scripted();
  await expect(ran(connection, { rows: dropping, limit: 1, connection })).rejects.toThrow(
    '0 rows are dropped',
  );
});

test('a later process does not send again what was rejected, and knows why', async () => {
  const watermark = newWatermark([[0, Infinity]], { passRefused: true });
  const connection = scripted();
  await ran(connection, {
    rows: sided,
    limit: ROWS,
    connection: watermark.watch(withRoutes(connection)),
    onMade: watermark.made,
    onFailure: 'continue',
    ...oneRoute,
  });
  const { next, acknowledged, lost } = watermark.snapshot();
  expect({ next, acknowledged }).toEqual({ next: ROWS, acknowledged: [] });
  expect(lost.reduce((sum, loss) => sum + loss.rows, 0)).toBe(6);
  expect(lost[0]).toMatchObject({ outcome: 'rejected', ranges: [[9, 10]] });
});
