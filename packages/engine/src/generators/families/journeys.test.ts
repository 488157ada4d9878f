import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../../test/long.ts';
import { NOON, rowsOf } from '../../../test/rows.ts';
import { chiSquareZ } from '../../../test/statistics.ts';
import { newBatch, texts } from '../../rows/batch.ts';
import { compile } from '../../rows/writer.ts';
import { parseSchema } from '../../schema/parse.ts';
import type { Field } from '../../model/schema.ts';
import { EPOCH } from '../kernels/relation/journey.ts';

const STATES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  home: { search: 5, product: 3, end: 2 },
  search: { product: 6, search: 2, end: 2 },
  product: { product: 3, cart: 2, end: 5 },
  cart: { product: 2, paid: 3, end: 5 },
  paid: {},
};
const START = { home: 3, product: 1 };

interface Seen {
  readonly state: string;
  readonly session: number;
}

function fieldsOf(schema: object): readonly Field[] {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema.fields;
}

const journeyFields = (params: object): readonly Field[] =>
  fieldsOf({
    state: { type: 'catbird.journey', params },
    session: { type: 'catbird.session', params: { of: 'state', form: 'integer' } },
  });

const seen = (params: object, extent: Parameters<typeof rowsOf>[1]): readonly Seen[] =>
  rowsOf(journeyFields(params), extent).map((row) => JSON.parse(row) as Seen);

/** The states of every session, in row order. */
function sessionsOf(rows: readonly Seen[]): ReadonlyMap<number, readonly string[]> {
  const sessions = new Map<number, string[]>();
  for (const { state, session } of rows) {
    const states = sessions.get(session);
    if (states === undefined) sessions.set(session, [state]);
    else states.push(state);
  }
  return sessions;
}

