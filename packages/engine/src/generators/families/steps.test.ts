import { describe, expect, test } from 'vitest';
import { NOON } from '../../../test/rows.ts';
import type { SchemaIssue } from '../../index.ts';
import type { Schema } from '../../model/schema.ts';
import { newBatch, texts } from '../../rows/batch.ts';
import { compile, type RowTimes } from '../../rows/writer.ts';
import { parseSchema } from '../../schema/parse.ts';

const ORDER = {
  states: {
    placed: { paid: 92, cancelled: 8 },
    paid: { shipped: 97, refunded: 3 },
    shipped: {},
    cancelled: {},
    refunded: {},
  },
  wait: { 'placed>paid': { median: '3m', sigma: 1 }, 'placed>cancelled': '5m', paid: { mean: '20h' } },
};

const schemaOf = (schema: object): Schema => {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
};

/** Journeys one after another, each placed, paid and shipped: a second apart, their steps 100 ms apart. */
const TIMES: RowTimes = {
  put(ms, first, rows, step = 1) {
    for (let r = 0; r < rows; r++) {
      const row = first + r * step;
      ms[r] = NOON + Math.floor(row / 3) * 1000 + (row % 3) * 100;
    }
  },
  putSteps(steps, first, rows, step = 1) {
    this.put(steps.nextMs, first, rows, step);
    for (let r = 0; r < rows; r++) {
      const row = first + r * step;
      steps.start[r] = Math.floor(row / 3);
      steps.step[r] = row % 3;
      steps.state[r] = [0, 1, 2][row % 3] ?? 0;
      steps.startedMs[r] = NOON + Math.floor(row / 3) * 1000;
      steps.nextMs[r] = row % 3 === 2 ? NaN : (steps.nextMs[r] ?? 0) + 100;
    }
  },
};

const rowsOf = (schema: Schema, first: number, count: number, step = 1): readonly unknown[] => {
  const batch = compile(schema, { seed: 1 }).fill(newBatch(), { first, count, step, time: TIMES });
  return Array.from(texts(batch), (row) => JSON.parse(row) as unknown);
};

describe('the steps of a journey in time', () => {
  const of = { of: 'status' };
  const schema = schemaOf({
    nested: { type: 'object', fields: { step: { type: 'catbird.step', params: of } } },
    next: { type: 'catbird.next', params: of },
    status: { type: 'catbird.journey', params: ORDER },
    id: { type: 'catbird.session', params: { of: 'status', form: 'integer' } },
    at: { type: 'catbird.timestampNow' },
    started: { type: 'catbird.started', params: { of: 'status', form: 'datetime' } },
    total: { type: 'number.int', per: 'id' },
    paid_total: {
      type: 'catbird.lookup',
      params: {
        field: 'status',
        cases: { paid: { type: 'catbird.started', params: of } },
        default: { type: 'catbird.step', params: of },
      },
    },
    steps: { type: 'catbird.step', params: of, count: 2 },
  });

  test('are the state, the number, the times and the session of each row', () => {
    const [placed, paid, shipped, other] = rowsOf(schema, 3, 4) as Record<string, unknown>[];
    expect(placed).toEqual({
      nested: { step: 0 },
      next: '2026-03-01T12:00:01.100Z',
      status: 'placed',
      id: 2,
      at: '2026-03-01T12:00:01.000Z',
      started: '2026-03-01T12:00:01',
      total: expect.any(Number) as number,
      paid_total: 0,
      steps: [0, 0],
    });
    const { total } = placed ?? {};
    expect(paid).toMatchObject({ status: 'paid', id: 2, nested: { step: 1 }, total, steps: [1, 1] });
    expect(paid).toMatchObject({ paid_total: '2026-03-01T12:00:01.000Z', next: '2026-03-01T12:00:01.200Z' });
    expect(shipped).toMatchObject({ status: 'shipped', id: 2, next: null, paid_total: 2, total });
    expect(other).toMatchObject({ status: 'placed', id: 3, nested: { step: 0 } });
    expect(other?.['total']).not.toBe(total);
  });

  test('are the same in any batches', () => {
    const whole = rowsOf(schema, 0, 400);
    expect([0, 130, 257].flatMap((first, i) => rowsOf(schema, first, [130, 127, 143][i] ?? 0))).toEqual(
      whole,
    );
    expect([0, 1, 2].map((first) => rowsOf(schema, first, 100, 3))).toEqual(
      [0, 1, 2].map((first) => whole.filter((_, row) => row % 3 === first).slice(0, 100)),
    );
  });

  test('cannot be written without their times', () => {
    const fill = (time: RowTimes): unknown =>
      compile(schema, { seed: 1 }).fill(newBatch(), { first: 0, count: 1, time });
    expect(() => fill({ put: (ms) => ms.fill(NOON) })).toThrow(RangeError);
  });
});

