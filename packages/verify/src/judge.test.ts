import { compile, loadData, parseSchema, templates } from '@catbird/engine';
import { expect, test } from 'vitest';
import { everyNth, longOnly } from '../../../test/long.ts';
import type { Arrived, JudgeOptions } from './contract.ts';
import { newJudge } from './judge.ts';
import { listedTruth, partOf } from './parts.ts';
import { parseRow, type RowObject } from './parse-row.ts';
import { rowsAt, truthOf, type Truth } from './truth.ts';
import { headline } from './sentences.ts';

const SCHEMA = {
  id: { type: 'string.uuid' },
  n: { type: 'catbird.sequence' },
  user: { type: 'catbird.key', params: { name: 'user', size: 300 } },
  city: { type: 'catbird.pick', params: { values: ['Zürich', 'London', 'Paris', '東京', 'Köln', 'Oslo'] } },
  amount: { type: 'catbird.logNormal', params: { median: 40, fractionDigits: 2 } },
  price: { type: 'number.float', params: { min: 0, max: 5000, fractionDigits: 4 } },
  big: { type: 'number.int', params: { min: 0, max: 6_000_000_000 } },
  note: { type: 'lorem.sentence' },
  opt: { type: 'person.firstName', nulls: 0.1 },
  status: { type: 'helpers.arrayElement', params: ['new', 'paid', 'sent', 'lost'] },
  zip: { type: 'string.numeric', params: { length: 5, allowLeadingZeros: true } },
  ok: { type: 'datatype.boolean' },
  at: { type: 'catbird.timestampNow' },
  tags: { type: 'lorem.word', count: 3 },
};
const ROWS = 1300;
const TIME = { startMs: Date.UTC(2026, 2, 1), stepMs: 8640 };

async function truthFor(schema: object, rows: number, seed = 7): Promise<Truth> {
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  await loadData(parsed.schema);
  return truthOf(compile(parsed.schema, { seed }), TIME, rows);
}

const truth = await truthFor(SCHEMA, ROWS);
/** Enough of them where few are changed. */
const MANY = 2600;
const rowsOf = (of: Truth, count: number): RowObject[] =>
  rowsAt(
    of,
    Float64Array.from({ length: count }, (_, i) => i),
  ) as RowObject[];
const all = rowsOf(truth, ROWS);

function judged(arrived: readonly Arrived[], options: JudgeOptions = {}, of = truth) {
  const judge = newJudge(of, options);
  judge.take(arrived);
  return judge.report();
}
const encoder = new TextEncoder();
const lines = (rows: readonly RowObject[]): Uint8Array[] =>
  rows.map((row) => encoder.encode(JSON.stringify(row)));

test('rows as they were sent are right, as bytes, in any order, and as texts of a CSV', () => {
  const shuffled = all.toSorted((a, b) => String(a['id']).localeCompare(String(b['id'])));
  const texts = all.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
      ]),
    ),
  );
  for (const [arrived, options] of [
    [lines(all), {}],
    [lines(shuffled), {}],
    [shuffled, {}],
    [texts, { isLoose: true, emptyIsNull: true }],
  ] as const) {
    const { verdict, counts } = judged(arrived, options);
    expect(counts).toMatchObject({
      expected: ROWS,
      right: ROWS,
      changed: 0,
      missing: 0,
      extra: 0,
      doubled: 0,
    });
    expect(verdict).toBe('right');
  }
});

test('a single changed, missing, doubled, extra and unreadable row is found, with its number', () => {
  const rows: Arrived[] = [...lines(all)];
  rows[17] = { ...all[17], status: 'void' };
  rows.splice(1000, 1);
  rows.push(...lines(all.slice(1200, 1201)), { ...all[0], id: 'nobody', n: -5 }, encoder.encode('{"half":'));
  const { verdict, counts, missing, doubled, changed } = judged(rows);
  expect(verdict).toBe('wrong');
  expect(counts).toMatchObject({
    expected: ROWS,
    right: ROWS - 2,
    changed: 1,
    missing: 1,
    doubled: 1,
    extra: 1,
    unreadable: 1,
  });
  expect(missing.ranges).toEqual([[1000, 1001]]);
  expect(doubled.ranges).toEqual([[1200, 1201]]);
  expect(changed).toMatchObject([{ column: 'status', rows: 1, examples: [{ row: 17, arrived: 'void' }] }]);
});

const text = (change: (value: string) => unknown) => (value: unknown) =>
  typeof value === 'string' ? change(value) : value;
const numeric = (change: (value: number) => unknown) => (value: unknown) =>
  typeof value === 'number' ? change(value) : value;