describe('a journey', () => {
  test('starts in valid states and follows only valid moves, for any state machine', () => {
    const names = ['a', 'b', 'c', '__proto__', 'constructor'];
    const weights = (most: number): fc.Arbitrary<Record<string, number>> =>
      fc
        .array(fc.tuple(fc.constantFrom(...names, 'end'), fc.integer({ min: 0, max: 9 })), {
          maxLength: most,
        })
        .map((pairs) => Object.fromEntries(pairs));
    const machine = fc.record({
      states: fc
        .tuple(...names.map(() => weights(4)))
        .map((all) => Object.fromEntries(all.map((w, i) => [names[i] ?? '', w]))),
      start: fc.constantFrom(...names),
      sessions: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(machine, fc.integer(), (params, seed) => {
        for (const states of sessionsOf(seen(params, { seed, count: 600 })).values()) {
          expect(states[0]).toBe(params.start);
          states.slice(1).forEach((state, i) => {
            const ways = new Map(Object.entries(params.states[states[i] ?? ''] ?? {}));
            expect(ways.get(state)).toBeGreaterThan(0);
          });
        }
      }),
      { numRuns: cases(15) },
    );
  });

  test('runs the requested number of sessions at once, each with one row per block', () => {
    const rows = seen({ states: { on: { on: 1 } }, sessions: 50 }, { count: 1000 });
    const sessions = sessionsOf(rows);
    expect(sessions.size).toBeGreaterThanOrEqual(50);
    for (let block = 0; block < 20; block++)
      expect(new Set(rows.slice(block * 50, block * 50 + 50).map(({ session }) => session)).size).toBe(50);
    // Their order differs in every block.
    const orders = [0, 1].map((block) =>
      rows.slice(block * 50, block * 50 + 50).map(({ session }) => session),
    );
    expect(orders[0]).not.toEqual(orders[1]);
  });

  test('chooses starts and moves by weight', () => {
    const rows = seen({ states: STATES, start: START, sessions: 100 }, { seed: 11, count: 200_000 });
    // The last sessions may be incomplete.
    const all = [...sessionsOf(rows).values()].slice(0, -200);
    const shares = (given: Readonly<Record<string, number>>): readonly number[] => {
      const total = Object.values(given).reduce((sum, each) => sum + each, 0);
      return Object.values(given).map((each) => each / total);
    };
    const starts = Object.keys(START).map((name) => all.filter(([first]) => first === name).length);
    expect(Math.abs(chiSquareZ(starts, shares(START)))).toBeLessThan(3.5);
    for (const [from, ways] of Object.entries(STATES)) {
      if (from === 'paid') continue;
      const counts = new Map(Object.keys(ways).map((name) => [name, 0]));
      for (const states of all)
        states.forEach((state, i) => {
          if (state === from)
            counts.set(states[i + 1] ?? 'end', (counts.get(states[i + 1] ?? 'end') ?? 0) + 1);
        });
      // Sessions cut off by an epoch look like ended ones: fewer than one in a hundred.
      const ended = counts.get('end') ?? 0;
      expect(ended).toBeGreaterThan(0);
      const moved = [...counts].filter(([name]) => name !== 'end');
      const expected = shares(Object.fromEntries(Object.entries(ways).filter(([name]) => name !== 'end')));
      if (moved.length > 1)
        expect(
          Math.abs(
            chiSquareZ(
              moved.map(([, n]) => n),
              expected,
            ),
          ),
        ).toBeLessThan(3.5);
      const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
      const sum = Object.values(ways).reduce((all, each) => all + each, 0);
      expect(Math.abs(ended / total - (ways['end'] ?? 0) / sum)).toBeLessThan(0.01);
    }
  });

  test('is the same from any row, across epochs and in any order', () => {
    const fields = journeyFields({ states: STATES, start: START, sessions: 7 });
    const rows = 7 * EPOCH * 2 + 100;
    const whole = rowsOf(fields, { count: rows });
    const writer = compile({ fields }, { seed: 1 });
    const batch = newBatch();
    const part = (first: number, count: number): string[] => [
      ...texts(writer.fill(batch, { first, count, time: { startMs: NOON, stepMs: 0 } })),
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: rows - 1 }), fc.integer({ min: 1, max: 300 }), (first, count) => {
        expect(part(first, Math.min(count, rows - first))).toEqual(whole.slice(first, first + count));
      }),
      { numRuns: cases(25) },
    );
  });

  test('resumes at any row without replaying those before, with the maximum number of sessions', () => {
    const fields = journeyFields({ states: STATES, start: START, sessions: 100_000 });
    // Replaying a trillion rows before these would outlast the test.
    const rows = rowsOf(fields, { first: 2 ** 40 + 12_345, count: 10_000 });
    expect(rows).toHaveLength(10_000);
  });

  test('breaks off an endless session at the end of its epoch', () => {
    const rows = seen({ states: { on: { on: 1 } }, sessions: 3 }, { count: 3 * EPOCH * 4 });
    const lengths = [...sessionsOf(rows).values()].map(({ length }) => length);
    expect(Math.max(...lengths)).toBe(EPOCH);
  });
});

