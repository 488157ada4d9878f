// cspell:words qzxpaid qzxrarely qzxa qzxb größe bcdfghjk Qzxlee Qzxray qzxmail qzxshop Qzxville Qzxtown Qzxham qzxlong qzxtext
import { messagesOf } from '../../engine/src/model/issue.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile, loadData, newBatch, parseSchema, texts } from '@catbird/engine';
import { mix } from '../../engine/src/numeric/random.ts';
import { newTiming, readTimeline } from '@catbird/engine';
import { readSample, type Sample } from './infer.ts';
import type { Draft, SchemaObject } from './draft.ts';

type Row = Readonly<Record<string, unknown>>;

const START_MS = Date.UTC(2026, 0, 1);

/** Names of fields that something else could be named, too. */
const NAMES = [
  'id|user_id|user|userId|name|full_name|email|city|country|country_code|first_name|last_name|phone|user.name',
  'person|place|end|state|type|key|session|at|ts|number|index|value|now|field|column|weight|of|params|fields|per',
  'person2|user_id_key|name_key|id_choice|$entities|$locale|$ref|$comment|__proto__|constructor|toString',
  `| |a b|a.b|a|items[]|x[0]|{{name}}|it"s|o'k|back\\slash|1|42|-|größe|名前|🙂|null|true|hasOwnProperty`,
].flatMap((names) => names.split('|'));

type Kind = keyof typeof VALUES;

interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly absent: 'never' | 'null' | 'missing';
}

/** Texts of the sample that no schema has by chance. */
const secret = (word: string, n: number): string => `qzx${word}${'bcdfghjk'[n % 8]}${n}wv`;

const ODD = `end|other|| |__proto__|{{name}}|"|\\|null|constructor|1|start`.split('|');

/** What a row draws from. */
interface Draws {
  readonly n: number;
  readonly key: number;
  readonly session: number;
  readonly step: number;
  readonly type: number;
  readonly chance: (salt: number) => number;
}

const uuidOf = (n: number): string =>
  `${(0x10000000 + n * 7919).toString(16)}-1234-4abc-8def-${String(n).padStart(12, '0')}`;

/** Kinds of fields. */
const VALUES = {
  key: ({ key }: Draws) => 1000 + key * 7,
  'text key': ({ key }: Draws) => secret('key', key),
  uuid: ({ session }: Draws) => uuidOf(session),
  follows: ({ key }: Draws) => secret('plan', (key * 7) % 5),
  state: ({ step }: Draws) => (step === 3 ? 'end' : secret('state', step)),
  session: ({ session }: Draws) => secret('visit', session),
  time: ({ n }: Draws) => new Date(START_MS + n * 60_000).toISOString(),
  type: ({ type }: Draws) => secret('type', type),
  'only of a type': ({ type, chance }: Draws) => (type === 0 ? Math.floor(chance(1) * 500) : undefined),
  number: ({ chance }: Draws) => Number((chance(2) * 1e4).toFixed(2)),
  enumeration: ({ chance }: Draws) => secret('enum', Math.floor(chance(3) * 4)),
  name: ({ key }: Draws) =>
    `${['Anna', 'Boris', 'Chloe'][key % 3] ?? ''} ${['Qzxlee', 'Qzxray'][key % 2] ?? ''}`,
  email: ({ key }: Draws) => `qzxmail${key}@qzxshop.example`,
  city: ({ key }: Draws) => ['Qzxville', 'Qzxtown', 'Qzxham'][key % 3],
  null: () => null,
  boolean: ({ chance }: Draws) => chance(4) < 0.3,
  list: ({ n, chance }: Draws) =>
    Array.from({ length: n % 4 }, (_, i) => secret('tag', Math.floor(chance(i) * 6))),
  object: ({ key, chance }: Draws) => ({ person: secret('in', key % 6), end: chance(5), 'a.b': { id: key } }),
  objects: ({ n, chance }: Draws) =>
    Array.from({ length: n % 3 }, () => ({ price: chance(6), name: 'Qzx Name' })),
  mixed: ({ n }: Draws) => (n % 3 === 0 ? n : n % 3 === 1 ? secret('mix', n % 9) : n % 2 === 0),
  text: ({ n, chance }: Draws) =>
    `qzxlong ${secret('w', n)} qzxtext ${secret('v', Math.floor(chance(7) * 99))}`,
  counter: ({ n }: Draws) => n + 1,
  late: ({ n, chance }: Draws) => new Date(START_MS + n * 60_000 + Math.floor(chance(8) * 9e5)).toISOString(),
  code: ({ chance }: Draws) => [200, 404, 503][Math.floor(chance(9) * 3)],
  phone: ({ key }: Draws) => `+49 30 9${String(key * 7919).padStart(6, '0')}`,
  category: ({ chance }: Draws) => ['qzxpaid', 'qzx_open', 'Qzx-late'][Math.floor(chance(10) ** 3 * 3)],
  'rare category': ({ n, chance }: Draws) =>
    n % 97 === 0 ? 'qzxrarely' : ['qzxa', 'qzxb'][Math.floor(chance(11) * 2)],
  odd: ({ n }: Draws) => ODD[n % ODD.length],
};

