import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/long.ts';
import { anyFaults, linesOf, TIME, unexplained, writer, type Row } from '../../test/faults.ts';
import { NOON } from '../../test/rows.ts';
import { parseSchema } from '../schema/parse.ts';
import { newBatch, payload } from './batch.ts';
import { MALFORMED_KINDS, parseFaults, type Faults } from './fault-settings.ts';
import { withFaults, type Fault } from './faults.ts';
import { compile } from './writer.ts';

const COUNT = 6000;

/** The received lines and the fault log of a run. */
function received(faults: Faults, seed = 1, count = COUNT): { lines: string[]; log: Fault[] } {
  const log: Fault[] = [];
  const rows = withFaults(writer(), faults, { seed, onFault: (fault) => log.push(fault) });
  return { lines: linesOf(rows.fill(newBatch(), { first: 0, count, time: TIME })), log };
}

/** All the ways in which a schema can derive a time from the event. */
const TIMES = {
  k: { type: 'helpers.arrayElement', params: ['a', 'b'] },
  at: { type: 'catbird.timestampNow' },
  day: { type: 'catbird.expression', params: 'formatDate(now(), "yyyy-MM-dd HH:mm:ss.SSS")' },
  ms: { type: 'catbird.expression', params: 'toMs(now())' },
  again: { type: 'catbird.ref', params: 'at' },
  due: { type: 'catbird.expression', params: 'dateAdd(at, 1, "day")' },
  text: { type: 'catbird.template', params: 'at {{at}}' },
  inner: {
    type: 'object',
    count: { min: 1, max: 2 },
    fields: { at: { type: 'catbird.datetimeNow' }, date: { type: 'catbird.ref', params: 'day' } },
  },
  one: { type: 'oneOf', params: [{ field: { type: 'date.recent' } }, { field: { type: 'date.past' } }] },
  by: {
    type: 'catbird.lookup',
    params: { field: 'k', cases: { a: { type: 'catbird.expression', params: 'year(now())' } }, default: 0 },
  },
  wave: { type: 'catbird.wave', params: { periodMs: 600_000 } },
  walk: { type: 'catbird.walk' },
  page: { type: 'catbird.journey', params: { states: { home: { cart: 1, end: 1 }, cart: {} }, sessions: 3 } },
  uuid: { type: 'string.uuid', params: { version: 7 } },
  ulid: { type: 'string.ulid' },
  commit: { type: 'git.commitDate' },
  spare: { type: 'catbird.timestampNow', missing: 0.5, nulls: 0.2 },
};

test('no late row has a time before the year 0', () => {
  const result = parseSchema('{"at": {"type": "catbird.timestampNow"}}');
  if (!result.ok) throw new Error('The schema is not valid');
  const faults: Faults = { late: { share: 1, delayMs: { mean: 3.2e11 } } };
  const rows = withFaults(compile(result.schema, { seed: 1 }), faults, { seed: 1 });
  const time = { startMs: Date.parse('0001-06-01T00:00:00Z'), stepMs: 1000 };
  const lines = linesOf(rows.fill(newBatch(), { first: 0, count: 300, time }));
  expect(lines.every((line) => line.startsWith('{"at":"000'))).toBe(true);
  expect(lines).toContain('{"at":"0000-01-01T00:00:00.000Z"}');
});

