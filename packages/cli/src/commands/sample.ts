import { flagName } from '@catbird/core/destinations';
import { defineCommand } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { schemaFlags, seedFlag } from '../flags/schema.ts';
import { instantFlag, switchFlag, textFlag, wholeFlag } from '../flags/readers.ts';
import { readSchema, sourceOf } from '../schema/read.ts';
import { randomSeed } from '../seed.ts';
import { streamFlags } from '../stream/flags.ts';
import { withRateFile } from '../stream/rate-file.ts';
import { timeFlags } from '../stream/time-flags.ts';
import type { Terminal } from '../terminal.ts';
import { sampleConfig } from './sample-config.ts';
import { FEW_ROWS, print, timesOf } from './sample-rows.ts';

/** Rows are printed at once, so the speed of event times has no meaning. */
const { speed: _speed, future: _future, ...placing } = timeFlags;

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
    help: 'Print the table as the changes before this time leave it: with --entity, or with the --stream of its changes.',
    group,
  }),
} as const;

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
    ...configFlags,
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
      line: 'catbird sample --config shop.yaml --entity customer --at 2026-01-03T00:00:00Z',
      does: 'print a table as the changes of a config leave it',
    },
    {
      line: `echo '{"id": {"type": "string.uuid"}}' | catbird sample --schema - -n 1`,
      does: 'print a row of your own schema',
    },
  ],
  async run(
    { template, schema, rows, seed: wanted, quiet = false, config, stream, entity, at, ...given },
    _operands,
    terminal,
  ) {
    const write = (lines: readonly string[]): void =>
      quiet ? undefined : void terminal.err.write([...lines, ''].join('\n'));
    if (config !== undefined) {
      const own = Object.entries({ template, schema, ...given }).find(([, value]) => value !== undefined);
      const lines =
        own === undefined
          ? await sampleConfig(
              { file: config, stream, entity, atMs: at, rows, seed: wanted, write },
              terminal,
            )
          : [`${optionName(own[0])} cannot be combined with --config, which says it`];
      return lines === undefined ? EXIT.ok : refused(lines, terminal);
    }
    const lone = Object.entries({ stream, entity, at }).find(([, value]) => value !== undefined);
    if (lone !== undefined) return refused([`${optionName(lone[0])} needs --config`], terminal);
    const source = sourceOf(template, schema);
    if ('problem' in source) return refused([source.problem], terminal);
    const options = await withRateFile(given);
    if ('problem' in options) return refused([options.problem], terminal);
    const seed = wanted ?? randomSeed();
    const reading = await readSchema(source, terminal);
    const spec = { options, optionOf: optionName };
    const times = timesOf(spec, reading.ok ? reading.schema : undefined, seed);
    if (!reading.ok || 'lines' in times)
      return refused(
        [...('lines' in times ? times.lines : []), ...(reading.ok ? [] : reading.lines)],
        terminal,
      );
    if (given.eps !== undefined && !times.isComputed)
      return refused(
        ['--eps needs --from, --to or --arrivals: without them, rows have the current time'],
        terminal,
      );
    write([...reading.notes, ...times.notes, `Seed ${seed}`]);
    const most = rows ?? (given.to === undefined ? FEW_ROWS : Infinity);
    await print(reading.schema, seed, times.rows(most), times.time, terminal);
    return EXIT.ok;
  },
});

const optionName = (option: string): string => `--${flagName(option)}`;

function refused(lines: readonly string[], { err }: Terminal): typeof EXIT.usage {
  err.write(`${lines.join('\n')}\n`);
  return EXIT.usage;
}