const KINDS = Object.keys(VALUES) as Kind[];

function rowsOf(columns: readonly Column[], count: number, keys: number, seed: number): Row[] {
  return Array.from({ length: count }, (_, n) => {
    const chance = (salt: number): number => (mix(mix(seed + n * 31) + salt) >>> 0) / 2 ** 32;
    const draws = {
      n,
      key: Math.floor(chance(99) ** 2 * keys),
      session: Math.floor(n / 4),
      step: n % 4,
      type: n % 3,
      chance,
    };
    const entries = columns.flatMap(({ name, kind, absent }, i): [string, unknown][] => {
      const value = VALUES[kind](draws);
      const isAbsent = absent !== 'never' && chance(100 + i) < 0.3;
      if (value === undefined || (isAbsent && absent === 'missing')) return [];
      return [[name, isAbsent ? null : value]];
    });
    return Object.fromEntries(entries) as Row;
  });
}

const sampleOf = (rows: readonly Row[]): Promise<Sample> =>
  readSample(bytesOf(rows.map((row) => JSON.stringify(row)).join('\n')));

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield new TextEncoder().encode(text);
}

/** As many rows of a schema, and as far apart, as those of the sample. */
async function madeBy(schema: SchemaObject, count: number): Promise<readonly Row[]> {
  const parsed = parseSchema(JSON.stringify(schema));
  if (!parsed.ok)
    throw new Error(parsed.issues.map(({ path, message }) => `${String(path)}: ${message}`).join('\n'));
  await loadData(parsed.schema);
  const isTimed = parsed.schema.journey !== undefined || parsed.schema.creation !== undefined;
  const timeline = isTimed
    ? readTimeline(parsed.schema, newTiming({ fromMs: START_MS, eps: 1 / 60 }), 'seed')
    : { ok: true as const, value: { startMs: START_MS, stepMs: 60_000 } };
  if (!timeline.ok) throw new Error(messagesOf(timeline.issues).join('. '));
  const writer = compile(parsed.schema, { seed: 'seed' });
  const rows: Row[] = [];
  while (rows.length < count) {
    const batch = writer.fill(newBatch(), {
      first: rows.length,
      count: count - rows.length,
      time: timeline.value,
    });
    rows.push(...[...texts(batch)].map((text) => JSON.parse(text) as Row));
  }
  return rows;
}

const RESERVED = new Set(['$entities', '$locale', '$comment', '$schema']);

/** Paths of the fields of a row, without those in lists. */
function pathsOf(rows: readonly Row[]): string[] {
  const paths = new Set<string>();
  const walk = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) value.forEach((each) => walk(each, [...path, '[]']));
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (path.length === 0 && RESERVED.has(name)) continue;
        paths.add(JSON.stringify([...path, name]));
        walk(inner, [...path, name]);
      }
  };
  for (const row of rows) walk(row, []);
  return [...paths].sort();
}