test('a late row equals the row of its earlier event time: everything derived from the time moves, and nothing else changes', () => {
  const result = parseSchema(JSON.stringify(TIMES));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  const rows = compile(result.schema, { seed: 1 });
  const delays = new Map<number, number>();
  const faults: Faults = { late: { share: 0.5, delayMs: { min: 90_000, max: 9e9 } } };
  const onFault = (fault: Fault): void => {
    if (fault.kind === 'late') delays.set(fault.row, fault.delayMs);
  };
  const late = withFaults(rows, faults, { seed: 1, onFault });
  const lines = linesOf(late.fill(newBatch(), { first: 0, count: 300, time: TIME }));
  expect(delays.size).toBeGreaterThan(100);
  lines.forEach((line, row) => {
    const delayMs = delays.get(row) ?? 0;
    const startMs = TIME.startMs + row * TIME.stepMs - delayMs;
    const [alone] = linesOf(rows.fill(newBatch(), { first: row, count: 1, time: { startMs, stepMs: 0 } }));
    expect(line).toBe(alone);
    const { at, day, ms, page, k } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    expect([at, day, ms]).toEqual([
      new Date(startMs).toISOString(),
      new Date(startMs).toISOString().replace('T', ' ').slice(0, -1),
      startMs,
    ]);
    const [onTime = '{}'] = linesOf(rows.fill(newBatch(), { first: row, count: 1, time: TIME }));
    expect([page, k]).toEqual([
      (JSON.parse(onTime) as Readonly<Record<string, unknown>>)['page'],
      (JSON.parse(onTime) as Readonly<Record<string, unknown>>)['k'],
    ]);
  });
});

describe('the fault log explains', () => {
  test.each<[string, Faults]>([
    ['nothing', {}],
    ['duplicates', { duplicates: { share: 0.05, within: 20 } }],
    ['late rows', { late: { share: 0.1, delayMs: { min: 1000, max: 60_000 } } }],
    ['reordering', { reordering: { window: 50 } }],
    ['malformed lines', { malformed: { share: 0.2 } }],
    ['dropped rows', { dropped: { share: 0.03 } }],
  ])('every fault is accounted for: %s', (_, faults) => {
    const { lines, log } = received(faults);
    expect(unexplained(lines, log)).toEqual([]);
    expect(log.length > 0).toBe(Object.keys(faults).length > 0);
  });

  test('every fault in any combination', () => {
    fc.assert(
      fc.property(anyFaults, fc.integer(), (faults, seed) => {
        const { lines, log } = received(faults, seed, 2500);
        expect(unexplained(lines, log)).toEqual([]);
      }),
      { numRuns: cases(8) },
    );
  });

  test('and a fault missing from the log is detected', () => {
    const faults: Faults = {
      duplicates: { share: 0.05 },
      late: { share: 0.05, delayMs: { min: 10, max: 20 } },
      dropped: { share: 0.05 },
      reordering: { window: 10 },
    };
    const { lines, log } = received(faults);
    for (const kind of ['duplicate', 'late', 'dropped', 'reordered'] as const) {
      const one = log.findLastIndex((fault) => fault.kind === kind && fault.position < COUNT - 100);
      expect(unexplained(lines, log.toSpliced(one, 1)), kind).not.toEqual([]);
    }
  });
});

