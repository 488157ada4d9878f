import { expect, test } from 'vitest';
import { rowsOf, type Asked } from '../../../test/rows.ts';
import { newBatch, texts } from '../../rows/batch.ts';
import { compile } from '../../rows/writer.ts';
import { parseSchema } from '../../schema/parse.ts';
import type { Schema } from '../../model/schema.ts';

const numbered = (number: string, params: object = {}): object => ({
  type: 'catbird.entity',
  params: { of: 'account', number, ...params },
});
const ref = (path: string): object => ({ type: 'catbird.ref', params: path });
const expression = (text: string): object => ({ type: 'catbird.expression', params: text });

const ACCOUNT = {
  size: 30,
  key: { type: 'catbird.template', params: 'acc-{{number}}' },
  fields: {
    name: { type: 'person.fullName' },
    // A tree: each account was opened by another one.
    opener: numbered('floor(number / 2)'),
    opener_name: ref('opener.name'),
  },
};

const parse = (fields: object, account: object = ACCOUNT) =>
  parseSchema(JSON.stringify({ $entities: { account }, ...fields }));

function schemaOf(fields: object, account?: object): Schema {
  const result = parse(fields, account);
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.schema;
}

type Row = Readonly<Record<string, unknown>>;
const parsed = (schema: Schema, asked: Asked): readonly Row[] =>
  rowsOf(schema, asked).map((row) => JSON.parse(row) as Row);

const READ = { name: ref('to.name'), opener: ref('to.opener'), by: ref('to.opener.name') };
const ALL = { to: { type: 'catbird.entity', params: { of: 'account', skew: 'inOrder' } }, ...READ };

const SCHEMA = schemaOf({
  wanted: { type: 'number.int', params: { min: -3, max: 40 } },
  // Also fractions, and what is no number.
  computed: expression('wanted == 13 ? "13" : wanted == 14 ? 14.5 : wanted * 0.1 * 10'),
  to: numbered('computed'),
  ...READ,
  list: {
    type: 'object',
    count: { min: 0, max: 3 },
    fields: { pick: { type: 'number.int', params: { max: 31 } }, to: numbered('pick'), ...READ },
  },
});

test('an entity is read by a computed number, at any depth and in any shard, and is null where there is none', () => {
  const byNumber = new Map<unknown, Row>(
    parsed(schemaOf(ALL), { count: 30, seed: 3 }).map((row, i) => [i + 1, row]),
  );
  const nothing = { to: null, name: null, opener: null, by: null };
  const rows = parsed(SCHEMA, { count: 600, seed: 3 });
  for (const { wanted, computed: _, list, ...own } of rows) {
    const number = wanted === 13 || wanted === 14 ? undefined : wanted;
    expect(own).toEqual(byNumber.get(number) ?? nothing);
    for (const { pick, ...element } of list as readonly Row[])
      expect(element).toEqual(byNumber.get(pick) ?? nothing);
  }
  for (const [number, { opener, by }] of byNumber)
    expect([opener, by]).toEqual(
      number === 1
        ? [null, null]
        : [`acc-${Math.floor(Number(number) / 2)}`, byNumber.get(Math.floor(Number(number) / 2))?.['name']],
    );
  expect(rows.filter(({ to }) => to === null).length / 600).toBeCloseTo(16 / 44, 1);
  const writer = compile(SCHEMA, { seed: 3 });
  const shard = texts(
    writer.fill(newBatch(), { first: 1, step: 3, count: 200, time: { startMs: 0, stepMs: 0 } }),
  );
  const whole = parsed(SCHEMA, { count: 600, seed: 3, startMs: 0 });
  expect(Array.from(shard, (row) => JSON.parse(row) as Row)).toEqual(whole.filter((_, i) => i % 3 === 1));
});

test('an expression may draw, and numbers have the shares of its draws', () => {
  const rows = parsed(schemaOf({ to: numbered('1 + floor(rand() * rand() * 3)') }), { count: 20_000 });
  const share = (key: string): number => rows.filter(({ to }) => to === key).length / rows.length;
  // The product of two uniform numbers is below x with the probability x − x ln x.
  const below = (x: number): number => x - x * Math.log(x);
  expect(share('acc-1')).toBeCloseTo(below(1 / 3), 2);
  expect(share('acc-2')).toBeCloseTo(below(2 / 3) - below(1 / 3), 2);
  expect(share('acc-3')).toBeCloseTo(1 - below(2 / 3), 2);
});

test('an entity that grows is null before it exists', () => {
  const account = {
    size: 30,
    grow: { from: 2, perSecond: 1 },
    fields: { at: { type: 'catbird.timestampNow' } },
  };
  const schema = schemaOf(
    { n: { type: 'catbird.sequence' }, to: numbered('n + 2'), at: ref('to.at') },
    account,
  );
  const rows = parsed(schema, { count: 6, stepMs: 2000, startMs: 0 });
  // Two from the beginning, and one a second: number 4 is created in the moment of its row, not before.
  expect(rows.map(({ to }) => to)).toEqual([null, null, 5, 6, 7, 8]);
  for (const { to, at } of rows)
    expect(typeof at === 'string' ? Date.parse(at) : at).toBe(to === null ? null : (Number(to) - 2) * 1000);
});

test.each([
  [numbered('1 +'), /^catbird.entity: number: /],
  [numbered('"a"'), 'catbird.entity: number must be a number from 1 on, not a string'],
  [numbered('nope'), /Unknown field nope/],
  [
    numbered('1', { skew: 'turns' }),
    'catbird.entity: skew is for entities that are drawn, and number says which one it is',
  ],
  [numbered('to.name'), /circular|reads/i],
])('%j is an issue', (to, message) => {
  const result = parse({ to });
  expect(result.ok ? [] : result.issues.map((issue) => issue.message)).toEqual([
    typeof message === 'string' ? message : expect.stringMatching(message),
  ]);
});