const later = (ms: number) => text((value) => new Date(Date.parse(value) + ms).toISOString());
const bytes = (value: string): Uint8Array => encoder.encode(value);

const CORRUPTIONS: readonly (readonly [
  column: string,
  cause: RegExp,
  change: (value: unknown) => unknown,
])[] = [
  ['at', /^1 h later/, later(3_600_000)],
  ['at', /^5.5 h earlier|^330 min earlier/, later(-330 * 60_000)],
  ['at', /truncated to the second/, text((value) => value.replace(/\.\d+/, '.000'))],
  ['at', /truncated to the minute/, text((value) => `${value.slice(0, 16)}:00.000Z`)],
  ['at', /day without its time|truncated to the day/, text((value) => value.slice(0, 10))],
  ['at', /seconds since 1970/, text((value) => Math.floor(Date.parse(value) / 1000))],
  ['amount', /truncated to whole numbers/, numeric(Math.trunc)],
  ['amount', /rounded to 1 decimal/, numeric((value) => Math.round(value * 10) / 10)],
  ['price', /rounded to 2 decimals/, numeric((value) => Number(value.toFixed(2)))],
  ['price', /single precision/, numeric(Math.fround)],
  ['amount', /100 times as large/, numeric((value) => Math.round(value * 100))],
  ['amount', /text in place of a number/, numeric(String)],
  ['amount', /^limited to at most 60$/, numeric((value) => Math.min(value, 60))],
  [
    'price',
    /^rounded to 2 decimals.*limited to at most 999.99/,
    numeric((value) => Math.min(Number(value.toFixed(2)), 999.99)),
  ],
  ['price', /^0.7 more$/, numeric((value) => Math.round((value + 0.7) * 10_000) / 10_000)],
  ['big', /^12 less$/, numeric((value) => value - 12)],
  ['at', /^7 s later$/, later(7000)],
  ['zip', /^another last digit$/, text((value) => value.slice(0, -1) + String((Number(value) * 7 + 3) % 10))],
  ['big', /wrapped around as an integer of 32/, numeric((value) => value | 0)],
  ['big', /limited to an integer of 32/, numeric((value) => Math.min(value, 2 ** 31 - 1))],
  ['zip', /leading zeros/, text(Number)],
  ['zip', /leading zeros/, text((value) => value.replace(/^0+(?=\d)/, ''))],
  ['note', /truncated to 30 characters/, text((value) => value.slice(0, 30))],
  [
    'city',
    /truncated to 5 bytes/,
    text((value) =>
      new TextDecoder().decode(bytes(value).subarray(0, value === '東京' ? 3 : value === 'Zürich' ? 5 : 5)),
    ),
  ],
  ['note', /padded to 120/, text((value) => value.padEnd(120))],
  ['city', /windows-1252$/, text((value) => new TextDecoder('windows-1252').decode(bytes(value)))],
  ['city', /became \?/, text((value) => value.replaceAll(/[^\p{ASCII}]/gu, '?'))],
  ['city', /U\+FFFD/, text((value) => value.replaceAll(/[^\p{ASCII}]/gu, '\uFFFD'))],
  ['note', /lower case/, text((value) => value.toLowerCase())],
  ['opt', /empty text in place of null/, (value) => value ?? ''],
  ['opt', /“null”/, (value) => value ?? 'null'],
  ['opt', /null in place of a value/, () => null],
  ['opt', /value is missing/, () => undefined],
  ['ok', /1 and 0/, Number],
  ['tags', /list or an object as text/, (value) => JSON.stringify(value)],
  ['tags', /first of a list/, (value) => (value as unknown[])[0]],
  [
    'status',
    /other names for 4 values/,
    text((value) => `${value.slice(0, 1).toUpperCase()}-${value.length}`),
  ],
  ['status', /^always new/, () => 'new'],
];

const hash = (n: number): number => {
  let h = Math.imul(n, 2654435761) >>> 0;
  h ^= h >>> 15;
  h = Math.imul(h, 0x735a2d97) >>> 0;
  return (h ^ (h >>> 15)) >>> 0;
};

