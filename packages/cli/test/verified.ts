import type { TableReport } from '@catbird/core/verify';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { longOnly } from '../../../test/long.ts';
import { openSource } from '../src/sources/open.ts';
import type { Sought } from '../src/sources/source.ts';
import { here, type HereOptions } from './here.ts';

/** Fields that stores change in ways of their own. */
export const SCHEMA = {
  id: { type: 'string.uuid' },
  number: { type: 'catbird.sequence' },
  at: { type: 'catbird.timestampNow' },
  name: { type: 'person.fullName' },
  note: { type: 'lorem.sentence' },
  code: { type: 'string.alphanumeric', params: [{ length: { min: 4, max: 8 } }] },
  country: { type: 'helpers.arrayElement', params: [['de', 'fr', 'gb', 'us']] },
  price: { type: 'number.float', params: [{ min: 0, max: 1000, fractionDigits: 2 }] },
  amount: { type: 'number.float', params: [{ min: 0, max: 10_000_000, fractionDigits: 2 }] },
  quantity: { type: 'number.int', params: [{ min: 0, max: 100_000 }] },
  big: { type: 'number.int', params: [{ min: 0, max: Number.MAX_SAFE_INTEGER }] },
  active: { type: 'datatype.boolean' },
  tags: { type: 'word.noun', count: 3 },
};

/** Times from before to after clocks change in Europe. */
const TIMES = ['--from', '2026-03-20T00:00:00Z', '--eps', '0.00073'];
const ROWS = '900';

/** Rows that were sent, and their record. */
export interface SentRows {
  readonly folder: string;
  readonly record: string;
}

/** Sends rows of a schema, or of a template, with times of the past. @param to a destination with its flags; PLACE is the folder of the record */
export async function send(
  to: readonly string[],
  {
    template,
    schema: given = SCHEMA,
    ...options
  }: { template?: string; schema?: Readonly<Record<string, unknown>> } & HereOptions = {},
): Promise<SentRows> {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-verify-'));
  const record = join(folder, 'run.json');
  const schema = join(folder, 'schema.json');
  await writeFile(schema, JSON.stringify(given));
  const rows = template === undefined ? ['--schema', schema] : ['--template', template];
  const flags = to.map((flag) => flag.replace('PLACE', folder));
  const args = [...flags, ...rows, ...TIMES, '--limit', ROWS, '--seed', '7', '--record', record];
  const { code, err } = await here(args, options);
  expect(code, err).toBe(0);
  return { folder, record };
}

/** What verify says, with its exit code. */
export interface Verdict extends Pick<
  TableReport,
  'verdict' | 'counts' | 'changed' | 'notes' | 'doubled' | 'missing' | 'sample' | 'digest'
> {
  readonly code: number | null;
}

/** Verifies a source. */
export async function verdictOn(
  record: string,
  source: readonly string[],
  options?: HereOptions,
): Promise<Verdict> {
  const { code, out, err } = await here(
    ['verify', '--record', record, '--source', ...source, '--json'],
    options,
  );
  expect(out, err).not.toBe('');
  expect(err.replace(/^From the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY\n/, '')).toBe('');
  const { tables } = JSON.parse(out) as { tables: readonly TableReport[] };
  const [report] = tables;
  if (report === undefined) throw new Error(`No table: ${out}`);
  return { code, ...report };
}

/** The first cause of each changed column. */
export const causesIn = ({ changed }: Pick<Verdict, 'changed'>): Readonly<Record<string, string>> =>
  Object.fromEntries(changed.map(({ column, causes }) => [column, causes[0]?.text ?? 'unknown']));

/** How many rows a source reads if only some are sought. */
async function lookedUp(
  source: string,
  sought: Sought,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const { signal } = new AbortController();
  const opened = await openSource(source, {
    env,
    inputBytes: () => Readable.from([]),
    interrupt: { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined },
  });
  let rows = 0;
  for await (const some of opened.read(signal, sought)) rows += some.rows.length;
  return rows;
}

/** A text that would end a literal. */
const HOSTILE = "de' OR '1'='1\\";

/** A database with a table of some blocks of rows, and copies of it with other values. */
export interface Blocks {
  readonly to: readonly string[];
  readonly url: (table: string) => string;
  readonly env: Readonly<Record<string, string>>;
  /** Copies a table, with other values in some columns. */
  readonly copy: (
    table: string,
    columns: Readonly<Record<string, string>>,
    where?: string,
  ) => Promise<unknown>;
  /** SQL of an hour later. */
  readonly later: string;
}

