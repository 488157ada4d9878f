import { compile, newBatch, payload, type Extent, type Schema } from '@catbird/core';
import { readTimeline, type Timeline } from '@catbird/core/time';
import { flagName } from '@catbird/core/destinations';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { schemaFlags, seedFlag } from '../flags/schema.ts';
import { switchFlag, wholeFlag } from '../flags/readers.ts';
import { readSchema, sourceOf } from '../schema/read.ts';
import { randomSeed } from '../seed.ts';
import { streamFlags } from '../stream/flags.ts';
import { growthProblem } from '../stream/growth.ts';
import { withRateFile } from '../stream/rate-file.ts';
import { timeFlags } from '../stream/time-flags.ts';
import { readTime } from '../stream/timing.ts';
import type { Terminal } from '../terminal.ts';

/** Size of a write: large enough to be cheap, small enough to stay in the processor's cache. */
const AT_ONCE = { rows: 8192, bytes: 256 * 1024 };

/** Rows without `-n` and `--to`. */
const FEW_ROWS = 10;

/** Rows are printed at once, so the speed of event times has no meaning. */
const { speed: _speed, future: _future, ...placing } = timeFlags;

/** `catbird sample`: prints rows. */
export const sample = defineCommand({
  flags: {
    ...schemaFlags,
    rows: wholeFlag({
      help: 'Number of rows.',
      short: 'n',
      group: 'Rows',
      least: 1,
      default: `${FEW_ROWS}; with --to, all until then`,
    }),
    seed: seedFlag,
    eps: { ...streamFlags.eps, help: 'Events per second of event time.', group: 'Time' },
    ...placing,
    quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
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
      line: `echo '{"id": {"type": "string.uuid"}}' | catbird sample --schema - -n 1`,
      does: 'print a row of your own schema',
    },
  ],
  async run({ template, schema, rows, seed = randomSeed(), quiet = false, ...given }, _operands, terminal) {
    const source = sourceOf(template, schema);
    if ('problem' in source) return refused([source.problem], terminal);
    const reading = await readSchema(source, terminal);
    const times = await timesOf(given, reading.ok ? reading.schema : undefined, seed);
    if (!reading.ok || 'lines' in times)
      return refused(
        [...('lines' in times ? times.lines : []), ...(reading.ok ? [] : reading.lines)],
        terminal,
      );
    if (!quiet) terminal.err.write([...reading.notes, ...times.notes, `Seed ${seed}`, ''].join('\n'));
    const most = rows ?? (given.to === undefined ? FEW_ROWS : Infinity);
    await print(reading.schema, seed, times.rows(most), times.time, terminal);
    return EXIT.ok;
  },
});

function refused(lines: readonly string[], { err }: Terminal): typeof EXIT.usage {
  err.write(`${lines.join('\n')}\n`);
  return EXIT.usage;
}

/** The event times of rows. */
interface Times {
  /** Of the next batch. */
  readonly time: () => Extent['time'];
  /** How many of this many rows have a time before the end. */
  readonly rows: (most: number) => number;
  readonly notes: readonly string[];
}

const optionName = (option: string): string => `--${flagName(option)}`;

async function timesOf(
  given: Parameters<typeof readTime>[0]['options'],
  schema: Schema | undefined,
  seed: string,
): Promise<Times | { readonly lines: readonly string[] }> {
  const options = await withRateFile(given);
  if ('problem' in options) return { lines: [options.problem] };
  // What is only printed may lie ahead of the clock.
  const future = options.from === undefined ? {} : { future: true };
  const isJourney = schema && schema.journey !== undefined;
  const reading = readTime({ options: { ...options, ...future }, optionOf: optionName }, isJourney);
  if (!reading.ok) return reading;
  const { timing, notes } = reading;
  if (timing === undefined) {
    const growth = schema && growthProblem({ optionOf: optionName }, schema);
    if (growth !== undefined) return { lines: [growth.problem] };
    if (given.eps !== undefined)
      return { lines: ['--eps needs --from, --to or --arrivals: without them, rows have the current time'] };
    return { time: () => ({ startMs: Date.now(), stepMs: 0 }), rows: (most) => most, notes };
  }
  const read = readTimeline(schema ?? {}, timing, seed);
  if (!read.ok) return { lines: [read.message] };
  const timeline = read.value;
  const { toMs } = timing;
  const rows = (most: number): number =>
    toMs === null ? rowsThatCome(timeline, most) : Math.min(most, timeline.before(toMs));
  return { time: () => timeline, rows, notes };
}

/** How many of the first `most` rows come before the rate stays 0 or the year 9999 is over. */
function rowsThatCome(timeline: Timeline, most: number): number {
  if (timeline.time(most - 1) < Infinity) return most;
  let [low, high] = [0, most - 1];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (timeline.time(middle) < Infinity) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function print(
  schema: Schema,
  seed: string,
  rows: number,
  time: Times['time'],
  { out }: Terminal,
): Promise<void> {
  const writer = compile(schema, { seed });
  const batch = newBatch();
  for (let first = 0; first < rows; first += batch.count) {
    const count = Math.min(AT_ONCE.rows, rows - first);
    await out.write(payload(writer.fill(batch, { first, count, maxBytes: AT_ONCE.bytes, time: time() })));
  }
}