test('a journey with waits is the journey of its schema', () => {
  const { journey } = schemaOf({
    step: {
      type: 'catbird.journey',
      hidden: true,
      params: {
        states: { a: { b: 1, c: 2, end: 1 }, b: { a: 0, end: 1 }, c: {}, 'a>b': { a: 1 } },
        start: { c: 0, a: 3 },
        wait: { a: { min: '1s', max: '1m30s' }, 'a>c': '250ms', 'a>b>a': { mean: '2h' } },
        only: ['c', 'a', 'c'],
        deck: 256,
        longest: '1d',
      },
    },
    id: { type: 'catbird.session', params: { of: 'step' } },
  });
  const between = { kind: 'between', minMs: 1000, maxMs: 90_000 };
  expect(journey).toEqual({
    name: 'step',
    states: ['a', 'b', 'c', 'a>b'],
    begins: [{ to: 0, weight: 3 }],
    ways: [
      [
        { to: 1, weight: 1, wait: between },
        { to: 2, weight: 2, wait: { kind: 'exactly', ms: 250 } },
        { to: -1, weight: 1, wait: between },
      ],
      [{ to: -1, weight: 1, wait: { kind: 'exactly', ms: 0 } }],
      [],
      [{ to: 0, weight: 1, wait: { kind: 'mean', meanMs: 7_200_000 } }],
    ],
    only: [0, 2],
    deck: 256,
    longestMs: 86_400_000,
  });
  const plain = { step: { type: 'catbird.journey', params: { states: { a: {} } } } };
  expect(schemaOf(plain).journey).toBeUndefined();
});