for (const [share, rows, corruptions] of [
  [1, 600, everyNth(4, CORRUPTIONS)],
  [0.02, MANY, everyNth(8, CORRUPTIONS)],
] as const)
  test.each(corruptions)(
    `%s: %s is the first cause, with ${share * 100} % of rows`,
    async (column, cause, change) => {
      const own = await truthFor(SCHEMA, rows);
      const whole = rowsOf(own, rows);
      const arrived = whole.map((row, i) =>
        hash(i) % 1000 < share * 1000
          ? (parseRow(JSON.stringify({ ...row, [column]: change(row[column]) })) ?? row)
          : row,
      );
      const isSameTime = (i: number): boolean =>
        Date.parse(String(arrived[i]?.['at'])) === Date.parse(String(whole[i]?.['at']));
      const isSame = (row: RowObject, i: number): boolean =>
        JSON.stringify(row) === JSON.stringify(whole[i]) || (column === 'at' && isSameTime(i));
      const differing = arrived.filter((row, i) => !isSame(row, i)).length;
      const { counts, changed } = judged(arrived, {}, own);
      const [found] = changed;
      expect(counts).toMatchObject({ missing: 0, extra: 0, doubled: 0 });
      expect(counts.changed).toBe(differing);
      expect(found?.column).toBe(column);
      expect(found?.rows).toBe(differing);
      expect(found?.causes[0]?.text).toMatch(cause);
    },
  );

test.each([
  ['a range of rows', (_: RowObject, i: number) => i >= 512 && i < 1024, /^rows 512 – 1,023$/],
  ['every fourth row', (_: RowObject, i: number) => i % 4 === 2, /^every 4th row, from row 2/],
  ['rows without a value', ({ opt }: RowObject) => opt === null, /^opt is null$/],
  ['numbers beyond 2^31', ({ big }: RowObject) => Number(big) > 2 ** 31 - 1, /^big ≥ 21/],
  ['long texts', ({ note }: RowObject) => String(note).length > 60, /^length of note ≥ 61$/],
  [
    'accents',
    ({ city }: RowObject) => /[^\p{ASCII}]/u.test(String(city)),
    /^city has characters other than ASCII$/,
  ],
  ['one value', ({ status }: RowObject) => status === 'lost', /^status = lost$/],
] as const)('the report names which rows are missing: %s', (_, isLost, pattern) => {
  const { missing } = judged(all.filter((row, i) => !isLost(row, i)));
  expect(missing.patterns[0]?.text).toMatch(pattern);
  expect(missing.patterns[0]?.isExact).toBe(true);
});

test('rows missing by chance have no pattern, and noise has no cause', () => {
  const { missing } = judged(all.filter((_, i) => hash(i + 5) % 25 !== 0));
  expect(missing.rows).toBeGreaterThan(30);
  expect(missing.patterns).toEqual([]);
  const noisy = all.map((row, i) => (hash(i) % 20 === 0 ? { ...row, amount: hash(i * 3) / 1000 } : row));
  expect(judged(noisy).changed[0]?.causes).toEqual([]);
});

test('a damaged identity is a changed column, not a missing and an extra row', () => {
  const cut = all.map((row) => ({ ...row, id: String(row['id']).slice(0, 30) }));
  const { counts, changed } = judged(cut, { identity: ['id'], ignore: ['n'] });
  expect(counts).toMatchObject({ missing: 0, extra: 0, changed: ROWS });
  expect(changed[0]).toMatchObject({
    column: 'id',
    causes: [{ text: expect.stringMatching('truncated to 30 ') as string }],
  });
});

test('digits beyond 2^53 are compared, and their loss has its cause', async () => {
  const large = await truthFor(
    {
      n: { type: 'catbird.sequence' },
      big: { type: 'number.bigInt', params: { min: '900719925474099300', max: '999999999999999999' } },
    },
    200,
  );
  const rows = rowsOf(large, 200);
  const whole = newJudge(large);
  whole.take(rows);
  expect(whole.report().verdict).toBe('right');
  const rounded = newJudge(large);
  rounded.take(
    rows.map((row) => ({
      ...row,
      big: typeof row['big'] === 'bigint' ? BigInt(Number(row['big'])) : String(BigInt(Number(row['big']))),
    })),
  );
  expect(rounded.report().changed[0]?.causes[0]?.text).toMatch(/2\^53/);
});

test('all templates are right when they arrive as they are', async () => {
  const count = longOnly([2000])[0] ?? 200;
  for (const template of templates) {
    const parsed = parseSchema(template.text);
    if (!parsed.ok) throw new Error(template.name);
    await loadData(parsed.schema);
    if (parsed.schema.journey !== undefined) continue;
    const whole = truthOf(compile(parsed.schema, { seed: 3 }), TIME, count);
    const rows = rowsOf(whole, count);
    const judge = newJudge(whole);
    judge.take(rows.toReversed());
    expect([template.name, judge.report().counts]).toMatchObject([
      template.name,
      { expected: count, right: count, extra: 0, doubled: 0 },
    ]);
  }
});

