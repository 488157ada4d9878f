import { expect, test } from 'vitest';
import { messagesOf } from '../../engine/src/model/issue.ts';
import type { Schema } from '../../engine/src/model/schema.ts';
import type { StreamKeys } from './config/keys.ts';
import { newBatch, texts } from '../../engine/src/rows/batch.ts';
import { findField } from '../../engine/src/rows/named-field.ts';
import { rows } from './generate.ts';
import { planStream, type StreamPlan } from './plan.ts';
import { readRecording } from './read-recording.ts';
import { stream } from './send.ts';
import { readStream, type StreamSettings } from './stream-settings.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const T0 = Date.UTC(2026, 0, 5, 10);

/** A recording of as many rows: a burst of ten every two seconds. */
const recordingOf = (count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const ts = new Date(T0 + Math.floor(i / 10) * 2000 + (i % 10)).toISOString();
    return `{"n":${i},"user":"u${i % 13}","ts":"${ts}"}\n`;
  }).join('');

const TEXT = recordingOf(100_000);
const LINES = TEXT.trimEnd().split('\n');
const SCHEMA = await readRecording(TEXT);
const FEW = recordingOf(9000);

function readingOf(options: StreamKeys, schema: Schema = SCHEMA) {
  return readStream(schema, { options, optionOf: String, nowMs: NOW });
}

function planOf(
  options: StreamKeys,
  more: Partial<StreamSettings> = {},
  schema: Schema = SCHEMA,
): StreamPlan {
  const read = readingOf(options, schema);
  if (!read.ok) throw new Error(messagesOf(read.issues).join('; '));
  const planned = planStream({ schema, seed: '42', options, optionOf: String, ...read, ...more });
  if (!planned.ok) throw new Error(messagesOf(planned.issues).join('; '));
  return planned.plan;
}

/** The rows of a plan from one on, filled a few thousand at a time. */
function linesOf(
  { rows: writer, time, plannedRows }: StreamPlan,
  first = 0,
  end = plannedRows,
): readonly string[] {
  const found: string[] = [];
  const batch = newBatch();
  for (let next = first; next < end;) {
    const count = Math.min(4321, end - next);
    const filled = writer.fill(batch, {
      first: next,
      count,
      time: time?.timeline ?? { startMs: NOW, stepMs: 0 },
    });
    if (filled.count === 0) break;
    found.push(...texts(filled));
    next += filled.count;
  }
  return found;
}

const clockAt = (clock: { ms: number }) => ({
  now: () => clock.ms - NOW,
  date: () => clock.ms,
  sleep: () => Promise.resolve(),
  after: () => () => undefined,
});

test('100,000 rows are sent as they were recorded, and no more', () => {
  const plan = planOf({});
  expect(plan.wholeRows).toBe(100_000);
  expect(linesOf(plan)).toEqual(LINES);
});

test('shards have each row once, by number or by the values of a field', async () => {
  const schema = await readRecording(FEW);
  const few = FEW.trimEnd().split('\n');
  const inShards = (splitKey: StreamSettings['splitKey']): readonly string[] =>
    [0, 1, 2].flatMap((index) => {
      const plan = planOf({}, { shard: { index, count: 3 }, splitKey }, schema);
      plan.split?.before(9000);
      return linesOf(plan, 0, plan.split?.found ?? plan.plannedRows);
    });
  const user = findField(schema, 'user');
  if (!user.ok) throw new Error('No such field');
  expect(inShards(undefined).toSorted()).toEqual(few.toSorted());
  const split = inShards(user.found);
  expect(split.toSorted()).toEqual(few.toSorted());
  // Rows of a user are together, and in order.
  const ofOne = split.filter((line) => line.includes('"u5"'));
  expect(ofOne).toEqual(few.filter((line) => line.includes('"u5"')));
});

test('a later process sends the rows that are left, from the time of the last one on', () => {
  const plan = planOf({}, { left: { remaining: [[40_000, Infinity]] } });
  expect(plan.plannedRows).toBe(60_000);
  expect(linesOf(plan, 40_000, 100_000)).toEqual(LINES.slice(40_000));
  const { pace } = plan.paceBy(clockAt({ ms: NOW }));
  expect([0, 20, 2020].map((ms) => pace.due(ms))).toEqual([1, 10, 20]);
});