describe('an issue at its place', () => {
  const issuesOf = (schema: object): readonly SchemaIssue[] => {
    const result = parseSchema(JSON.stringify(schema));
    return result.ok ? [] : result.issues;
  };
  const place = ({ path, message, hint }: SchemaIssue): unknown => [path.join('.'), message, hint];

  test.each([
    [{ wait: { placd: '5m' } }, 'wait.placd', 'wait names unknown state placd', 'Did you mean placed?'],
    [
      { wait: { 'placed>piad': '5m' } },
      'wait.placed>piad',
      'wait names unknown state piad',
      'Did you mean paid?',
    ],
    [
      { wait: { 'plaecd>paid': '5m' } },
      'wait.plaecd>paid',
      'wait names unknown state plaecd',
      'Did you mean placed?',
    ],
    [
      { wait: { 'placed>shipped': '5m' } },
      'wait.placed>shipped',
      'placed does not lead to shipped',
      'placed leads to paid, cancelled',
    ],
    [
      { wait: { 'shipped>paid': '5m' } },
      'wait.shipped>paid',
      'shipped does not lead to paid',
      'shipped leads to no state',
    ],
    [
      { wait: { shipped: '5m' } },
      'wait.shipped',
      'shipped leads to no other state, so it has nothing to wait for',
      'Remove this wait',
    ],
    [
      { wait: { 'placed>end': '5m' } },
      'wait.placed>end',
      'end is no step, so placed>end cannot have a wait',
      'Remove it, or add a last state without moves',
    ],
    [
      { wait: { placed: '8d' } },
      'wait.placed',
      'A wait of 8d is longer than longest (7d), so the next step would never come',
      'Shorten it, or set longest',
    ],
    [
      { wait: { placed: { min: '1m', max: '2h' } }, longest: '1h' },
      'wait.placed.max',
      'max of 2h is longer than longest (1h), so the next step would never come',
      'Shorten it, or set longest',
    ],
    [
      { wait: { placed: { mean: '0s' } } },
      'wait.placed.mean',
      'mean must be longer than 0',
      'For no wait at all, write "0s"',
    ],
    [{ longest: '0s' }, 'longest', 'longest must be longer than 0', 'Omit it for 7d'],
    [{ longest: `${'9'.repeat(400)}d` }, 'longest', 'longest must be at most 36525d', 'Omit it for 7d'],
    [{ deck: 1000 }, 'deck', 'deck must be a power of two', 'Did you mean 1024?'],
    [{ only: ['placed', 'shiped'] }, 'only.1', 'only names unknown state shiped', 'Did you mean shipped?'],
    [
      { only: ['placed', 'end'] },
      'only.1',
      'end is no step, so only cannot choose it',
      'Remove it, or name the last state',
    ],
    [
      { start: 'shipped', only: ['paid'] },
      'only',
      'No journey comes to paid, so there would be no rows',
      'Journeys come to shipped',
    ],
    [
      { sessions: 10 },
      'sessions',
      'sessions is not allowed with wait: the rate and the waits make the number of journeys',
      'Remove sessions',
    ],
    [
      { wait: undefined, only: ['paid'] },
      'only',
      'only is only for journeys in time, and wait is missing',
      'Add how long each state takes: "wait": {"placed": "5m"}',
    ],
    [{ start: 'plaed' }, 'start', 'start leads to unknown state plaed', 'Did you mean placed?'],
  ])('for %j', (params, path, message, hint) => {
    const schema = { status: { type: 'catbird.journey', params: { ...ORDER, ...params } } };
    expect(issuesOf(schema).map(place)).toEqual([
      [`status.params.${path}`, `catbird.journey: ${message}`, hint],
    ]);
  });

  test.each([
    [{ wait: { placed: '-8s' } }, 'wait.placed', 'A duration cannot be negative: -8s'],
    [{ wait: { placed: 'soon' } }, 'wait.placed', 'A duration must be written like 30s, 5m or 1h30m: soon'],
    [{ wait: { placed: { mean: '-1m' } } }, 'wait.placed.mean', 'A duration cannot be negative: -1m'],
    [{ wait: { placed: { min: '1m' } } }, 'wait.placed', 'max must be a string'],
    [{ wait: { placed: { median: '1m' } } }, 'wait.placed', 'sigma must be a number'],
    [{ wait: { placed: { median: '1m', sigma: -1 } } }, 'wait.placed.sigma', 'sigma must be at least 0'],
    [{ wait: { placed: { mean: '1m', spread: 1 } } }, 'wait.placed.spread', 'Unknown param spread'],
    [{ wait: { placed: { min: '2m', max: '1m' } } }, 'wait.placed.max', 'max 1m must be at least min 2m'],
    [{ wait: { placed: 8 } }, 'wait.placed', 'placed must be a string'],
    [{ only: [] }, 'only', 'only must not be empty'],
    [{ deck: 128 }, 'deck', 'deck must be at least 256'],
    [{ deck: 2 ** 17 }, 'deck', 'deck must be at most 65,536'],
    [{ longest: '-1d' }, 'longest', 'A duration cannot be negative: -1d'],
  ])('for the value of %j', (params, path, message) => {
    const schema = { status: { type: 'catbird.journey', params: { ...ORDER, ...params } } };
    expect(issuesOf(schema).map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      [`status.params.${path}`, `catbird.journey: ${message}`],
    ]);
  });

  const timed = { type: 'catbird.journey', params: ORDER };
  const PLACE =
    'catbird.journey: A journey in time is a field at the top of the schema, because its steps are the rows';
  const id = { type: 'string.uuid' };

  test.each([
    ['in an object', { id, o: { type: 'object', fields: { status: timed } } }, 'o.fields.status', PLACE],
    [
      'in a list',
      { id, o: { type: 'object', fields: { status: timed }, count: 3 } },
      'o.fields.status',
      PLACE,
    ],
    ['in arguments', { id, o: { type: 'oneOf', params: [{ field: timed }] } }, 'o.params.0.field', PLACE],
    [
      'in an entity',
      { id, $entities: { user: { size: 9, fields: { status: timed } } } },
      '$entities.user.fields.status',
      PLACE,
    ],
    [
      'with a count',
      { status: { ...timed, count: 2 } },
      'status.count',
      'catbird.journey: count is not allowed: each row is one step of a journey in time',
    ],
    [
      'with nulls',
      { status: { ...timed, nulls: 0.1 } },
      'status.nulls',
      'catbird.journey: nulls is not allowed: each row is one step of a journey in time',
    ],
    [
      'with missing values',
      { status: { ...timed, missing: 0.1 } },
      'status.missing',
      'catbird.journey: missing is not allowed: each row is one step of a journey in time',
    ],
    [
      'with a condition',
      { id, status: { ...timed, if: 'index() > 1' } },
      'status.if',
      'catbird.journey: if is not allowed: each row is one step of a journey in time',
    ],
    [
      'with a param that reads a field',
      { n: { type: 'number.int' }, status: { ...timed, params: { ...ORDER, deck: { ref: 'n' } } } },
      'status.params.deck',
      'catbird.journey: deck cannot be read from a field',
    ],
    [
      'with per',
      { id, status: { ...timed, per: 'id' } },
      'status.per',
      'catbird.journey: per is not allowed: the value depends only on the row',
    ],
    [
      'besides another one',
      { status: timed, other: timed },
      'other',
      'catbird.journey: Rows are the steps of one journey in time, and status is one already',
    ],
    [
      'of which no sampled journey comes to the chosen state',
      {
        status: {
          type: 'catbird.journey',
          params: { states: { a: { b: 1, c: 1e12 }, b: {}, c: {} }, wait: { a: '1s' }, only: ['b'] },
        },
      },
      'status.params',
      'catbird.journey: None of 4,096 sampled journeys comes to b. Increase deck, the number of samples, or the weights',
    ],
    [
      'read by a step of something else',
      {
        status: { type: 'catbird.journey', params: { states: { a: {} } } },
        n: { type: 'catbird.step', params: { of: 'status' } },
      },
      'n.params',
      'catbird.step: Field status must be a journey in time: a catbird.journey with wait',
    ],
  ])('for a journey in time %s', (_, schema, path, message) => {
    expect(issuesOf(schema).map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
  });
});
