import type { TableReport } from '@catbird/core/verify';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
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
const ROWS = '1500';

/** Rows that were sent, and their record. */
export interface SentRows {
  readonly folder: string;
  readonly record: string;
}

/** Sends rows of a schema, or of a template, with times of the past. @param to a destination with its flags; PLACE is the folder of the record */
export async function send(
  to: readonly string[],
  { template }: { template?: string } = {},
): Promise<SentRows> {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-verify-'));
  const record = join(folder, 'run.json');
  const schema = join(folder, 'schema.json');
  await writeFile(schema, JSON.stringify(SCHEMA));
  const rows = template === undefined ? ['--schema', schema] : ['--template', template];
  const flags = to.map((flag) => flag.replace('PLACE', folder));
  const args = [...flags, ...rows, ...TIMES, '--limit', ROWS, '--seed', '7', '--record', record];
  const { code, err } = await here(args);
  expect(code, err).toBe(0);
  return { folder, record };
}

/** What verify says, with its exit code. */
export interface Verdict extends Pick<
  TableReport,
  'verdict' | 'counts' | 'changed' | 'notes' | 'doubled' | 'missing' | 'sample'
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
  const { tables } = JSON.parse(out) as { tables: readonly TableReport[] };
  const [report] = tables;
  if (report === undefined) throw new Error(`No table: ${out}`);
  return { code, ...report };
}

/** The first cause of each changed column. */
export const causesIn = ({ changed }: Pick<Verdict, 'changed'>): Readonly<Record<string, string>> =>
  Object.fromEntries(changed.map(({ column, causes }) => [column, causes[0]?.text ?? 'unknown']));

/** How many rows a source reads if only some are sought. */
export async function lookedUp(
  source: string,
  sought: Sought,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const opened = await openSource(source, { env, inputBytes: () => [] });
  let rows = 0;
  for await (const some of opened.read(new AbortController().signal, sought)) rows += some.length;
  return rows;
}

/** A text that would end a literal. */
export const HOSTILE = "de' OR '1'='1\\";
