import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../test/long.ts';
import { growingIn, rowsIn, tableOf } from '../src/generators/analysis/pools.ts';
import type { Schema } from '../src/model/schema.ts';
import { newBatch, texts } from '../src/rows/batch.ts';
import { withFaults } from '../src/rows/faults.ts';
import { compile, type Extent, type RowWriter } from '../src/rows/writer.ts';
import { chiSquareZ, tally } from './statistics.ts';
import { parseSchema } from '../src/schema/parse.ts';
import { timelineOf } from '../src/journey/timeline.ts';
import { newCreationTimeline, newTimeline } from '../src/time/timeline.ts';
import type { Timing } from '../src/time/timing.ts';

const FROM = Date.UTC(2026, 0, 1);
const TIMING: Timing = {
  fromMs: FROM,
  toMs: null,
  speed: 'max',
  future: false,
  arrivals: 'even',
  disorderMs: 0,
  eps: 20,
  rate: {},
  changes: [],
};
const draw = (of: string, skew?: unknown): object => ({ type: 'catbird.entity', params: { of, skew } });
const ref = (path: string): object => ({ type: 'catbird.ref', params: path });
const NOW = { type: 'catbird.timestampNow' };

const ENTITIES = {
  user: { size: 40, grow: { from: 3, perSecond: 2 }, fields: { at: NOW, boss: draw('user') } },
  order: {
    size: 300,
    grow: { from: 1, perSecond: 15 },
    fields: { user: draw('user'), born: ref('user.at'), at: NOW },
  },
  old: { size: 50, fields: { user: draw('user') } },
};