/** Checks a sample: the table `part` has no row with `gb`, and others twice; `plain` has all. @param url of a table */
export async function checkSample(
  record: string,
  url: (table: string) => string,
  env: NonNullable<HereOptions['env']>,
): Promise<void> {
  const some = await verdictOn(record, [url('part'), '--sample-size', '600'], { env });
  expect(some).toMatchObject({ counts: { expected: 600, extra: 0 }, sample: { of: 900 }, code: 99 });
  const { missing, doubled, right, arrived } = some.counts;
  expect(missing).toBeGreaterThan(60);
  expect(doubled).toBeGreaterThan(0);
  expect([right + missing, arrived]).toEqual([600, right + doubled]);
  expect(some.sample?.wrong).toBe(missing);
  expect(some.missing.patterns[0]?.text, JSON.stringify(some.missing.patterns)).toBe('country = gb');
  const numbers = Array.from({ length: 700 }, (_, i) => i + 1);
  const single = { columns: ['number'], rows: numbers.map((number) => [number]) };
  expect(await lookedUp(url('plain'), single, env)).toBe(700);
  const countries = ['de', 'fr', 'gb', 'us'];
  const pairs = numbers.slice(0, 600).flatMap((number) => countries.map((country) => [number, country]));
  expect(await lookedUp(url('plain'), { columns: ['number', 'country'], rows: pairs }, env)).toBe(600);
  expect(await lookedUp(url('plain'), { columns: ['name'], rows: [[HOSTILE]] }, env)).toBe(0);
}

/** A block has 65,536 rows. */
const [BLOCKS, BLOCK_ROWS] = longOnly([[2, 70_000] as const])[0] ?? [1, 2000];

/** Columns of the table. */
export const BLOCK_COLUMNS = ['number', 'at', 'price', 'note', 'ok'];

/** Checks that sums of blocks find single rows, and what they tell. */
export async function checkBlocks({ to, url, env, copy, later }: Blocks): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-blocks-'));
  const [record, schema] = [join(folder, 'run.json'), join(folder, 'schema.json')];
  const { number, at, price } = SCHEMA;
  const note = { type: 'helpers.arrayElement', params: ['Zürich', '𝒳 street', 'a'], nulls: 0.1 };
  const ok = { type: 'datatype.boolean' };
  await writeFile(schema, JSON.stringify({ number, at, price, note, ok }));
  const args = [
    '--schema',
    schema,
    '--from',
    '2026-03-20T00:00:00Z',
    '--eps',
    '1',
    '--limit',
    String(BLOCK_ROWS),
  ];
  const sent = await here([...to, ...args, '--seed', '7', '--record', record, '--quiet']);
  expect(sent.code, sent.err).toBe(0);
  const verdict = (table: string, ...more: readonly string[]): Promise<Verdict> =>
    verdictOn(record, [url(table), '--checksum', ...more], { env });

  expect(await verdict('blocks')).toMatchObject({
    code: 0,
    counts: { expected: BLOCK_ROWS, right: BLOCK_ROWS, arrived: BLOCK_ROWS },
    digest: { by: 'number', blocks: BLOCKS, differing: 0, read: 0 },
    notes: ['The digest of ok counts values only'],
  });

  const late = BLOCK_ROWS - 1000;
  const columns = {
    price: `CASE WHEN number = ${late} THEN price + 1 ELSE price END`,
    number: 'CASE WHEN number = 5 THEN 900000 ELSE number END',
  };
  await copy('single_rows', columns, 'number <> 100');
  expect(await verdict('single_rows')).toMatchObject({
    code: 99,
    counts: { expected: BLOCK_ROWS, right: BLOCK_ROWS - 3, changed: 1, missing: 2, doubled: 0, extra: 1 },
    changed: [{ column: 'price', examples: [{ row: late - 1 }] }],
    missing: {
      ranges: [
        [4, 5],
        [99, 100],
      ],
    },
    digest: { differing: BLOCKS, read: BLOCKS },
  });

  await copy('later', { at: later });
  const shifted = await verdict('later');
  expect(shifted.notes).toContain(
    `By their sums, at is 1 h later in ${BLOCKS === 1 ? '1 block' : `${BLOCKS} blocks`}`,
  );
  expect(causesIn(shifted)['at']).toMatch(/^1 h later/);
}
