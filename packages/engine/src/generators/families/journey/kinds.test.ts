import { expect, test } from 'vitest';
import { timelineOf } from '../../../journey/timeline.ts';
import type { Schema } from '../../../model/schema.ts';
import { newBatch, texts } from '../../../rows/batch.ts';
import { compile } from '../../../rows/writer.ts';
import { parseSchema } from '../../../schema/parse.ts';
import { newTiming } from '../../../time/timing.ts';
import { rowsIn, tableOf } from '../../analysis/pools.ts';

const KINDS = { type: 'catbird.kind', params: { kinds: { person: 90, bot: 10 } } };
const STEP = {
  of: 'user',
  by: 'kind',
  start: { home: { person: 1, bot: 0 }, api: { bot: 3, person: 0 } },
  states: {
    home: { search: { person: 6, bot: 0 }, cart: { person: 2 }, end: 2 },
    api: { api: { bot: 3 }, search: { bot: 1 } },
    search: { cart: { person: 1 }, search: { bot: 1 }, end: { person: 1, bot: 1 } },
    cart: {},
  },
  wait: { home: { mean: '20s' }, api: '1s', search: { min: '1s', max: '9s' } },
};

const parse = (step: object, fields: object = { kind: KINDS, name: { type: 'person.firstName' } }) =>
  parseSchema(
    JSON.stringify({
      $entities: { user: { size: 20_000, fields } },
      user: { type: 'catbird.session', params: { of: 'step', form: 'integer' } },
      step: { type: 'catbird.journey', params: step },
      kind: { type: 'catbird.ref', params: 'step.kind' },
    }),
  );

function schemaOf(): Schema {
  const result = parse(STEP);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.schema;
}

const SCHEMA = schemaOf();
const SEED = 5;
const DECK = 4096;
/** Deals to kinds are rounded to whole journeys. */
const PEOPLE = Math.round(DECK * 0.9);

interface Row {
  readonly user: number;
  readonly step: string;
  readonly kind: string;
}

const time = timelineOf(SCHEMA, newTiming({ fromMs: 0, eps: 100, unit: 'starts' }), SEED);
const rowsFrom = (first: number, count: number, step = 1): readonly Row[] =>
  [...texts(compile(SCHEMA, { seed: SEED }).fill(newBatch(), { first, count, step, time }))].map(
    (row) => JSON.parse(row) as Row,
  );
const ROWS = rowsFrom(0, 40_000);

/** The steps of each user. */
const lives = ROWS.reduce(
  (all, { user, step }) => all.set(user, [...(all.get(user) ?? []), step]),
  new Map<number, readonly string[]>(),
);

test('each kind has its exact share of every 4,096 entities, the same in their table and in journeys', () => {
  const [user] = SCHEMA.entities ?? [];
  if (user === undefined) throw new Error('No entity');
  const table = tableOf(user, [user]);
  expect(rowsIn(table)).toBe(20_000);
  const batch = compile(table, { seed: SEED }).fill(newBatch(), {
    first: 0,
    count: 20_000,
    time: { startMs: 0, stepMs: 0 },
  });
  const kinds = [...texts(batch)].map((row) => (JSON.parse(row) as Row).kind);
  for (const block of [0, 1, 2, 3])
    expect(kinds.slice(block * DECK, (block + 1) * DECK).filter((kind) => kind === 'person').length).toBe(
      PEOPLE,
    );
  // Shuffled, and each block in its own way.
  expect(kinds.slice(0, DECK)).not.toEqual(kinds.slice(DECK, 2 * DECK));
  const runs = kinds.slice(0, DECK).filter((kind, i) => kind !== kinds[i - 1]).length;
  expect(runs / (2 * DECK * 0.9 * 0.1)).toBeCloseTo(1, 1);
  for (const { user: key, kind } of ROWS) expect(kind).toBe(kinds[key - 1]);
});

test('the lives of each kind take its own ways, in their shares', () => {
  const kindOf = new Map(ROWS.map(({ user, kind }) => [user, kind]));
  // Lives of the first block are over.
  const block = [...lives].filter(([user]) => user <= DECK);
  expect(block.length).toBe(DECK);
  const of = (kind: string) => block.filter(([user]) => kindOf.get(user) === kind).map(([, steps]) => steps);
  const [people, bots] = [of('person'), of('bot')];
  const share = (all: readonly (readonly string[])[], holds: (steps: readonly string[]) => boolean): number =>
    all.filter(holds).length / all.length;
  expect(people.every(([first]) => first === 'home') && bots.every(([first]) => first === 'api')).toBe(true);
  // Shares among people are dealt, so they are off by rounding only.
  expect(share(people, ([, next]) => next === 'search')).toBeCloseTo(0.6, 3);
  expect(share(people, ([, next]) => next === 'cart')).toBeCloseTo(0.2, 3);
  expect(share(people, (steps) => steps.includes('cart'))).toBeCloseTo(0.2 + 0.6 / 2, 3);
  expect(bots.some((steps) => steps.includes('cart'))).toBe(false);
  const calls = bots.reduce((sum, steps) => sum + steps.filter((step) => step === 'api').length, 0);
  expect(calls / bots.length).toBeCloseTo(4, 1);
  expect(share(people, (steps) => steps.filter((step) => step === 'search').length > 1)).toBe(0);
  expect(share(bots, (steps) => steps.filter((step) => step === 'search').length > 1)).toBeCloseTo(0.5, 1);
});

test('rows are the same in any shard', () => {
  for (const first of [0, 1, 2])
    expect(rowsFrom(first, 2000, 3)).toEqual(ROWS.slice(0, 6000).filter((_, i) => i % 3 === first));
});

test.each<[object, string, object?]>([
  [{ ...STEP, by: undefined }, 'weights by kind need by: the field of the entity that has the kinds'],
  [{ ...STEP, of: undefined }, 'by needs of: the entity whose lives the journeys are'],
  [{ ...STEP, deck: 256 }, 'by needs a deck of 4096'],
  [{ ...STEP, by: 'sort' }, 'by needs a field of user with the type catbird.kind, and sort is none'],
  [{ ...STEP, by: 'name' }, 'by needs a field of user with the type catbird.kind, and name is none'],
  [
    { ...STEP, states: { ...STEP.states, cart: { home: { robot: 1 } } } },
    'cart > home has a weight for robot, but the kinds of user are person, bot',
  ],
  [{ ...STEP, start: { home: { person: 1 } } }, 'start has no state for bot'],
  [{ ...STEP, wait: undefined, of: undefined }, 'by is only for journeys in time, and wait is missing'],
  [
    STEP,
    'rare has less than one of 4096 entities',
    { kind: { ...KINDS, params: { kinds: { most: 1, rare: 1e-5 } } } },
  ],
  [
    STEP,
    'kinds needs at least two kinds with weights',
    { kind: { ...KINDS, params: { kinds: { all: 1 } } } },
  ],
])('%j is an issue', (step, message, fields) => {
  const result = parse(step, fields);
  const found = result.ok ? [] : result.issues.map((issue) => issue.message);
  expect(
    found.some((each) => each.endsWith(message)),
    found.join('\n'),
  ).toBe(true);
});