/** No text of the sample is in a schema. */
function expectNoLeak(schema: SchemaObject): void {
  expect(JSON.stringify(schema)).not.toMatch(/qzx/i);
}

/** Rows that have a value that is copied by default, at least, and their share. */
const LEAST_ROWS = 5;
const LEAST_SHARE = 0.01;

/** Of the texts of a sample, a schema has only short words of categories, each of which many rows have. */
function expectOnlyCategories({ schema, findings }: Draft, rows: readonly Row[]): void {
  const texts = rows.map((row) => JSON.stringify(row));
  let rest = JSON.stringify(schema);
  for (const { copied, path } of findings) {
    expect(copied.length).toBeLessThanOrEqual(20);
    if (copied.length > 0) expect(path).not.toMatch(/mail|phone|city|name|(^|_)id$|\[\]/i);
    for (const { value } of copied) {
      expect(value).toMatch(/^\p{L}[\p{L}_.-]{0,23}$/u);
      const having = texts.filter((text) => text.includes(JSON.stringify(value))).length;
      expect(having).toBeGreaterThanOrEqual(Math.max(LEAST_ROWS, LEAST_SHARE * rows.length));
      rest = rest.replaceAll(String(value), '');
    }
  }
  expect(rest).not.toMatch(/qzx/i);
}

async function expectRowsLike(draft: Draft, rows: readonly Row[]): Promise<readonly Row[]> {
  expectNoLeak(draft.schema);
  const made = await madeBy(draft.schema, 300);
  expect(pathsOf(made)).toEqual(pathsOf(rows));
  return made;
}

const columns: fc.Arbitrary<readonly Column[]> = fc.uniqueArray(
  fc.record<Column>({
    name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...NAMES) }, fc.string({ maxLength: 6 })),
    kind: fc.constantFrom(...KINDS),
    absent: fc.constantFrom('never', 'never', 'never', 'null', 'missing'),
  }),
  { minLength: 1, maxLength: 14, selector: ({ name }) => name },
);

/** Kinds whose distribution is plain to see. */
const PLAIN: ReadonlySet<Kind> = new Set(['number', 'enumeration', 'boolean', 'code', 'null']);

/** Fields whose values are apart from those of the sample, of those that are compared by themselves. */
async function apartIn(sample: Sample, made: readonly Row[], given: readonly Column[]): Promise<unknown[]> {
  const { fields } = await sample.compare(bytesOf(made.map((row) => JSON.stringify(row)).join('\n')));
  const plain = new Set(given.filter(({ kind }) => PLAIN.has(kind)).map(({ name }) => name));
  return fields.filter(
    ({ path, verdict }) =>
      plain.has(path) && !path.includes('.') && !RESERVED.has(path) && !ALIKE.has(verdict),
  );
}

const ALIKE: ReadonlySet<string> = new Set(['alike', 'close']);

test('any sample gives a schema that makes rows with its fields and has none of its texts', async () => {
  await fc.assert(
    fc.asyncProperty(
      columns,
      fc.constantFrom(1, 2, 25, 120, 300),
      fc.integer({ min: 1, max: 60 }),
      fc.nat(1e6),
      async (given, count, keys, seed) => {
        const rows = rowsOf(given, count, keys, seed).filter((row) =>
          Object.keys(row).some((name) => !RESERVED.has(name)),
        );
        fc.pre(rows.length > 0);
        const sample = await sampleOf(rows);
        const made = await expectRowsLike(
          sample.draft(() => false),
          rows,
        );
        expectOnlyCategories(sample.draft(), rows);
        await madeBy(sample.draft(() => true).schema, 20);
        for (const type of sample.types?.samples ?? []) {
          await expectRowsLike(
            type.draft(() => false),
            type.kept,
          );
          expectOnlyCategories(type.draft(), type.kept);
        }
        if (count === 300) expect(await apartIn(sample, made, given)).toEqual([]);
      },
    ),
    { numRuns: 14, seed: 16 },
  );
});
