import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { FilePlace } from '../destinations/local.ts';
import { writeDurably } from '../files/durable.ts';
import { errorCode, wordsOf } from '../files/error-code.ts';
import { isLink, kindOf, realPath, statOf } from '../files/identity.ts';
import type { Range } from './ranges.ts';
import type { Shard } from './shard.ts';
import type { Span } from './times.ts';

/** How far a stream came: what `--state` writes. */
export interface State {
  /** The row to go on with: all before it were acknowledged. */
  readonly next: number;
  /** Rows after it that were acknowledged, too, in order and apart. */
  readonly acknowledged: readonly Range[];
  readonly seed: string;
  /** Of the schema's fields, so that another schema is noticed. */
  readonly fingerprint: string;
  readonly shard: Shard | null;
  /** The times of rows that were not acknowledged and may have been sent. */
  readonly spans: readonly Span[];
  /** Where exactly these rows end, for a destination that is a file. */
  readonly file: FilePlace | null;
}

/** Of a schema, short. */
export const fingerprintOf = (schema: unknown): string =>
  createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16);

/** The same for the same schema, seed and name, in 16 letters and digits. */
export const streamId = (fingerprint: string, seed: string, name: string | undefined): string =>
  fingerprintOf([fingerprint, seed, ...(name === undefined ? [] : [name])]);

/** What to do about a state that cannot be gone on with. */
export const startAfresh = (file: string): string =>
  `To start over, remove ${file} and what was written by it`;

const otherName = (file: string): string =>
  `Give another name, if it is a file of something else. ${startAfresh(file)}`;

/** The state of an earlier process; undefined when there was none; a sentence when it cannot be used. */
export function loadState(file: string): State | undefined | { readonly problem: string } {
  const found = statOf(file);
  if (found === undefined)
    return isLink(file)
      ? { problem: `--state ${file}: this link leads nowhere. Give the name of a regular file` }
      : undefined;
  if (!found.isFile())
    return { problem: `--state ${file}: this is ${kindOf(found)}. Give the name of a regular file` };
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // Gone since.
    if (errorCode(error) === 'ENOENT') return undefined;
    return { problem: `--state ${file} cannot be read: ${wordsOf(error)}. ${otherName(file)}` };
  }
  const read = z.safeParse(state, value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  return {
    problem: `--state ${file}: this is not a state of a stream: ${place === '' ? '' : `${place}: `}${issue?.message}. ${otherName(file)}`,
  };
}

/**
 * Writes the state so that it is there whole, or the one before it, whatever happens to the machine. It is there when this
 * returns: rows may be sent by it.
 *
 * @throws what Node says when it cannot be written
 */
export const saveState = (file: string, value: State): void =>
  // Where a link leads, so that it stays a link.
  writeDurably(realPath(file), `${JSON.stringify(value)}\n`);

const row = z.int('Must be a whole number').check(z.nonnegative('Must not be negative'));
const text = z.string('Must be text');

/** Ranges that are neither empty nor out of order. */
const inOrder = (ranges: readonly Range[]): boolean =>
  ranges.every(([first, end], i) => first < end && first > (ranges[i - 1]?.[1] ?? -1));

const outOfTime = 'Must be a time of the years 0 to 9999, in milliseconds since 1970';
const time = z
  .number('Must be a number')
  .check(
    z.gte(Date.parse('0000-01-01T00:00:00.000Z'), outOfTime),
    z.lte(Date.parse('9999-12-31T23:59:59.999Z'), outOfTime),
  );

const span = z
  .object({ first: row, end: row, ms: time })
  .check(z.refine(({ first, end }) => first < end, 'Must end after its first row'));

const acknowledged = z
  .array(z.tuple([row, row]))
  .check(z.refine(inOrder, 'Must be pairs [first, end] of rows, in order and apart'));

const file = z.object({
  path: text.check(z.minLength(1, 'Must not be empty')),
  part: row,
  bytes: row,
  gzip: z.boolean('Must be true or false'),
});

const shard = z
  .object({ index: row, count: row })
  .check(z.refine(({ index, count }) => index < count, 'Must be an index below a count'));

/** Older ones have no times, no ranges and no file. */
const state = z
  .object({
    next: row,
    acknowledged: z._default(acknowledged, []),
    seed: text,
    fingerprint: text,
    shard: z.nullable(shard),
    spans: z._default(z.array(span), []),
    file: z._default(z.nullable(file), null),
  })
  .check(
    z.refine(({ next, acknowledged: [first] }) => first === undefined || next < first[0], {
      path: ['acknowledged'],
      message: 'Must lie after next',
    }),
  );