describe('faults', () => {
  test('are as frequent as requested', () => {
    const count = 100_000;
    const faults: Faults = {
      duplicates: { share: 0.02, within: 50 },
      late: { share: 0.1, delayMs: { mean: 5000 } },
      malformed: { share: 0.01 },
      dropped: { share: 0.004 },
    };
    const log: Fault[] = [];
    const rows = withFaults(writer(), faults, { seed: 3, onFault: (fault) => log.push(fault) });
    rows.fill(newBatch(), { first: 0, count, time: TIME });
    const { counts } = rows;
    expect(Math.abs(counts.duplicate - (count / 1.02) * 0.02)).toBeLessThan(25);
    expect(Math.abs(counts.dropped - (count / 1.02 / 0.996) * 0.004)).toBeLessThan(10);
    expect(Math.abs(counts.late / count - 0.1)).toBeLessThan(0.005);
    expect(Math.abs(counts.malformed / count - 0.01)).toBeLessThan(0.0015);
    const delays = log.flatMap((fault) => (fault.kind === 'late' ? [fault.delayMs] : []));
    expect(delays.reduce((sum, delay) => sum + delay, 0) / delays.length / 5000).toBeCloseTo(1, 1);
    const backs = log.flatMap((fault) => (fault.kind === 'duplicate' ? [fault.back] : []));
    expect([Math.min(...backs), Math.max(...backs)]).toEqual([1, 50]);
    expect(new Set(log.flatMap((fault) => (fault.kind === 'malformed' ? [fault.how] : []))).size).toBe(
      MALFORMED_KINDS.length,
    );
    expect(log).toHaveLength(Object.values(counts).reduce((sum, n) => sum + n, 0));
  });

  test('depend on the seed only: the same in any batches and at any single position, different for another seed', () => {
    const faults: Faults = {
      duplicates: { share: 0.1, within: 2000 },
      late: { share: 0.1, delayMs: { mean: 1000 } },
      reordering: { window: 37, share: 0.5 },
      malformed: { share: 0.1 },
      dropped: { share: 0.3 },
    };
    const whole = received(faults);
    const log: Fault[] = [];
    const rows = withFaults(writer(), faults, { seed: 1, onFault: (fault) => log.push(fault) });
    const batch = newBatch();
    const lines: string[] = [];
    for (let first = 0, n = 1; first < COUNT; n = (n * 7) % 1301) {
      const filled = rows.fill(batch, {
        first,
        count: Math.min(n, COUNT - first),
        maxBytes: 20_000,
        time: TIME,
      });
      expect(filled.first).toBe(first);
      expect(filled.count === 1 || payload(filled).byteLength <= 20_000).toBe(true);
      lines.push(...linesOf(filled));
      first += filled.count;
    }
    expect(lines).toEqual(whole.lines);
    expect(log).toEqual(whole.log);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: COUNT - 1 }), (first) => {
        const alone = withFaults(writer(), faults, { seed: 1 });
        expect(linesOf(alone.fill(newBatch(), { first, count: 1, time: TIME }))).toEqual([
          whole.lines[first],
        ]);
      }),
      { numRuns: cases(13) },
    );
    expect(received(faults, 2).log).not.toEqual(whole.log);
  });

  test('work beyond 2^32 rows', () => {
    const log: Fault[] = [];
    const faults: Faults = { duplicates: { share: 0.1 }, dropped: { share: 0.1 }, malformed: { share: 0.1 } };
    const rows = withFaults(writer(), faults, { seed: 1, onFault: (fault) => log.push(fault) });
    const first = 2 ** 45 + 3;
    const batch = rows.fill(newBatch(), { first, count: 3000, time: { startMs: NOON, stepMs: 0 } });
    expect(batch.count).toBe(3000);
    const dropped = new Set(log.flatMap(({ kind, row }) => (kind === 'dropped' ? [row] : [])));
    const malformed = new Set(log.flatMap(({ kind, position }) => (kind === 'malformed' ? [position] : [])));
    const ids = linesOf(batch).flatMap((line, i) =>
      malformed.has(first + i) ? [] : [(JSON.parse(line) as Row).id],
    );
    expect(ids.filter((id) => dropped.has(id))).toEqual([]);
    expect(Math.min(...ids)).toBeGreaterThan(2 ** 45 * 0.8);
    expect(log.length).toBeGreaterThan(500);
  });

  test('give a copy the event time of its original from an earlier batch of a live run', () => {
    const log: Fault[] = [];
    const rows = withFaults(
      writer(),
      { duplicates: { share: 0.2, within: 30 } },
      { seed: 5, onFault: (fault) => log.push(fault) },
    );
    const batch = newBatch();
    const lines: string[] = [];
    for (let b = 0; b < 100; b++)
      lines.push(
        ...linesOf(rows.fill(batch, { first: b * 10, count: 10, time: { startMs: NOON + b, stepMs: 0 } })),
      );
    const firsts = new Map<number, string>();
    for (const line of lines) {
      const { id } = JSON.parse(line) as Row;
      expect(firsts.get(id) ?? line).toBe(line);
      firsts.set(id, line);
    }
    expect(lines.length - firsts.size).toBe(log.length);
    expect(log.length).toBeGreaterThan(100);
  });

  test('are reported once and in order, whichever rows are generated again', () => {
    // Every row has faults, so reporting any of them twice would show.
    const faults: Faults = {
      malformed: { share: 1 },
      late: { share: 1, delayMs: { min: 1, max: 9 } },
      duplicates: { share: 0.2 },
      dropped: { share: 0.2 },
    };
    const whole = received(faults, 1, 300).log;
    const steps = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 60 })), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (refills) => {
        const log: Fault[] = [];
        const rows = withFaults(writer(), faults, { seed: 1, onFault: (fault) => log.push(fault) });
        let end = 0;
        for (const [back, count] of refills) {
          const first = Math.max(0, end - back);
          rows.fill(newBatch(), { first, count: Math.min(count, 300 - first), time: TIME });
          end = Math.max(end, Math.min(first + count, 300));
          if (end === 300) break;
        }
        expect(log).toEqual(whole.filter(({ position }) => position < end));
        const { counts } = rows;
        expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(log.length);
      }),
      { numRuns: cases(13) },
    );
  });

  test('are reported once even if rows are generated again', () => {
    const log: Fault[] = [];
    const rows = withFaults(
      writer(),
      { malformed: { share: 0.5 } },
      { seed: 1, onFault: (fault) => log.push(fault) },
    );
    for (const count of [100, 50, 100]) rows.fill(newBatch(), { first: 0, count, time: TIME });
    expect(new Set(log.map(({ position }) => position)).size).toBe(log.length);
    expect(rows.counts.malformed).toBe(log.length);
  });
});