function schemaOf(fields: object): Schema {
  const result = parseSchema(JSON.stringify({ $entities: ENTITIES, ...fields }));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

interface Drawn {
  readonly user: number;
  readonly born: string;
}
interface Row extends Drawn {
  readonly at: string;
  readonly boss: number;
  readonly bossBorn: string;
  readonly list: readonly Drawn[];
}

const fill = <Each = Row>(writer: RowWriter, extent: Extent): Each[] =>
  [...texts(writer.fill(newBatch(), extent))].map((row) => JSON.parse(row) as Each);

/** When the user of each key is created. */
const bornOf = (user: number): number => FROM + Math.max(0, user - 3) * 500;

const SKEWS = [
  'uniform',
  { zipf: 1.1 },
  { hot: { keys: 0.1, rows: 0.5 } },
  { weights: Array.from({ length: 40 }, (_, i) => i + 1) },
  { recent: '2s' },
  { recent: '0s' },
];
const rowSchema = (skew: unknown): Schema =>
  schemaOf({
    at: NOW,
    user: draw('user', skew),
    born: ref('user.at'),
    boss: ref('user.boss'),
    bossBorn: ref('user.boss.at'),
    list: {
      type: 'object',
      count: { min: 0, max: 3 },
      fields: { user: draw('user', skew), born: ref('user.at') },
    },
  });

/** Checks that what a row draws was created before it. */
function checkRow({ at, boss, bossBorn, list, ...own }: Row): void {
  for (const { user, born } of [own, ...list]) {
    expect(Date.parse(born)).toBe(bornOf(user));
    expect(user <= 3 || born < at).toBe(true);
  }
  expect(Date.parse(bossBorn)).toBe(bornOf(boss));
  expect(boss <= 3 || bossBorn < own.born).toBe(true);
}

test('a stream draws only what was created before its event, however its times are made', () => {
  const schemas = SKEWS.map(rowSchema);
  fc.assert(
    fc.property(
      fc.constantFrom(...schemas),
      fc.nat(),
      fc.nat(400),
      fc.record({
        arrivals: fc.constantFrom('even', 'jitter', 'poisson'),
        disorderMs: fc.constantFrom(0, 3000),
        eps: fc.constantFrom(0.5, 20, 1000),
      }),
      (schema, seed, first, timing) => {
        const time = newTimeline({ ...TIMING, ...timing }, seed);
        const rows = fill(compile(schema, { seed }), { first, count: 40, time });
        rows.forEach(checkRow);
      },
    ),
    { numRuns: cases(15) },
  );
});

test('in time, all that exist are drawn, and no others', () => {
  const rows = fill(compile(rowSchema('uniform'), { seed: 1 }), {
    first: 0,
    count: 1000,
    time: { startMs: FROM, stepMs: 50 },
  });
  const most = rows
    .map(({ user }) => user)
    .reduce<number[]>((all, user) => [...all, Math.max(user, all.at(-1) ?? 0)], []);
  expect(most[9]).toBeLessThanOrEqual(3);
  expect(most[199]).toBeGreaterThan(18);
  expect(most[199]).toBeLessThanOrEqual(22);
  expect(most[999]).toBe(40);
});

test('recent entities have the age asked for, in every shard, and the newest are the hottest', () => {
  const item = { size: 1e6, grow: { from: 1, perSecond: 4 }, fields: { at: NOW } };
  const result = parseSchema(
    JSON.stringify({
      $entities: { item },
      item: draw('item', { recent: '5s' }),
      born: ref('item.at'),
      at: NOW,
    }),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const writer = compile(result.schema, { seed: 11 });
  const time = newTimeline({ ...TIMING, eps: 1000, arrivals: 'poisson' }, 11);
  type Item = Readonly<Record<'born' | 'at', string>> & { readonly item: number };
  const shards = [0, 1].map((first) =>
    // From the second minute on, the first item is so old that the ages are those of an endless stream.
    fill<Item>(writer, { first: 60_000 + first, step: 2, count: 20_000, time }),
  );
  for (const rows of shards) {
    const newer = rows.map(({ born, at, item: number }) => {
      const ageMs = Date.parse(at) - Date.parse(born);
      expect([ageMs > 0, Date.parse(born)]).toEqual([true, FROM + (number - 1) * 250]);
      // An item is created every quarter of a second.
      return Math.floor((ageMs - 1) / 250);
    });
    const gap = Math.exp(-1 / 20);
    const expected = Array.from({ length: 60 }, (_, k) => gap ** k * (k === 59 ? 1 : 1 - gap));
    expect(
      Math.abs(
        chiSquareZ(
          tally(
            newer.map((k) => Math.min(59, k)),
            60,
          ),
          expected,
        ),
      ),
    ).toBeLessThan(3.5);
    const mean = rows.reduce((sum, { born, at }) => sum + Date.parse(at) - Date.parse(born), 0) / rows.length;
    expect(mean / 5000).toBeCloseTo(1, 1);
  }
});

test('recent entities are all that exist if the age is long', () => {
  const rows = fill(compile(rowSchema({ recent: '100d' }), { seed: 2 }), {
    first: 60_000,
    count: 4000,
    time: { startMs: FROM, stepMs: 1 },
  });
  // All 40 exist: the age is far above theirs.
  const counts = tally(
    rows.map(({ user }) => user - 1),
    40,
  );
  expect(
    Math.abs(
      chiSquareZ(
        counts,
        counts.map(() => 1 / 40),
      ),
    ),
  ).toBeLessThan(3.5);
});

test.each([[{ zipf: 1 }], [{ recent: '3s' }]])(
  'a row of %j is the same alone, in steps and in batches',
  (skew) => {
    const schema = rowSchema(skew);
    const time = newTimeline({ ...TIMING, arrivals: 'poisson' }, 7);
    const writer = compile(schema, { seed: 7 });
    const whole = fill(writer, { first: 0, count: 300, time });
    for (const first of [0, 127, 128, 299])
      expect(fill(writer, { first, count: 1, time })).toEqual([whole[first]]);
    for (const first of [0, 1, 2])
      expect(fill(writer, { first, step: 3, count: 100, time })).toEqual(
        whole.filter((_, i) => i % 3 === first),
      );
  },
);

test('late rows, and copies, draw what existed at their event time', () => {
  const plain = compile(rowSchema('uniform'), { seed: 3 });
  for (const time of [newTimeline(TIMING, 3), { startMs: FROM, stepMs: 50 }]) {
    const faults = { late: { share: 0.5, delayMs: { min: 1000, max: 9000 } }, duplicates: { share: 0.2 } };
    const rows = fill(withFaults(plain, faults, { seed: 3 }), { first: 0, count: 600, time });
    rows.forEach(checkRow);
    expect(rows.some(({ at }, i) => at < (rows[i - 1]?.at ?? ''))).toBe(true);
  }
});

test('what grows draws what existed at its creation, and what does not, what existed at the beginning', () => {
  const schema = schemaOf({
    order: draw('order', 'inOrder'),
    user: ref('order.user'),
    born: ref('order.born'),
    at: ref('order.at'),
    now: NOW,
    old: draw('old'),
    first: ref('old.user'),
  });
  expect(growingIn(schema).map(({ name }) => name)).toEqual(['order', 'user']);
  expect(schema.creation).toEqual({ of: 'order', size: 300, from: 1, perSecond: 15 });
  const time = newCreationTimeline({ of: 'order', size: 300, from: 1, perSecond: 15 }, FROM);
  type Order = Readonly<Record<'at' | 'now' | 'born', string>> &
    Readonly<Record<'order' | 'user' | 'first', number>>;
  const rows = fill<Order>(compile(schema, { seed: 5 }), { first: 0, count: 300, time });
  expect(rows.map(({ order }) => order)).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
  for (const { at, now, born, user, first } of rows) {
    expect(at).toBe(now);
    expect(Date.parse(born)).toBe(bornOf(user));
    expect(user <= 3 || born < at).toBe(true);
    expect(first).toBeLessThanOrEqual(3);
  }
  expect(Math.max(...rows.map(({ user }) => user))).toBeGreaterThan(30);
});

test('the table of what grows has each at its creation', () => {
  const { entities = [] } = schemaOf({ at: NOW });
  const [user] = entities;
  if (user === undefined) throw new Error('No entities');
  const schema = tableOf(user, entities);
  expect(rowsIn(schema)).toBe(40);
  if (schema.creation === undefined) throw new Error('No creation');
  const time = newCreationTimeline(schema.creation, FROM);
  const rows = fill<{ user_id: number; at: string }>(compile(schema, { seed: 1 }), {
    first: 0,
    count: 40,
    time,
  });
  expect(rows.map(({ user_id: id, at }) => [id, Date.parse(at)])).toEqual(
    rows.map((_, i) => [i + 1, bornOf(i + 1)]),
  );
});

test('a journey keeps what it drew, in all streams of its steps, from what existed at its start', () => {
  const streamOf = (only?: readonly string[]): Schema =>
    schemaOf({
      step: {
        type: 'catbird.journey',
        params: {
          states: { placed: { paid: 9, lost: 1 }, paid: { sent: 1 }, sent: {}, lost: {} },
          wait: { placed: { mean: '4s' }, paid: { mean: '3s' } },
          only,
        },
      },
      order: { type: 'catbird.session', params: { of: 'step', form: 'integer' } },
      user: { ...draw('user'), per: 'order' },
      born: ref('user.at'),
      started: { type: 'catbird.started', params: { of: 'step' } },
      at: NOW,
    });
  type Step = Drawn & Readonly<Record<'order', number>> & Readonly<Record<'started' | 'at', string>>;
  const rowsOf = (only?: readonly string[]): readonly Step[] => {
    const schema = streamOf(only);
    const time = timelineOf(schema, { ...TIMING, unit: 'starts', eps: 10 }, 9);
    return fill<Step>(compile(schema, { seed: 9 }), { first: 0, count: 500, time });
  };
  const users = new Map(rowsOf().map(({ order, user }) => [order, user]));
  for (const only of [undefined, ['placed'], ['paid', 'sent']])
    for (const { order, user, born, started } of rowsOf(only)) {
      expect(users.get(order) ?? user).toBe(user);
      expect(Date.parse(born)).toBe(bornOf(user));
      expect(user <= 3 || born < started).toBe(true);
    }
  expect(new Set(users.values()).size).toBeGreaterThan(25);
});

test('rows need computed event times', () => {
  const writer = compile(rowSchema('uniform'), { seed: 1 });
  expect(() => fill(writer, { first: 0, count: 1, time: { startMs: FROM, stepMs: 0 } })).toThrow(
    'An entity grows, so event times must be computed: fill with a timeline, or with stepMs above 0',
  );
});

test('a timeline of creations places rows as it counts them', () => {
  const size = fc.integer({ min: 1, max: 500 });
  const growth = fc.record({
    from: fc.nat(20),
    perSecond: fc.constantFrom(0.01, 1 / 3, 7, 1000, 12_345.6, 1e300),
  });
  fc.assert(
    fc.property(
      size,
      growth,
      fc.integer({ min: -10, max: 2_000_000 }),
      (most, { from, perSecond }, afterMs) => {
        const line = newCreationTimeline(
          { of: 'a', size: most, from: Math.min(from, most), perSecond },
          FROM,
        );
        const rows = line.before(FROM + afterMs);
        expect(line.time(rows)).toBeGreaterThanOrEqual(FROM + afterMs);
        if (rows > 0) expect(line.time(rows - 1)).toBeLessThan(FROM + afterMs);
        expect([line.before(Infinity), line.time(most)]).toEqual([most, Infinity]);
      },
    ),
  );
  const far = newCreationTimeline({ of: 'a', size: 9, from: 1, perSecond: 1e-12 }, FROM);
  expect([far.time(0), far.time(1), far.before(Infinity)]).toEqual([FROM, Infinity, 1]);
  expect(() => far.change({ atMs: FROM, to: 5 })).toThrow('Cannot change the rate');
});
