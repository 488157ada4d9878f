import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  invalid,
  type Result,
  parseFaults,
  type FaultChange,
  type Faults,
  type StartedIncident,
} from '@catbird/engine';
import { type Span, countBelow, type Loss, type Range } from '@catbird/send';
import { isStarted, type Shard } from '@catbird/stream';
import * as z from 'zod/mini';
import type { FilePlace } from '../destinations/file.ts';
import { writeDurably } from '../files/durable.ts';
import { errorCode, messageOf } from '../files/error-code.ts';
import { isLink, kindOf, realPath, statOf } from '../files/identity.ts';
import { DIGEST_TEXT } from '../digest/digest.ts';
import type { KeptDigest } from '../digest/ledger.ts';
import type { TypeVersion } from '../types/package.ts';
import type { FaultPlace } from './fault-file.ts';
import { isStoreAddress } from './store/address.ts';

/** The progress of a stream: the contents of a `--state` file. */
export interface State {
  /** The row to resume at: all rows before it were acknowledged. */
  readonly next: number;
  /** Acknowledged rows after it, in order and disjoint. */
  readonly acknowledged: readonly Range[];
  /** Rows among all these that were not accepted. Those of each thread are in `workers`. */
  readonly lost: readonly Loss[];
  readonly seed: string;
  /** Hash of schema and faults, to detect a different one. */
  readonly fingerprint: string;
  readonly shard: Shard | null;
  /** The times of rows that may have been sent but were not acknowledged. */
  readonly spans: readonly Span[];
  /** Where these rows end, for a file destination. */
  readonly file: FilePlace | null;
  /** How far the fault log was complete, if there is one. */
  readonly faultLog: FaultPlace | null;
  /** Changes of the faults while the stream ran. */
  readonly faultChanges: readonly FaultChange[];
  /** Incidents that were started by hand while it ran. Absent: none. */
  readonly started?: readonly StartedIncident[] | undefined;
  /** The digest of acknowledged rows, if asked for. */
  readonly digest?: KeptDigest | undefined;
  /** How much of the duration is spent, in milliseconds, if the rate has changed. Absent: the rows tell. */
  readonly spentMs?: number | undefined;
  /**
   * The progress of each thread, if threads send the rows: the rest then says how many rows are done, not which. Absent: one thread
   * sends all.
   */
  readonly workers?: readonly State[] | undefined;
  /** The field by whose values the rows are split among shards and these threads. Absent: by their numbers. */
  readonly splitBy?: string | undefined;
  /** The packages of the types that the schema may use. Absent: none. */
  readonly types?: readonly TypeVersion[] | undefined;
  /** How the stream ended, as `--json` prints it. Only in a shared store, and until the stream starts again. */
  readonly summary?: object;
  /** The event times of a stream that computes them; null: rows have the clock's time. */
  readonly time: KeptTime | null;
}

/** Computed event times, as the first process resolved them. */
export interface KeptTime {
  /** What relative times count from, in milliseconds since 1970. */
  readonly nowMs: number;
  /** What determines the time of every row besides the seed, to detect a difference. */
  readonly timing: Readonly<Record<string, unknown>>;
  /** All changes of the rate so far, as in the setting `changes`. */
  readonly changes: readonly unknown[];
}

/** A short hash of a schema, or of schema and faults. */
export const fingerprintOf = (schema: unknown): string =>
  createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16);

/** An id of 16 letters and digits: the same for the same schema, faults, seed and name. */
export const streamId = (fingerprint: string, seed: string, name: string | undefined): string =>
  fingerprintOf([fingerprint, seed, ...(name === undefined ? [] : [name])]);

/** What to do about a state that cannot be resumed. */
export const startOver = (name: string): string =>
  isStoreAddress(name)
    ? `To start over, choose another name at the end of the address`
    : `To start over, remove ${name} and the files written with it`;

const otherName = (file: string): string =>
  `If the file is something else, choose another name. ${startOver(file)}`;

/** The state of an earlier process; undefined if there is none. */
export function loadState(file: string): StateReading | undefined {
  const found = statOf(file);
  if (found === undefined)
    return isLink(file) ? invalid(`--state ${file}: broken link. Use a regular file`) : undefined;
  if (!found.isFile()) return invalid(`--state ${file} is ${kindOf(found)}. Use a regular file`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    // Removed in the meantime.
    if (errorCode(error) === 'ENOENT') return undefined;
    return invalid(unreadable(file, error));
  }
  return readState(text, file);
}

/** A state, if it can be used. */
export type StateReading = Result<{ readonly state: State }>;

/**
 * Reads a state.
 *
 * @param name where it was found
 */
export function readState(text: string, name: string): StateReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return invalid(unreadable(name, error));
  }
  const read = z.safeParse(state, value);
  if (read.success) return { ok: true, state: read.data };
  const [issue] = read.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  return invalid(
    `--state ${name} is not a stream’s state: ${place === '' ? '' : `${place}: `}${issue?.message}. ${otherName(name)}`,
  );
}