test.each([
  [{}, true],
  [{ duplicates: { share: 0.5 } }, true],
  [{ late: { share: 1, delayMs: { min: 1, max: 1 } } }, true],
  [{ late: { share: 1, delayMs: { min: 2, max: 1 } } }, false],
  [{ late: { share: 1, delay: { min: '2s', max: '1m' } } }, true],
  [{ late: { share: 1, delay: { min: '2m', max: '1m' } } }, false],
  [{ late: { share: 1, delay: { mean: 1 }, delayMs: { mean: 1 } } }, false],
  [{ late: { share: 1 } }, false],
  [{ duplicates: { share: 2 } }, false],
  [{ dropped: { share: 1 } }, false],
  [{ reordering: { window: 1 } }, false],
  [{ malformed: { share: 0.1, kinds: ['loud'] } }, false],
  [{ malformed: { share: 0.1, kinds: [] } }, false],
  [{ doubles: { share: 0.1 } }, false],
  ['x', false],
  [null, false],
])('settings %j: %s', (settings, ok) => {
  const result = parseFaults(settings);
  expect(result.ok).toBe(ok);
  if (!result.ok) for (const { message } of result.issues) expect(message).not.toBe('');
});

test('durations are texts or milliseconds, and problems have the words of the person', () => {
  const read = (faults: object): unknown => {
    const result = parseFaults(faults);
    return result.ok ? result.faults : result.issues.map(({ path, message }) => [path?.join('.'), message]);
  };
  expect(read({ late: { share: 0.1, delay: { mean: '1m30s' } } })).toEqual({
    late: { share: 0.1, delayMs: { mean: 90_000 } },
  });
  expect(read({ offline: { by: 'a', share: 0.1, for: { min: 1000, max: '2m' } } })).toEqual({
    offline: { by: 'a', share: 0.1, forMs: { min: 1000, max: 120_000 } },
  });
  expect(read({ late: { share: 0.1, delay: 5 } })).toEqual([['late.delay', 'delay must be an object']]);
  expect(read({ late: { share: 0.1, delay: { mean: 'soon' } } })).toEqual([
    ['late.delay.mean', 'mean must be a duration such as 30s or 5m'],
  ]);
  expect(read({ late: { share: 0.1, delayMs: 5 } })).toEqual([['late.delayMs', 'delayMs must be an object']]);
});
