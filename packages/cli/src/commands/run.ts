import { defineCommand } from '../command.ts';
import { loadConfig } from '../config/load.ts';
import { readConfig } from '../config/read.ts';
import { withValue } from '../config/set.ts';
import { textsFlag } from '../flags/readers.ts';
import { refusalOf, refusalOfSchema, refuse, type RefusalKind } from '../refusal.ts';
import { readEntities } from '../schema/read.ts';
import { streamFlags } from '../stream/flags.ts';
import { streamAll } from '../stream/stream.ts';

const { faultsLog, shard, startAt, state, metricsPort, metricsHost, controlPort, logs, json, quiet } =
  streamFlags;

/** `catbird run stream.json`: runs the streams of a config file. */
export const runCommand = defineCommand({
  operands: { usage: 'FILE', least: 1, most: 1 },
  flags: {
    set: textsFlag({
      help: 'Override a value: eps=500, settings.datasource=test. Repeatable.',
      value: 'PATH=VALUE',
      group: 'Config',
    }),
    faultsLog,
    shard,
    startAt,
    state,
    controlPort,
    metricsPort,
    metricsHost,
    logs,
    json,
    quiet,
  },
  notes: `A config file contains destination, settings, schema or template, eps, limit, duration, seed, delivery and thresholds, as JSON, or as YAML if its name ends in .yaml or .yml; - reads JSON from stdin. \${NAME} in settings is an environment variable.
streams: {orders: {...}, payments: {...}} runs several streams with one seed; other keys next to it are their defaults.
catbird config-schema prints its JSON Schema.`,
  examples: [
    {
      line: `echo '{"destination": "log", "eps": 10, "limit": 20}' | catbird run -`,
      does: 'send 20 events, 10 per second',
    },
    { line: 'catbird run stream.yaml --set limit=1000', does: 'run the stream with another limit' },
  ],
  endsBySignal: true,
  async run(
    { set = [], json, quiet, metricsPort, metricsHost, controlPort, ...more },
    [file = '-'],
    terminal,
  ) {
    const no = (kind: RefusalKind, lines: readonly string[]) =>
      refuse(refusalOf(kind, lines), { json, err: terminal.err });
    const config = await loadConfig(file, terminal);
    if (typeof config === 'string') return no('config', [config]);
    let { value } = config;
    for (const assignment of set) {
      value = withValue(value, assignment);
      if (value === undefined) return no('usage', [`Invalid --set ${assignment}. Use PATH=VALUE`]);
    }
    const reading = readConfig(value, file, terminal.env, config.text);
    if (!reading.ok) return no('config', reading.lines);
    const shared = reading.entities && (await readEntities(reading.entities));
    if (shared?.ok === false) return refuse(refusalOfSchema(shared), { json, err: terminal.err });
    const streams = reading.streams.map((spec) => ({
      ...spec,
      ...(shared && { entities: shared.entities }),
      options: {
        ...spec.options,
        ...more,
        state: fileOf(more.state, spec.name),
        faultsLog: fileOf(more.faultsLog, spec.name),
      },
    }));
    const { onStreamFailure } = reading;
    return streamAll(
      { streams, onStreamFailure, json, quiet, metricsPort, metricsHost, controlPort },
      terminal,
    );
  },
});

/** The file of one of several streams: `shop.state` becomes `shop.state.orders`. */
const fileOf = (file: string | undefined, stream: string | undefined): string | undefined =>
  file === undefined || stream === undefined ? file : `${file}.${stream}`;
