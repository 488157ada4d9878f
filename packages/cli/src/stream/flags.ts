import { RETRY_DEFAULTS } from '@catbird/core/delivery';
import {
  choiceFlag,
  durationFlag,
  durationText,
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

const eps: Flag<number> = {
  help: 'Events a second; max is as fast as the destination takes them.',
  value: 'RATE',
  group: 'Stream',
  default: '1',
  schema: { anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { const: 'max' }] },
  read: readRate,
};

const limit: Flag<number> = {
  help: 'Ends after exactly so many events; -1 is no limit.',
  value: 'N',
  group: 'Stream',
  default: '-1',
  schema: { type: 'integer', anyOf: [{ const: -1 }, { minimum: 1 }] },
  read: readLimit,
};

/** What every stream may be told, whatever its destination. */
export const streamFlags = {
  ...schemaFlags,
  seed: seedFlag,
  eps,
  limit,
  duration: durationFlag({
    help: 'Stop after 30s, 5m, 1h30m. At a rate: after exactly rate × duration events, even if late.',
    group: 'Stream',
  }),
  onFailure: choiceFlag({
    help: 'What to do when events are rejected, quarantined or fail.',
    choices: ['stop', 'continue'],
    group: 'Delivery',
    default: 'stop',
  }),
  whenBehind: choiceFlag({
    help: 'When the destination is too slow: delay events, or drop and count those more than a second late.',
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
    help: 'How long to retry a batch, from its first failure on.',
    group: 'Delivery',
    default: durationText(RETRY_DEFAULTS.windowMs),
  }),
  timeout: durationFlag({
    help: 'Request timeout.',
    group: 'Delivery',
    default: durationText(RETRY_DEFAULTS.requestMs),
  }),
  grace: durationFlag({
    help: 'How long a stopped stream waits for answers.',
    group: 'Delivery',
    default: '10s',
  }),
  inFlight: wholeFlag({
    help: 'Requests under way at once, at most.',
    least: 1,
    most: 1024,
    group: 'Delivery',
    default: 'what suits the destination',
  }),
  faults: jsonFlag({
    help: 'What shall go wrong: duplicates, late, reordering, malformed, dropped, each with its share.',
    value: 'JSON',
    example: '{"duplicates": {"share": 0.01}}',
    group: 'Faults',
  }),
  faultsLog: textFlag({
    help: 'Write there every fault, with its row and its position in what is sent, as JSON lines.',
    value: 'FILE',
    group: 'Faults',
  }),
  shard: {
    help: 'Send rows K, K + N, K + 2N … of the stream, at an Nth of its rate: 0/4. auto in an array of jobs. Needs a seed.',
    value: 'K/N|auto',
    group: 'Scale',
    schema: { type: 'string' },
    read: readShard,
  } satisfies Flag<ShardChoice>,
  state: textFlag({
    help: 'Save progress every second; resume on restart.',
    value: 'FILE',
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
    help: 'Address to serve metrics on. 0.0.0.0 lets other machines read them.',
    value: 'ADDRESS',
    group: 'Scale',
    default: '127.0.0.1',
  }),
  maxFailureRate: numberFlag({
    help: 'Exit code 99 when a greater share of events failed: 0.01 is one in a hundred.',
    value: 'SHARE',
    least: 0,
    most: 1,
    group: 'Thresholds',
  }),
  minRate: numberFlag({
    help: 'Exit code 99 when fewer events a second were accepted, over the whole stream.',
    value: 'RATE',
    least: 0,
    group: 'Thresholds',
  }),
  logs: switchFlag({ help: 'Show what the destination answers.', group: 'Output' }),
  json: switchFlag({ help: 'Progress, errors and summary as JSON lines on stderr.', group: 'Output' }),
  quiet: switchFlag({ help: 'No progress and no summary, only errors.', group: 'Output' }),
} as const;
