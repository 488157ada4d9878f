import { described, optional } from '../generators/families/params.ts';
import { invalid, messagesOf, type Result } from '../model/issue.ts';
import * as z from 'zod/mini';
import { parseDuration } from '../time/duration.ts';
import { readInstant } from '../time/instant.ts';

/** The types to which a field can change. */
const DRIFT_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
export type DriftType = (typeof DRIFT_TYPES)[number];

/** Maximum number of entries. Any of them may apply to a row or not, so there are two to the power of them kinds of rows. */
const MOST_ENTRIES = 8;

/** From where on rows drift: a row, an instant in milliseconds since 1970, or a time after the beginning of the stream. */
export type DriftStart = { readonly row: number } | { readonly ms: number } | { readonly afterMs: number };

const startOf = (at: string): Result<{ readonly start: DriftStart }> => {
  const given = at.trim();
  const afterMs = given.startsWith('+') ? parseDuration(given.slice(1)) : undefined;
  if (afterMs !== undefined) return { ok: true, start: { afterMs } };
  if (/^(now$|[+-])/.test(given))
    return invalid('at counts from the beginning of the stream: write a time after it, such as +5m');
  const read = readInstant(given, 0);
  return read.ok
    ? { ok: true, start: { ms: read.value } }
    : invalid('at must be a row, an instant such as 2026-11-20T08:30:00Z, or a time such as +5m');
};

/** Where an entry begins. Default: with the first row. */
export function driftStart({ at = 0 }: Pick<DriftEntry, 'at'>): DriftStart {
  if (typeof at === 'number') return { row: at };
  const read = startOf(at);
  // Settings are checked when they are read.
  if (!read.ok) throw new RangeError(messagesOf(read.issues).join('. '));
  return read.start;
}

const instant = z.string().check((given) => {
  const read = startOf(given.value);
  for (const { message } of read.ok ? [] : read.issues)
    given.issues.push({ code: 'custom', input: given.value, message, continue: false });
});

const byField = <Value extends z.core.$ZodType>(value: Value, description: string) =>
  optional(z.record(z.string(), value), description);

const changes = {
  rename: byField(z.string().check(z.minLength(1)), 'New names of fields'),
  remove: optional(z.array(z.string()).check(z.minLength(1)), 'Fields that rows lack'),
  add: byField(z.json(), 'New fields at the end of rows, with their values'),
  retype: byField(z.enum(DRIFT_TYPES), 'New types of fields'),
  scale: byField(
    z
      .number()
      .check(z.refine((factor) => Number.isFinite(factor) && factor !== 1, 'must be a factor other than 1')),
    'Factors of numbers, as of another unit',
  ),
  dates: byField(
    z.string().check(z.minLength(1)),
    'New formats of dates and times: iso, epoch, epoch_ms, or a pattern such as dd/MM/yyyy HH:mm',
  ),
  values: byField(
    z.array(z.union([z.string(), z.number(), z.boolean()])).check(z.minLength(1)),
    'New values of fields, each as likely as the others, in place of their own',
  ),
};

/** What an entry can change. */
const DRIFT_CHANGES = [
  'scale',
  'dates',
  'values',
  'retype',
  'remove',
  'add',
  'rename',
] as const satisfies readonly (keyof typeof changes)[];

const entry = z
  .strictObject({
    at: optional(
      z.union([z.int().check(z.gte(0)), instant]),
      'From where on: a row, from 0; an instant; or a time after the beginning, such as +5m. Default: from the first row on',
    ),
    share: optional(
      z.number().check(z.gte(0), z.lte(1)),
      'Share of the rows from there on, 0 to 1. Default 1',
    ),
    ...changes,
  })
  .check(
    z.refine((given) => DRIFT_CHANGES.some((change) => given[change] !== undefined), {
      message: `names no change: use ${DRIFT_CHANGES.join(', ')}`,
    }),
    z.refine(({ values, share }) => values === undefined || share !== undefined, {
      message: 'share is missing: how many rows have one of the new values',
      path: ['share'],
    }),
  );

/** Changes of the schema of rows, in order. */
export const driftSettings = described(
  z.array(entry).check(z.minLength(1), z.maxLength(MOST_ENTRIES)),
  'Change what rows look like',
);

/** A change of the schema of rows. Names are those that fields have after the entries before it; dots reach into objects. */
export type DriftEntry = z.infer<typeof entry>;