describe('a session', () => {
  test('is null where the state is null, and matches the state everywhere else', () => {
    const rows = rowsOf(
      fieldsOf({
        state: { type: 'catbird.journey', params: { states: STATES, sessions: 5 }, nulls: 0.3 },
        full: { type: 'catbird.session', params: { of: 'state', form: 'text', prefix: 's"' } },
        id: { type: 'catbird.session', params: { of: 'state' } },
      }),
      { count: 500 },
    ).map((row) => JSON.parse(row) as { state: string | null; full: string | null; id: string | null });
    const ids = new Map<unknown, unknown>();
    for (const { state, full, id } of rows) {
      expect(full === null).toBe(state === null);
      expect(id === null).toBe(state === null);
      if (full !== null) expect(full).toMatch(/^s"\d+$/);
      expect(ids.get(full) ?? id).toBe(id);
      ids.set(full, id);
    }
    expect(new Set(ids.values()).size).toBe(ids.size);
    expect(ids.size).toBeGreaterThan(100);
  });

  test('has the same values of other fields however it is written, and whether it is null elsewhere', () => {
    const values = (form: string, onState: object = {}, onSession: object = {}): readonly unknown[] =>
      rowsOf(
        fieldsOf({
          state: { type: 'catbird.journey', params: { states: STATES, start: START }, ...onState },
          session: { type: 'catbird.session', params: { of: 'state', form }, ...onSession },
          value: { type: 'number.int', per: 'session' },
          both: { type: 'number.int', per: ['session', 'value'] },
        }),
        { count: 600 },
      ).map((row) => {
        const { session, value, both } = JSON.parse(row) as Readonly<Record<string, unknown>>;
        return typeof session === 'number' || typeof session === 'string' ? [value, both] : undefined;
      });
    const all = values('uuid');
    expect(new Set(all.map(String)).size).toBeGreaterThan(100);
    for (const form of ['integer', 'text', 'uuid'])
      for (const absence of [{}, { nulls: 0.3 }, { missing: 0.3 }])
        for (const some of [values(form, absence), values(form, {}, absence)])
          expect(some).toEqual(all.map((pair, r) => some[r] && pair));
  });

  test('has the same values of other fields if they are per a copy of the session', () => {
    const values = (more: object, per: string | readonly string[]): readonly unknown[] =>
      rowsOf(
        fieldsOf({
          state: { type: 'catbird.journey', params: { states: STATES, start: START } },
          session: { type: 'catbird.session', params: { of: 'state' } },
          ...more,
          value: { type: 'number.int', per },
        }),
        { count: 300 },
      ).map((row) => (JSON.parse(row) as Readonly<Record<string, unknown>>)['value']);
    const copy = { type: 'catbird.ref', params: 'session' };
    expect(values({ copy }, 'copy')).toEqual(values({}, 'session'));
    expect(values({ copy, again: { type: 'catbird.ref', params: 'copy' } }, 'again')).toEqual(
      values({}, 'session'),
    );
    expect(values({ copy }, ['copy', 'state'])).toEqual(values({}, ['session', 'state']));
    expect(values({ copy: { ...copy, nulls: 0.2 } }, 'session')).toEqual(values({}, 'session'));
  });

  test('differs for another seed', () => {
    const [one, two] = [1, 2].map((seed) =>
      rowsOf(
        fieldsOf({
          state: { type: 'catbird.journey', params: { states: STATES, sessions: 5 }, hidden: true },
          id: { type: 'catbird.session', params: { of: 'state' } },
        }),
        { seed, count: 50 },
      ),
    );
    expect(new Set([...(one ?? []), ...(two ?? [])]).size).toBe(new Set(one).size + new Set(two).size);
  });
});

test.each([
  ['no states', {}, 'catbird.journey: states must not be empty'],
  ['an unknown next state', { a: { b: 1 } }, 'catbird.journey: a leads to unknown state b'],
  [
    'a state named end',
    { end: {} },
    'catbird.journey: end is reserved: remove the state. A state without moves ends the session',
  ],
])('%s is an issue', (_, states, message) => {
  const result = parseSchema(JSON.stringify({ v: { type: 'catbird.journey', params: { states } } }));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([
  [
    'of something else',
    { type: 'number.int' },
    'catbird.session: Field v must be a catbird.journey with a single value',
  ],
  [
    'of several journeys',
    { type: 'catbird.journey', params: { states: { a: {} } }, count: 2 },
    'catbird.session: Field v must be a catbird.journey with a single value',
  ],
])('a session %s is an issue', (_, v, message) => {
  const result = parseSchema(JSON.stringify({ v, s: { type: 'catbird.session', params: { of: 'v' } } }));
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([
  [{ states: STATES, start: 'nowhere' }],
  [{ states: STATES, start: { home: 0 } }],
  [{ states: STATES, start: 'end' }],
  [{ states: STATES, sessions: 0 }],
  [{ states: STATES, sessions: 1e9 }],
  [{ states: { a: { a: -1 } } }],
  [{ states: 5 }],
  [{}],
])('rejects %j', (params) => {
  const result = parseSchema(JSON.stringify({ v: { type: 'catbird.journey', params } }));
  expect(result.ok).toBe(false);
});