const unreadable = (name: string, error: unknown): string =>
  `--state ${name} cannot be read: ${messageOf(error)}. ${otherName(name)}`;

/**
 * Replaces the state, atomically and durably: a crash leaves the old or the new one. Rows may be sent once this returns.
 *
 * @throws Node's error if it cannot be written
 */
export const saveState = (file: string, value: State & { readonly process?: string }): void =>
  // Follows a link, so that it remains a link.
  writeDurably(realPath(file), `${JSON.stringify(value)}\n`);

const row = z.int('Must be a whole number').check(z.nonnegative('Must not be negative'));
const text = z.string('Must be text');

/** Whether ranges are non-empty and ascending. */
const inOrder = (ranges: readonly Range[]): boolean =>
  ranges.every(([first, end], i) => first < end && first > (ranges[i - 1]?.[1] ?? -1));

const outOfRange = 'Must be a time in the years 0 to 9999, in milliseconds since 1970';
const time = z
  .number('Must be a number')
  .check(
    z.gte(Date.parse('0000-01-01T00:00:00.000Z'), outOfRange),
    z.lte(Date.parse('9999-12-31T23:59:59.999Z'), outOfRange),
  );

const span = z
  .object({ first: row, end: row, ms: time })
  .check(z.refine(({ first, end }) => first < end, 'Must end after its first row'));

const acknowledged = z
  .array(z.tuple([row, row]))
  .check(z.refine(inOrder, 'Must be disjoint pairs [first, end] of rows, in order'));

/** Older versions kept none. */
const lost = z._default(
  z.array(
    z
      .object({
        outcome: z.enum(['rejected', 'quarantined', 'failed']),
        reason: text,
        rows: row.check(z.positive('Must be positive')),
        ranges: acknowledged,
      })
      .check(
        z.refine(
          ({ rows, ranges }) => rows <= countBelow(Infinity, ranges),
          'Must not be more rows than its ranges',
        ),
      ),
  ),
  [],
);

const file = z.object({
  path: text.check(z.minLength(1, 'Must not be empty')),
  part: row,
  bytes: row,
  gzip: z.boolean('Must be true or false'),
});

const shard = z
  .object({ index: row, count: row })
  .check(z.refine(({ index, count }) => index < count, 'Must be an index below a count'));

const digestText = z.string('Must be text').check(z.regex(DIGEST_TEXT, 'Must be a digest'));

const keptTime = z.object({
  nowMs: time,
  timing: z.record(text, z.unknown()),
  changes: z.array(z.unknown(), 'Must be a list of changes'),
});

const faults = z.pipe(
  z.unknown(),
  z.transform((value, { issues }): Faults => {
    const read = parseFaults(value);
    if (read.ok) return read.faults;
    issues.push({ code: 'custom', input: value, message: 'Must be settings of faults' });
    return z.NEVER;
  }),
);

/** States of older versions lack times, ranges, losses, file and fault log. */
const part = z
  .object({
    next: row,
    acknowledged: z._default(acknowledged, []),
    lost,
    seed: text,
    fingerprint: text,
    shard: z.nullable(shard),
    spans: z._default(z.array(span), []),
    file: z._default(z.nullable(file), null),
    faultLog: z._default(z.nullable(z.object({ path: text, bytes: row, row })), null),
    faultChanges: z._default(z.array(z.object({ position: row, faults })), []),
    started: z.optional(z.array(z.custom<StartedIncident>(isStarted, 'Must be a started incident'))),
    time: z._default(z.nullable(keptTime), null),
    spentMs: z.optional(z.number('Must be a number').check(z.nonnegative('Must not be negative'))),
    types: z.optional(z.array(z.object({ name: text, version: text }))),
    digest: z.optional(z.object({ before: digestText, after: z.array(digestText) })),
  })
  .check(
    z.refine(({ next, acknowledged: [first] }) => first === undefined || next < first[0], {
      path: ['acknowledged'],
      message: 'Must come after next',
    }),
  );

type PartState = z.infer<typeof part>;

/** Whether these are the parts of a state, in the order of the threads: each goes on with its own. */
const areParts = (workers: readonly PartState[], { seed, fingerprint, shard: whole }: PartState): boolean =>
  workers.length > 1 &&
  workers.every(
    ({ shard: own, ...each }, place) =>
      each.seed === seed &&
      each.fingerprint === fingerprint &&
      own?.count === workers.length * (whole?.count ?? 1) &&
      own.index === (whole?.index ?? 0) + place * (whole?.count ?? 1),
  );

const state = z
  .intersection(part, z.object({ workers: z.optional(z.array(part)), splitBy: z.optional(text) }))
  .check(
    z.refine(({ workers, ...whole }) => workers === undefined || areParts(workers, whole), {
      path: ['workers'],
      message: 'Must be the parts of this stream, one for each of two or more threads, in order',
    }),
  );
