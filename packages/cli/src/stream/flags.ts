import { RETRY_DEFAULTS } from '@catbird/core/delivery';
import { durationText } from '@catbird/core/time';
import {
  choiceFlag,
  durationFlag,
  instantFlag,
  jsonFlag,
  numberFlag,
  readLimit,
  readRate,
  switchFlag,
  textFlag,
  wholeFlag,
} from '../flags/readers.ts';
import { schemaFlags, seedFlag } from '../flags/schema.ts';
import type { Flag } from '../flags/flag.ts';
import { readShard, type ShardChoice } from './shard.ts';
import { timeFlags } from './time-flags.ts';

const eps: Flag<number> = {
  help: 'Events per second, or max.',
  value: 'RATE',
  group: 'Stream',
  default: '1',
  schema: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { const: 'max' }] },
  read: readRate,
};

const limit: Flag<number> = {
  help: 'Stop after this many events (-1: no limit).',
  value: 'N',
  group: 'Stream',
  default: '-1',
  schema: { type: 'integer', anyOf: [{ const: -1 }, { minimum: 1 }] },
  read: readLimit,
};

/** Flags of every stream, whatever its destination. */
export const streamFlags = {
  ...schemaFlags,
  seed: seedFlag,
  eps,
  limit,
  duration: durationFlag({
    help: 'Stop after this time: 30s, 5m, 1h30m. At a rate, send exactly rate × duration events, even if late.',
    group: 'Stream',
  }),
  ...timeFlags,
  onFailure: choiceFlag({
    help: 'What to do when events are rejected, quarantined or fail.',
    choices: ['stop', 'continue'],
    group: 'Delivery',
    default: 'stop',
  }),
  whenBehind: choiceFlag({
    help: "When the destination can't keep up: delay events, or drop and count events more than a second late.",
    choices: ['delay', 'drop'],
    group: 'Delivery',
    default: 'delay',
  }),
  attempts: wholeFlag({
    help: 'Maximum attempts per batch, including the first.',
    least: 1,
    group: 'Delivery',
    default: 'unlimited',
  }),
  retryFor: durationFlag({
    help: 'How long to retry a batch after its first failure.',
    group: 'Delivery',
    default: durationText(RETRY_DEFAULTS.windowMs),
  }),
  timeout: durationFlag({
    help: 'Request timeout.',
    group: 'Delivery',
    default: durationText(RETRY_DEFAULTS.requestMs),
  }),
  grace: durationFlag({
    help: 'How long to wait for responses after stopping.',
    group: 'Delivery',
    default: '10s',
  }),
  inFlight: wholeFlag({
    help: 'Maximum concurrent requests.',
    least: 1,
    most: 1024,
    group: 'Delivery',
    default: 'depends on the destination',
  }),
  faults: jsonFlag({
    help: 'Faults to inject: duplicates, late, reordering, malformed, dropped, each with its share.',
    value: 'JSON',
    example: '{"duplicates": {"share": 0.01}}',
    group: 'Faults',
  }),
  faultChanges: {
    ...jsonFlag({
      help: 'Fault changes to repeat, as listed in the summary of another run.',
      value: 'JSON',
      example: '[{"position": 1000, "faults": {"duplicates": {"share": 0.1}}}]',
      group: 'Faults',
    }),
    readConfig: (value: unknown) =>
      Array.isArray(value) ? { ok: true, value } : { ok: false, message: 'must be a list of changes' },
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['position', 'faults'],
        properties: { position: { type: 'integer', minimum: 0 }, faults: { type: 'object' } },
      },
    },
  } satisfies Flag,
  faultsLog: textFlag({
    help: 'Log every injected fault to this file, with its row and its position in the stream, as JSON lines.',
    value: 'FILE',
    group: 'Faults',
  }),
  shard: {
    help: 'Send rows K, K + N, K + 2N … of the stream at 1/N of its rate, such as 0/4; auto in a job array. Requires --seed.',
    value: 'K/N|auto',
    group: 'Scale',
    schema: { type: 'string' },
    read: readShard,
  } satisfies Flag<ShardChoice>,
  startAt: instantFlag({
    help: 'Wait until this time, then start. If it has passed, events since then are late.',
    group: 'Scale',
  }),
  state: textFlag({
    help: 'Save progress every second; resume on restart.',
    value: 'FILE',
    group: 'Scale',
  }),
  controlPort: wholeFlag({
    help: 'Accept changes of the running stream on this local port: rate, faults, pause and resume.',
    value: 'PORT',
    least: 1,
    most: 65_535,
    group: 'Scale',
  }),
  metricsPort: wholeFlag({
    help: 'Serve Prometheus metrics at /metrics on this port.',
    value: 'PORT',
    least: 1,
    most: 65_535,
    group: 'Scale',
  }),
  metricsHost: textFlag({
    help: 'Address to serve metrics on; 0.0.0.0 admits other machines.',
    value: 'ADDRESS',
    group: 'Scale',
    default: '127.0.0.1',
  }),
  maxFailureRate: numberFlag({
    help: 'Exit with code 99 if a larger share of events fails: 0.01 is one in a hundred.',
    value: 'SHARE',
    least: 0,
    most: 1,
    group: 'Thresholds',
  }),
  minRate: numberFlag({
    help: 'Exit with code 99 if fewer events per second are accepted on average.',
    value: 'RATE',
    least: 0,
    group: 'Thresholds',
  }),
  logs: switchFlag({ help: 'Show the responses of the destination.', group: 'Output' }),
  json: switchFlag({ help: 'Print progress, errors and summary as JSON lines on stderr.', group: 'Output' }),
  quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
} as const;
