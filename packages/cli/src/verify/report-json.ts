import type { JsonSchema } from '@catbird/engine';
import { withBigints } from '@catbird/verify';
import * as z from 'zod/mini';
import { publishedSchema } from '../report/published-schema.ts';
import { isUnread, type Reports } from './verified.ts';

/** Grows when a program that reads reports has to change. */
const VERSION = 1;

const rows = (text: string) => z.int().check(z.nonnegative(), z.describe(text));
const share = (text: string) => z.number().check(z.gte(0), z.lte(1), z.describe(text));
const ms = (text: string) => z.number().check(z.nonnegative(), z.describe(`${text} Milliseconds.`));
const text = (what: string) => z.string().check(z.describe(what));
const list = <Item extends z.ZodMiniType>(item: Item, what: string) => z.array(item).check(z.describe(what));

const pattern = z.strictObject({
  text: text('For people, such as: country = DE.'),
  column: z.optional(text('The column whose values the text names.')),
  share: share('Share of the concerned rows that it covers.'),
  precision: share('Share of the rows that it covers that are concerned.'),
  isExact: z.boolean().check(z.describe('Whether it covers all concerned rows, and no other.')),
});
const example = z.strictObject({
  row: z.optional(rows('The number of the row in the stream, from 0.')),
  column: z.optional(z.string()),
  expected: z.optional(z.unknown()),
  arrived: z.optional(z.unknown()),
});
const group = z.strictObject({
  rows: rows('How many there are.'),
  ranges: list(
    z.tuple([z.int(), z.int()]),
    'The first 20 ranges of their numbers: the first row, and the row after the last.',
  ),
  rangeCount: rows('How many ranges they form.'),
  patterns: list(pattern, 'Which rows they are, the best rule first.'),
  examples: list(example, 'Some of them.'),
});
const cause = z.strictObject({
  name: text('For programs, such as: time shifted.'),
  text: text('For people, such as: 1 h later.'),
  share: share('Share of the changed values that it explains.'),
  contradicted: share('Share of the right values that it would have changed, too.'),
  certainty: z.enum(['certain', 'likely', 'possible']),
});
const verdict = z.enum(['right', 'wrong']);
const checked = z.strictObject({
  name: z.enum(['missing', 'changed', 'doubled', 'extra', 'order', 'dedup', 'late', 'lag']),
  rows: rows('How many rows it found.'),
  allowed: z.optional(share('How many there may be, as a share of the expected rows.')),
  verdict: z.enum(['right', 'wrong', 'not judged']),
});
const counts = z.strictObject({
  expected: rows('Rows that must be there: right + changed + missing + pending.'),
  arrived: rows('Rows that were read.'),
  right: rows('Rows that are as they were sent.'),
  changed: rows('Rows with other values.'),
  missing: rows('Rows that are not there.'),
  pending: rows('Rows that are not there, though they may still come within the time that they may take.'),
  late: rows('Rows that arrived, but took longer than they may.'),
  doubled: rows('How many times too often rows are there.'),
  copies: z
    .strictObject({ sent: z.int(), there: z.int() })
    .check(z.describe('Copies of arrived rows: how many were sent, and how many of them arrived.')),
  extra: rows('Rows that nobody sent.'),
  unsent: rows('Rows that arrived although the destination did not acknowledge them.'),
  unreadable: rows('Lines that are no rows, and were not sent as such.'),
  malformed: z
    .strictObject({ sent: z.int(), there: z.int() })
    .check(z.describe('Lines that were sent corrupted.')),
  uncertain: z.strictObject({ rows: z.int(), there: z.int() }).check(z.describe('Rows that may be there.')),
  repeated: z
    .strictObject({ rows: z.int(), there: z.int() })
    .check(
      z.describe('Rows that were sent again: of them, how many are there more often than they had to be.'),
    ),
});
const judged = z.strictObject({
  name: z.string(),
  source: text('Where the rows are.'),
  verdict,
  checks: list(checked, 'What the verdict follows from.'),
  identity: list(z.string(), 'The columns that tell rows apart. Empty: all together.'),
  counts,
  changed: list(
    z.strictObject({
      column: z.string(),
      rows: rows('Rows whose value differs.'),
      causes: list(cause, 'Why, the best first. Empty: no cause is known.'),
      patterns: list(pattern, 'Which rows, the best rule first.'),
      examples: list(example, 'Some of them.'),
    }),
    'Columns with other values.',
  ),
  missing: group,
  doubled: group,
  extra: list(example, 'Some of the rows that nobody sent.'),
  order: z
    .optional(
      z.strictObject({
        rows: rows('Rows that came after a later one.'),
        most: rows('By how many rows at most.'),
      }),
    )
    .check(z.describe('Absent: the rows were sent out of order on purpose.')),
  lag: z
    .optional(
      z.strictObject({
        rows: rows('Rows whose lag is known.'),
        p50: ms('The median, to 1 %.'),
        p99: ms('The 99th percentile, to 1 %.'),
        max: ms('The longest.'),
        from: z
          .enum(['acknowledgement', 'event time'])
          .check(
            z.describe('What it is measured from: the event time if the record has no acknowledgements.'),
          ),
        to: z
          .enum(['arrival', 'reading'])
          .check(z.describe('Until when: reading is later than arrival, which the place does not tell.')),
      }),
    )
    .check(z.describe('How long rows took to arrive. Absent: not known.')),
  strip: list(
    z.strictObject({
      first: rows('The number of the first row of the cell.'),
      expected: z.int(),
      right: z.int(),
      changed: z.int(),
      missing: z.int(),
    }),
    'What became of the rows along the stream, in at most 200 cells.',
  ),
  sample: z.optional(
    z
      .strictObject({
        of: rows('Rows that it was drawn from.'),
        wrong: rows('Rows of the sample that are missing or changed.'),
        atMost: share('Greatest share of all rows that may be, with 95 % confidence.'),
      })
      .check(z.describe('What a sample of the rows tells of all. Absent: all were judged.')),
  ),
  digest: z.optional(
    z
      .strictObject({
        by: text('The column that tells the block of a row.'),
        blocks: rows('Blocks of about 65,536 rows.'),
        differing: rows('Blocks whose sums differ.'),
        read: rows('Blocks that were read row by row.'),
      })
      .check(z.describe('How blocks of rows were compared by their sums. Absent: all rows were read.')),
  ),
  unaccepted: z.optional(
    z
      .strictObject({
        rejected: rows('Rows that the destination rejected or quarantined.'),
        failed: rows('Rows that failed or were left out, and cannot have arrived.'),
        uncertain: rows('Rows that failed, though they may have arrived.'),
      })
      .check(z.describe('Rows of the run that the destination did not accept. Absent: no record tells.')),
  ),
  notes: list(z.string(), 'What was not compared, and why.'),
});
const unread = z.strictObject({
  name: z.string(),
  verdict: z.literal('none'),
  reason: text('Why its rows could not be read.'),
});