test('all rows that differ can be had, however few the report shows, and a report can be repeated', () => {
  const changed = new Map<number, readonly string[]>();
  const judge = newJudge(truth, {
    examples: 2,
    onChanged: (row, differences) =>
      changed.set(
        row,
        differences.map(({ column }) => column),
      ),
  });
  const arrived = all
    .map((row, i) => (i % 10 === 0 ? { ...row, status: 'void' } : i === 55 ? { ...row, id: 'lost' } : row))
    .filter((_, i) => i < 100 || i >= 130);
  judge.take([...arrived, { id: 'nobody' }]);
  const [report, again] = [judge.report(), judge.report()];
  expect(again).toEqual(report);
  expect(changed.size).toBe(ROWS / 10 - 3);
  expect(changed.get(ROWS - 10)).toEqual(['status']);
  expect(report.changed.map(({ column, rows, examples }) => [column, rows, examples.length])).toEqual([
    ['status', ROWS / 10 - 3, 2],
    ['id', 1, 1],
  ]);
  const { missing, extra, changed: found } = judge.leftOver();
  expect(Array.from(missing, ({ row }) => row)).toEqual(Array.from({ length: 30 }, (_, i) => 100 + i));
  expect([...extra]).toEqual([{ arrived: { id: 'nobody' } }]);
  expect([...found]).toEqual([{ row: 55, column: 'id', expected: all[55]?.['id'], arrived: 'lost' }]);
});

test('equal rows count as one another, in order and later, with copies and without', async () => {
  const few = await truthFor({ ok: { type: 'datatype.boolean' } }, 200);
  const rows = rowsOf(few, 200);
  const sent = lines(rows);
  const moved = [...sent.slice(0, 150), ...sent.slice(170), ...sent.slice(150, 170)];
  const verdictOf = (arrived: readonly Arrived[], stage: 'raw' | 'deduped') => {
    const judge = newJudge(few, { stage });
    judge.take(arrived);
    return judge.report().verdict;
  };
  expect(verdictOf(moved, 'raw')).toBe('right');
  expect(verdictOf(sent.slice(1), 'raw')).toBe('wrong');
  expect(verdictOf([...sent, ...sent.slice(0, 1)], 'raw')).toBe('wrong');
  expect(verdictOf(lines([{ ok: true }, { ok: false }]), 'deduped')).toBe('right');
  expect(verdictOf(lines([{ ok: true }]), 'deduped')).toBe('wrong');
});

test('the order of rows is judged only if it is asked for', () => {
  const swapped = all.with(10, all[11] ?? {}).with(11, all[10] ?? {});
  expect(judged(swapped)).toMatchObject({ verdict: 'right', order: { rows: 1, most: 1 } });
  const { verdict, checks } = judged(swapped, { allow: { order: 0 } });
  expect(verdict).toBe('wrong');
  expect(checks.at(-1)).toEqual({ name: 'order', rows: 1, allowed: 0, verdict: 'wrong' });
  expect(judged(swapped, { allow: { order: 0.001 } }).verdict).toBe('right');
  expect(judged(swapped, {}, { ...truth, isShuffled: true }).order).toBeUndefined();
});

test('a change of all rows that arrive is certain, however many are missing', () => {
  const arrived = all
    .filter((row) => row['opt'] !== null && row['status'] !== 'lost')
    .map((row) => ({ ...row, amount: Math.trunc(Number(row['amount'])) }));
  const { changed, missing } = judged(arrived);
  expect(missing.rows).toBe(ROWS - arrived.length);
  expect(changed[0]).toMatchObject({
    column: 'amount',
    causes: [{ text: 'truncated to whole numbers', certainty: 'certain' }],
    patterns: [],
  });
});

test('rows with the same id are not taken for one another, although the first rows have ids of their own', () => {
  const rows = Array.from({ length: 6000 }, (_, i) => ({
    id: `r${i === 4501 ? 4500 : i}`,
    value: i % 7,
    at: i,
  }));
  const own = listedTruth(lines(rows));
  for (const arrived of [
    rows,
    [...rows.slice(0, 4500), ...rows.slice(4500, 4502).toReversed(), ...rows.slice(4502)],
  ]) {
    const judge = newJudge(own, { isLoose: true, ignore: ['at'] });
    judge.take(arrived.map(({ id, value, at }) => ({ at: String(at), value: String(value), id })));
    expect(judge.report()).toMatchObject({ verdict: 'right', counts: { right: 6000, changed: 0 } });
  }
});

