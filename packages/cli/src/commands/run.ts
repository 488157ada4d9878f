import { defineCommand } from '../command.ts';
import { streamsIn } from '../config/check.ts';
import { textsFlag } from '../flags/readers.ts';
import { refuse } from '../refusal.ts';
import { streamFlags } from '../stream/flags.ts';
import { stateOfStream } from '../stream/store/address.ts';
import { streamAll } from '../stream/stream.ts';

const {
  deadLetter,
  faultsLog,
  record,
  workers,
  splitBy,
  shard,
  startAt,
  state,
  resend,
  digest,
  metricsPort,
  metricsHost,
  controlPort,
  dryRun,
  logs,
  json,
  quiet,
} = streamFlags;

/** `catbird run stream.json`: runs the streams of a config file. */
export const runCommand = defineCommand({
  operands: { usage: 'FILE', least: 1, most: 1 },
  flags: {
    types: streamFlags.types,
    set: textsFlag({
      help: 'Override a value: eps=500, settings.datasource=test. Repeatable.',
      value: 'PATH=VALUE',
      group: 'Config',
    }),
    deadLetter,
    faultsLog,
    record,
    workers,
    splitBy,
    shard,
    startAt,
    state,
    resend,
    digest,
    controlPort,
    metricsPort,
    metricsHost,
    dryRun,
    logs,
    json,
    quiet,
  },
  brief: {
    Config: ['set', 'types'],
    Files: ['record', 'state', 'deadLetter', 'faultsLog'],
    Scale: ['workers', 'shard', 'controlPort', 'metricsPort'],
    Output: ['dryRun', 'logs', 'json', 'quiet'],
  },
  notes: `FILE is JSON, or YAML if its name ends in .yaml or .yml; - reads stdin. It contains destination, settings, schema or template, eps, limit, duration, seed, delivery and thresholds. \${NAME} in settings is an environment variable.
streams: {orders: {...}, payments: {...}} runs several streams with one seed; keys next to it are their defaults. catbird config-schema prints the JSON Schema of configs.`,
  details:
    'Exit codes: 0 all events accepted, 1 events or a stream failed, 2 invalid usage, schema or config, 3 a stream went on elsewhere, 99 missed threshold, 130 interrupted.',
  examples: [
    {
      line: `echo '{"destination": "log", "eps": 10, "limit": 20}' | catbird run -`,
      does: 'send 20 events, 10 per second',
    },
    { line: 'catbird run stream.yaml --set limit=1000', does: 'run the stream with another limit' },
  ],
  endsBySignal: true,
  async run(
    { set, types, json, quiet, dryRun, metricsPort, metricsHost, controlPort, ...more },
    [file = '-'],
    terminal,
  ) {
    const found = await streamsIn(file, { set, types, json }, terminal);
    if (!found.ok) return refuse(found.issues, { json, err: terminal.err });
    const streams = found.streams.map((spec) => ({
      ...spec,
      options: {
        ...spec.options,
        ...more,
        state: stateOf(more.state, spec.name),
        faultsLog: fileOf(more.faultsLog, spec.name),
        deadLetter: fileOf(more.deadLetter, spec.name) ?? spec.options.deadLetter,
      },
    }));
    const { onStreamFailure, placed } = found;
    return streamAll(
      { streams, onStreamFailure, placed, json, quiet, dryRun, metricsPort, metricsHost, controlPort },
      terminal,
    );
  },
});

/** The state of one of several streams. */
const stateOf = (state: string | undefined, stream: string | undefined): string | undefined =>
  state === undefined || stream === undefined ? state : stateOfStream(state, stream);

/** The file of one of several streams: `shop.state` becomes `shop.state.orders`. */
const fileOf = (file: string | undefined, stream: string | undefined): string | undefined =>
  file === undefined || stream === undefined ? file : `${file}.${stream}`;