const stage = z.strictObject({
  name: z.string(),
  there: rows('Rows that reached this stage.'),
  lost: rows('Rows that were in the stage before, and are missing here and later.'),
  ranges: list(z.tuple([z.int(), z.int()]), 'The first of their ranges.'),
  patterns: list(pattern, 'Which rows they are, the best rule first.'),
  changed: rows('Rows that are right in the stage before, and changed here.'),
});

/** What `catbird verify --json` prints. */
export const reportSchema = z.strictObject({
  catbird: z.literal('verify'),
  version: z.literal(VERSION).check(z.describe('Grows when a program that reads reports has to change.')),
  verdict: z
    .enum(['right', 'wrong', 'none'])
    .check(z.describe('none: a table could not be read. Else wrong: a table is wrong.')),
  tables: z.array(z.union([judged, unread])),
  path: z.optional(list(stage, 'Where rows were lost on their way, if the config has a path.')),
});

/** The JSON Schema of what `catbird verify --json` prints. Later versions may add properties. */
export const verifyReportSchema = (): JsonSchema =>
  publishedSchema('What catbird verify --json prints', reportSchema);

/** Reports as JSON. */
export function reportJson({ outcomes, path }: Reports): string {
  const tables = outcomes.map((each): Reported => {
    if (isUnread(each)) return { name: each.name, verdict: 'none', reason: each.reason };
    const { name, source, report } = each;
    return { name, source, ...report };
  });
  const has = (verdict: string): boolean => tables.some((table) => table.verdict === verdict);
  const verdict = has('none') ? 'none' : has('wrong') ? 'wrong' : 'right';
  return JSON.stringify(
    { catbird: 'verify', version: VERSION, verdict, tables, ...(path.length > 0 && { path }) },
    withBigints,
  );
}

/** A table in it. Types are those of the schema, so that both agree. */
type Reported = Deep<z.output<typeof judged>> | z.output<typeof unread>;

/** Lists that nobody changes. */
type Deep<Value> = Value extends readonly unknown[] | object
  ? { readonly [Key in keyof Value]: Deep<Value[Key]> }
  : Value;