test('rows of another seed are not taken for changed ones because a few values are alike', async () => {
  const schema = {
    at: { type: 'catbird.timestampNow' },
    sensor: { type: 'number.int', params: { min: 1, max: 9 } },
    ok: { type: 'datatype.boolean' },
    note: { type: 'lorem.word' },
  };
  const [one, other] = [await truthFor(schema, 500), await truthFor(schema, 500, 8)];
  const judge = newJudge(one, { ignore: ['at'] });
  judge.take(rowsOf(other, 500));
  const { counts, notes } = judge.report();
  expect(counts.changed).toBe(0);
  expect(counts.missing).toBe(counts.extra);
  expect(notes.join()).toContain('No column tells rows apart');
});

test('rows that arrived although none was sent are extra, and the headline says so', async () => {
  const judge = newJudge(await truthFor(SCHEMA, 0), { identity: ['id'] });
  judge.take(all.slice(0, 3));
  expect(headline(judge.report())).toBe('No rows were expected; 3 extra.');
});

test('a column that arrived without being expected is counted once for each row', () => {
  const arrived = all.map((row) => ({ ...row, id: row['n'] === 7 ? 'other' : row['id'], loaded: 1 }));
  const judge = newJudge(truth, { identity: ['id'] });
  judge.take(arrived);
  for (const { notes } of [judge.report(), judge.report()])
    expect(notes).toEqual([`Not compared: loaded, which no row of the stream has (in ${ROWS - 1} rows)`]);
});

test('rows that are known without being read count', () => {
  const others = { right: 50, arrived: 60, extra: 7, repeated: 3 };
  const part = partOf(truth, Float64Array.of(10, 11, 12, 13), others);
  const { counts } = judged(lines(all.slice(10, 14)), {}, part);
  expect(counts).toMatchObject({ expected: 54, arrived: 64, right: 54, extra: 7, repeated: { rows: 3 } });
});

test('a note names a likely mistake', () => {
  expect(judged([]).notes).toContainEqual(expect.stringContaining('No row arrived'));
  expect(() => newJudge(truth, { identity: ['nope'] })).toThrow(
    'No row has the column nope. Choose from id, n, user',
  );
});

test('where columns have kinds of their own, digits may be numbers, and inside of JSON they may not', () => {
  const row = {
    id: 1,
    digits: '9007199254740993',
    price: '12.50',
    zip: '00123',
    user: { age: 5, tags: [1, 2] },
  };
  const own = listedTruth(lines([row]));
  const changedIn = (text: string): readonly string[] => {
    const judge = newJudge(own, { isLoose: true });
    judge.take([encoder.encode(text)]);
    return judge.report().changed.map(({ column }) => column);
  };
  const stored = '"digits": 9007199254740993, "price": 12.50';
  const plain = `{"id": "1", ${stored}, "zip": "00123", "user": {"age": 5, "tags": [1, 2]}}`;
  expect(changedIn(plain)).toEqual([]);
  expect(changedIn(plain.replace('740993', '740992'))).toEqual(['digits']);
  expect(changedIn(plain.replace('"00123"', '123'))).toEqual(['zip']);
  expect(changedIn(plain.replace('5,', '"5",'))).toEqual(['user.age']);
  expect(changedIn(plain.replace('1, 2', '1, "2"'))).toEqual(['user.tags']);
  const flat = `{"id": 1, ${stored}, "zip": "00123", "user.age": "5", "user.tags": "[1,2]"}`;
  expect(changedIn(flat)).toEqual([]);
  expect(changedIn(flat.replace('"[1,2]"', '"[1,\\"2\\"]"'))).toEqual(['user.tags']);
});

test('padding and digits beyond 2^53 have their own causes where columns have kinds of their own', () => {
  const rows = Array.from({ length: 200 }, (_, i) => ({
    n: i,
    zip: String(i * 37).padStart(5, '0'),
    big: BigInt(i) * 7919n + 900719925474099301n,
    text: String(BigInt(i) * 7919n + 900719925474099301n),
  }));
  const lineOf = ({ big, ...row }: (typeof rows)[number]): string =>
    JSON.stringify({ ...row, big: 0 }).replace(/0\}$/, `${big}}`);
  const judge = newJudge(listedTruth(rows.map((row) => encoder.encode(lineOf(row)))), { isLoose: true });
  judge.take(
    rows.map(({ n, zip, big, text: digits }) => ({
      n,
      zip: zip.padEnd(8),
      big: String(Number(big)),
      text: String(Number(digits)),
    })),
  );
  const { changed } = judge.report();
  expect(Object.fromEntries(changed.map(({ column, causes: [cause] }) => [column, cause?.text]))).toEqual({
    zip: 'padded to 8 characters',
    big: 'whole numbers beyond 2^53 rounded, as in JavaScript',
    text: 'digits beyond 2^53 lost, as in JavaScript',
  });
});
