import { invalid, rowsIn, type Result } from '@catbird/engine';
import { rowsOfSize, sizeNote, type Values } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { formatFlags, readFormat } from '../flags/format.ts';
import { instantFlag, switchFlag, wholeFlag } from '../flags/readers.ts';
import { refuse, type CommandIssue } from '../refusal.ts';
import { replayFlags, schemaFlags, seedFlag } from '../schema/read-schema.ts';
import { streamFlags } from '../stream/flags.ts';
import { offline, type StreamSpec } from '../stream/spec.ts';
import type { Terminal } from '../terminal.ts';
import { watchFlag } from '../watch.ts';
import { clashWithConfig } from '../flags/read.ts';
import { configFlags, rowsAsked, rowTimeFlags, type Given, type RowsAsked } from './rows-asked.ts';
import { FEW_ROWS, print, writerOf } from './sample-rows.ts';
import { printTable, type Printing } from './sample-table.ts';

const flags = {
  ...schemaFlags,
  ...replayFlags,
  limit: wholeFlag({
    help: 'Number of rows.',
    short: 'n',
    group: 'Rows',
    least: 1,
    default: `${FEW_ROWS}; with --to, all until then`,
  }),
  size: {
    ...streamFlags.size,
    help: 'As many rows as make about this size, by their mean: 500MB, 10GB.',
    group: 'Rows',
  },
  seed: seedFlag,
  ...formatFlags,
  ...configFlags('Print'),
  at: instantFlag({
    help: 'Print the table as of this time: with --entity, or with the --stream of its changes.',
    group: 'Config',
  }),
  ...rowTimeFlags,
  workers: {
    ...streamFlags.workers,
    help: 'Generate the same bytes with N threads; auto: one per core for millions of rows.',
    group: 'Output',
  },
  watch: watchFlag,
  quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
} as const;

/** `catbird sample`: prints rows. */
export const sample = defineCommand({
  flags,
  brief: {
    Rows: ['template', 'schema', 'limit', 'seed', 'format', 'types'],
    Config: ['config', 'stream', 'entity', 'at'],
    Time: ['eps', 'from', 'to', 'rate'],
    Output: ['workers', 'watch', 'quiet'],
  },
  examples: [
    { line: 'catbird sample -n 3', does: 'print three rows of Simple Example' },
    {
      line: 'catbird sample --template "Flight Bookings" -n 1000 --seed 42 > bookings.ndjson',
      does: 'write the same 1,000 rows every time, except for timestamps',
    },
    {
      line: 'catbird sample --from 2026-01-01 --to 2026-01-02 --eps 5 --rate "business day" --seed 42 > day.ndjson',
      does: 'write a day of events, the same every time',
    },
    {
      line: 'catbird sample --template "Flight Bookings" -n 1000 --format csv > bookings.csv',
      does: 'write a CSV file; see --format for the others',
    },
    {
      line: 'catbird sample --config shop.yaml --entity customer --at 2026-01-03T00:00:00Z',
      does: 'print a table of a config as of this time',
    },
    {
      line: `echo '{"id": {"type": "string.uuid"}}' | catbird sample --schema - -n 1`,
      does: 'print a row of your own schema',
    },
  ],
  async run({ quiet = false, ...given }, _operands, terminal) {
    const write = (lines: readonly string[]): void => {
      if (!quiet) terminal.err.write([...lines, ''].join('\n'));
    };
    const printed = await sampleRows({ ...given, quiet }, write, terminal);
    return printed.ok ? EXIT.ok : refuse(printed.issues, terminal);
  },
});

/** Prints the rows that options ask for. */
export async function sampleRows(
  { limit: rows, size, workers, quiet = false, ...values }: Partial<Values<typeof flags>>,
  write: Printing['write'],
  terminal: Terminal,
): Promise<Result<object, CommandIssue>> {
  const isFormat = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(formatFlags, name);
  const formatValues = Object.fromEntries(Object.entries(values).filter(isFormat));
  const given: Given = Object.fromEntries(Object.entries(values).filter((each) => !isFormat(each)));
  const { config: file, at } = given;
  if (size !== undefined && (rows !== undefined || at !== undefined))
    return invalid(
      `--size cannot be combined with ${rows === undefined ? '--at' : '--limit'}. Remove one of them`,
    );
  if (file !== undefined && at !== undefined)
    return (
      clashWithConfig(given, terminal.env) ??
      printTable({ ...given, file, at }, { rows, workers, formatValues, write, quiet }, terminal)
    );
  const asked = await rowsAsked(given, terminal);
  return asked.ok ? printAsked(asked, { rows, size, workers, formatValues, write, quiet }, terminal) : asked;
}

async function printAsked(
  { schema, options, types, seed, times, isTable, spec, notes }: RowsAsked,
  {
    rows: given,
    size,
    workers,
    formatValues,
    write,
    quiet,
  }: Printing & { readonly size: number | undefined },
  terminal: Terminal,
): Promise<Result<object, CommandIssue>> {
  if (spec === undefined && options.eps !== undefined && times.computed === undefined)
    return invalid('--eps needs --from, --to or --arrivals: without them, rows have the current time');
  const format = await readFormat(formatValues, schema, terminal, times.zone);
  if (!format.ok) return format;
  const refused = spec === undefined ? [] : await refusedBy(spec, terminal);
  const sized =
    size === undefined ? [] : [rowsOfSize(size, writerOf(schema, seed, format.plan), schema, seed)];
  write([
    ...notes,
    ...refused,
    ...times.notes,
    ...(format.notes ?? []),
    ...sized.map(sizeNote),
    `Seed ${seed}`,
  ]);
  const most = sized[0]?.limit ?? given ?? rowsWithout({ isTable, options });
  const count = isTable ? Math.min(most, rowsIn(schema)) : times.rows(most);
  await print({ ...times, schema, types, seed, rows: count, workers, format: format.plan, quiet }, terminal);
  return { ok: true };
}

/** How many rows are printed at most if no number is given. */
const rowsWithout = ({ isTable, options: { to } }: Pick<RowsAsked, 'isTable' | 'options'>): number =>
  isTable || to !== undefined ? Infinity : FEW_ROWS;

/** Why a stream would not be sent. Its rows can be printed all the same, and tables are not sent at all. */
async function refusedBy(spec: StreamSpec, terminal: Terminal): Promise<readonly string[]> {
  if ('entity' in spec.source) return [];
  // What rows of a schema do not need.
  const { prepare } = await import('../stream/prepare.ts');
  const checked = await prepare(offline(spec), terminal);
  return checked.ok ? [] : checked.issues.map(({ message }) => `catbird run would refuse this: ${message}`);
}
