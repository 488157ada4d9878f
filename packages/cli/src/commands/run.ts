import { readFile } from 'node:fs/promises';
import { defineCommand } from '../command.ts';
import { readConfig } from '../config/read.ts';
import { withValue } from '../config/set.ts';
import { parseText } from '../config/text.ts';
import { textsFlag } from '../flags/readers.ts';
import { Interrupted } from '../interrupt.ts';
import { refusalOf, refuse, type RefusalKind } from '../refusal.ts';
import { streamFlags } from '../stream/flags.ts';
import { streamAll } from '../stream/stream.ts';
import type { Terminal } from '../terminal.ts';

const { faultsLog, shard, state, metricsPort, metricsHost, logs, json, quiet } = streamFlags;

/** `catbird run stream.json`: a stream as a file describes it. */
export const runCommand = defineCommand({
  operands: { usage: 'FILE', least: 1, most: 1 },
  flags: {
    set: textsFlag({
      help: 'Another value for this time: eps=500, settings.datasource=test. May be given many times.',
      value: 'PATH=VALUE',
      group: 'Config',
    }),
    faultsLog,
    shard,
    state,
    metricsPort,
    metricsHost,
    logs,
    json,
    quiet,
  },
  notes: `A config file holds destination, settings, schema or template, eps, limit, duration, seed, delivery and thresholds, as JSON
or YAML (by its name's ending); - is JSON from standard input. \${NAME} in settings stands for an environment variable.
streams: {orders: {...}, payments: {...}} runs several at once under one seed; what stands beside it holds for each of them.
catbird config-schema prints its JSON Schema.`,
  examples: [
    {
      line: `echo '{"destination": "log", "eps": 10, "limit": 20}' | catbird run -`,
      does: 'twenty events, ten a second',
    },
    { line: 'catbird run stream.yaml --set limit=1000', does: 'the same stream with another limit' },
  ],
  endsBySignal: true,
  async run({ set = [], json, quiet, metricsPort, metricsHost, ...more }, [file = '-'], terminal) {
    const no = (kind: RefusalKind, lines: readonly string[]) =>
      refuse(refusalOf(kind, lines), { json, err: terminal.err });
    const config = await readFileOrInput(file, terminal);
    if (typeof config === 'string') return no('config', [config]);
    let { value } = config;
    for (const assignment of set) {
      value = withValue(value, assignment);
      if (value === undefined) return no('usage', [`--set ${assignment} does not fit: write PATH=VALUE`]);
    }
    const reading = readConfig(value, file, terminal.env);
    if (!reading.ok) return no('config', reading.lines);
    const streams = reading.streams.map((asked) => ({
      ...asked,
      options: {
        ...asked.options,
        ...more,
        state: fileOf(more.state, asked.name),
        faultsLog: fileOf(more.faultsLog, asked.name),
      },
    }));
    const { onStreamFailure } = reading;
    return streamAll({ streams, onStreamFailure, json, quiet, metricsPort, metricsHost }, terminal);
  },
});

/** Where one of several streams writes: `shop.state` becomes `shop.state.orders`. */
const fileOf = (file: string | undefined, stream: string | undefined): string | undefined =>
  file === undefined || stream === undefined ? file : `${file}.${stream}`;

/** The config's value; a text says why there is none. */
async function readFileOrInput(
  file: string,
  terminal: Terminal,
): Promise<{ readonly value: unknown } | string> {
  try {
    const text = file === '-' ? await terminal.readInput() : await readFile(file, 'utf8');
    return { value: await parseText(text.replace(/^\uFEFF/, ''), file) };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return `Could not read the config ${file}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
