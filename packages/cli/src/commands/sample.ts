import { linesOf, refuse, type CommandIssue } from '../refusal.ts';
import { invalid, issuesIn, type Result, type Schema } from '@catbird/engine';
import { flagName } from '@catbird/send';
import { timeFlags, type Values } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { formatFlags, readFormat, type PrintedFormat } from '../flags/format.ts';
import { readSchema, replayFlags, schemaFlags, seedFlag, sourceOf } from '../schema/read.ts';
import { givenName } from '../flags/read.ts';
import { instantFlag, switchFlag, textFlag, wholeFlag } from '../flags/readers.ts';
import { randomSeed } from '../seed.ts';
import { streamFlags } from '../stream/flags.ts';
import { withGivenFiles } from '../stream/given-files.ts';
import type { Terminal } from '../terminal.ts';
import { typesNamed } from '../types/package.ts';
import { watchFlag } from '../watch.ts';
import { sampleConfig } from './sample-config.ts';
import { FEW_ROWS, print, timesOf, type Times } from './sample-rows.ts';

/** Rows are printed at once, so the speed of event times has no meaning. */
const { speed: _speed, future: _future, ...placing } = timeFlags;

/** The flags of event times without a clock. */
export const rowTimeFlags = {
  eps: { ...streamFlags.eps, help: 'Events per second of event time.', group: 'Time' },
  ...placing,
} as const;

const group = 'Config';

/** What to sample of a config. */
const configFlags = {
  config: textFlag({
    help: 'Sample a config file: with --stream, --entity or its only stream.',
    value: 'FILE',
    group,
  }),
  stream: textFlag({ help: 'Print events of this stream of the config.', value: 'NAME', group }),
  entity: textFlag({ help: 'Print the table of this entity of the config.', value: 'NAME', group }),
  at: instantFlag({
    help: 'Print the table as of this time: with --entity, or with the --stream of its changes.',
    group,
  }),
} as const;

const flags = {
  ...schemaFlags,
  ...replayFlags,
  rows: wholeFlag({
    help: 'Number of rows.',
    short: 'n',
    group: 'Rows',
    least: 1,
    default: `${FEW_ROWS}; with --to, all until then`,
  }),
  seed: seedFlag,
  ...formatFlags,
  ...configFlags,
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
    const { config, stream, entity, at, ...others } = given;
    const lone = firstOf({ stream, entity, at });
    const printed =
      config !== undefined
        ? await ofConfig(given, write, terminal)
        : lone === undefined
          ? await ofSchema(others, write, terminal)
          : invalid(`${optionName(lone)} needs --config`);
    return printed.ok ? EXIT.ok : refuse(printed.issues, terminal);
  },
});

type Given = Partial<Values<typeof flags>>;
type Write = (lines: readonly string[]) => void;

const optionName = (option: string): string => `--${flagName(option)}`;

const firstOf = (values: Given): string | undefined =>
  Object.entries(values).find(([, value]) => value !== undefined)?.[0];

/** Prints rows of a schema. */
async function ofSchema(
  { template, schema, replay, types: names, rows, seed = randomSeed(), workers, ...given }: Given,
  write: Write,
  terminal: Terminal,
): Promise<Result<object, CommandIssue>> {
  const source = sourceOf({ template, schema, replay });
  if (!source.ok) return source;
  const { format: _, ...timing } = given;
  const options = await withGivenFiles(timing);
  if (!options.ok) return options;
  const spec = { options: options.options, optionOf: optionName };
  const loaded = await typesNamed(names, terminal);
  if (!loaded.ok) return loaded;
  const { types } = loaded;
  const reading = await readSchema(source.source, terminal, { ...spec, types });
  const times = timesOf(spec, reading.ok ? reading.schema : undefined, seed);
  if (!reading.ok || !times.ok) return { ok: false, issues: issuesIn(times, reading) };
  const format = await formatOf(given, times, reading.schema, terminal);
  if (!format.ok) return format;
  write([...linesOf(reading.issues), ...times.notes, ...(format.notes ?? []), `Seed ${seed}`]);
  const most = times.rows(rows ?? rowsUntil(given.to));
  await print(
    { ...times, schema: reading.schema, types, seed, rows: most, workers, format: format.plan },
    terminal,
  );
  return { ok: true };
}

/** The format of rows, unless the options do not fit together. */
const formatOf = async (
  given: Given,
  { computed }: Pick<Times, 'computed'>,
  schema: Schema,
  terminal: Terminal,
): Promise<PrintedFormat> =>
  given.eps !== undefined && computed === undefined
    ? invalid('--eps needs --from, --to or --arrivals: without them, rows have the current time')
    : readFormat(given, schema, terminal);

const rowsUntil = (to: string | undefined): number => (to === undefined ? FEW_ROWS : Infinity);

/** Prints rows of a config. */
async function ofConfig(
  { config: file = '', stream, entity, at: atMs, types, rows, seed, workers, ...given }: Given,
  write: Write,
  terminal: Terminal,
): Promise<Result<object, CommandIssue>> {
  const isFormat = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(formatFlags, name);
  const formatValues = Object.fromEntries(Object.entries(given).filter(isFormat));
  const own = firstOf(Object.fromEntries(Object.entries(given).filter((each) => !isFormat(each))));
  if (own !== undefined)
    return invalid(`${givenName(own, terminal.env)} cannot be combined with --config: set it there`);
  return sampleConfig(
    { file, stream, entity, atMs, types, rows, seed, workers, formatValues, write },
    terminal,
  );
}