test.each([
  [{}, 1],
  [{ speed: '10' }, 10],
  [{ from: 'now' }, 1],
  [{ from: '2027-01-01', speed: '0.5' }, 0.5],
])('with %j, rows are due in their rhythm', (options, factor) => {
  const { pace } = planOf(options).paceBy(clockAt({ ms: NOW }));
  // Each burst takes 9 ms of the recording. Rows are released 10 ms apart at most.
  for (const burst of [0, 1, 2, 50])
    for (const afterMs of [20 * factor + 10, 1500])
      expect(pace.due(Math.ceil((burst * 2000 + afterMs) / factor))).toBe(burst * 10 + 10);
});

test('at full speed, all rows are due at once, and with a rate, they come evenly', () => {
  expect(
    planOf({ speed: 'max' })
      .paceBy(clockAt({ ms: NOW }))
      .pace.due(0),
  ).toBe(100_000);
  const even = planOf({ eps: 100 });
  expect(even.paceBy(clockAt({ ms: NOW })).pace.due(3999)).toBe(400);
  expect(linesOf(even, 0, 50)).toEqual(LINES.slice(0, 50));
});

test('a rate with computed times gives each row the time of its turn', () => {
  const made = linesOf(planOf({ eps: 2, from: '2026-02-01' }), 0, 3).map(
    (line): unknown => JSON.parse(line).ts,
  );
  expect(made).toEqual(['2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.500Z', '2026-02-01T00:00:01.000Z']);
});

test('from shifts all rows, to ends them', () => {
  const plan = planOf({ from: '2026-02-01', to: '2026-02-01T00:00:03Z' });
  expect(plan.wholeRows).toBe(20);
  expect(
    linesOf(plan)
      .map((line): unknown => JSON.parse(line).ts)
      .at(-1),
  ).toBe('2026-02-01T00:00:02.009Z');
});

test('a recording that loops has any number of rows, in the same rhythm', async () => {
  const schema = await readRecording(recordingOf(1000), { loop: true, newIds: ['n'] });
  const plan = planOf({ limit: 2500 }, {}, schema);
  const numbers = linesOf(plan).map((line): unknown => JSON.parse(line).n);
  expect(numbers).toEqual(Array.from({ length: 2500 }, (_, i) => i));
});

test('faults apply to recorded rows as to others', () => {
  const faults = {
    duplicates: { share: 0.1 },
    late: { share: 0.1, delayMs: { mean: 60_000 } },
    drift: [{ at: 50, remove: ['user'] }],
    offline: { by: 'user', share: 0.2, forMs: { min: 1000, max: 5000 } },
  };
  const plan = planOf({ limit: 2000, faults });
  const made = linesOf(plan, 0, 2000).map((line): { n: number; user?: string } => JSON.parse(line));
  expect(new Set(made.map(({ n }) => n)).size).toBeLessThan(1900);
  expect(made.filter(({ n }) => n >= 50).some(({ user }) => user !== undefined)).toBe(false);
  expect(plan.faulty?.counts).toMatchObject({ late: expect.any(Number) as unknown });
  const at = linesOf(planOf({ limit: 2000, faults }), 1000, 1100);
  expect(at).toEqual(linesOf(planOf({ limit: 2000, faults }), 0, 2000).slice(1000, 1100));
});

test.each([
  [{ rate: { day: [1] } }, 'rate does not fit the rhythm of a recording'],
  [{ starts: '5' }, 'starts does not fit'],
  [{ from: 'someday' }, 'from must be'],
] as const)('%j is refused', (options, words) => {
  const read = readingOf(options);
  expect(read.ok ? '' : messagesOf(read.issues).join('; ')).toContain(words);
});

test('rows without times need a rate', async () => {
  const schema = await readRecording('{"a":1}\n{"a":2}\n');
  const read = readingOf({}, schema);
  expect(read.ok ? '' : messagesOf(read.issues).join('; ')).toContain('or give a rate with eps');
  expect(linesOf(planOf({ eps: 5 }, {}, schema))).toEqual(['{"a":1}', '{"a":2}']);
});

test('a program replays a recording with stream and rows', async () => {
  const schema = await readRecording(recordingOf(30));
  const found: unknown[] = [];
  for await (const row of rows(schema, { from: '2026-02-01' })) found.push(row['ts']);
  expect(found).toHaveLength(30);
  expect(found[0]).toBe('2026-02-01T00:00:00.000Z');
  let sent = '';
  const write = (bytes: Uint8Array): void => void (sent += new TextDecoder().decode(bytes));
  const { generated } = await stream({ schema, destination: 'log', speed: 'max', write }).done;
  expect(generated).toBe(30);
  expect(sent).toBe(recordingOf(30));
  await expect(readRecording('no rows')).rejects.toThrow('line 1: not JSON');
});
