import {
  deadLetter,
  deliveryFlags,
  faultChanges,
  rateFlags,
  started,
  thresholdFlags,
  timeFlags,
  type Flag,
} from '@catbird/stream';
import {
  choiceFlag,
  instantFlag,
  jsonFlag,
  pathFlag,
  switchFlag,
  textFlag,
  wholeFlag,
} from '../flags/readers.ts';
import { replayFlags, schemaFlags, seedFlag } from '../schema/read-schema.ts';
import { readWorkers, type WorkersChoice } from '../workers/count.ts';
import { RESEND } from './resend.ts';
import { readStartAt, readShard, type ShardChoice } from './shard.ts';

const workers: Flag<WorkersChoice> = {
  help: 'Generate and send with N threads. auto: by the rate and the CPU cores of this machine.',
  value: 'N|auto',
  group: 'Scale',
  default: '1',
  schema: { anyOf: [{ type: 'integer', minimum: 1 }, { const: 'auto' }] },
  read: readWorkers,
};

const FAULTS_EXAMPLE = '{"duplicates": {"share": 0.01}}';

/** Flags of every stream, whatever its destination. */
export const streamFlags = {
  ...schemaFlags,
  ...replayFlags,
  seed: seedFlag,
  ...rateFlags,
  ...timeFlags,
  ...deliveryFlags,
  deadLetter,
  faults: {
    ...jsonFlag({
      help: 'Faults to inject, as JSON or in a file: duplicates, late, reordering, malformed, dropped, offline, drift, each with its share.',
      value: 'JSON|FILE',
      example: FAULTS_EXAMPLE,
      group: 'Faults',
    }),
    read: (text: string) => ({ ok: true as const, value: text as unknown }),
  },
  faultChanges,
  started,
  faultsLog: pathFlag({
    help: 'Log every injected fault to this file as JSON lines, with its row and position in the stream.',
    value: 'FILE',
    group: 'Faults',
  }),
  record: pathFlag({
    help: 'Write a record of the run to this file, for catbird verify. It says what was sent and acknowledged.',
    value: 'FILE',
    group: 'Scale',
  }),
  workers,
  splitBy: textFlag({
    help: 'With --workers or --shard, send all events with the same value of this field from the same worker or shard, in order.',
    value: 'FIELD',
    group: 'Scale',
  }),
  shard: {
    help: 'Send rows K, K + N, K + 2N … of the stream at 1/N of its rate, such as 0/4; auto in a job array. Requires --seed.',
    value: 'K/N|auto',
    group: 'Scale',
    schema: { type: 'string' },
    read: readShard,
  } satisfies Flag<ShardChoice>,
  startAt: {
    ...instantFlag({
      help: 'Wait until this time, then start. If it has passed, events since then are late. auto: when the first shard started.',
      group: 'Scale',
    }),
    value: 'INSTANT|auto',
    read: readStartAt,
  } satisfies Flag<number>,
  state: pathFlag({
    help: 'Save progress every second, in a file or at redis://, rediss://, postgres:// or s3://; resume on restart.',
    value: 'FILE|URL',
    group: 'Scale',
    env: ['CATBIRD_STATE'],
  }),
  resend: choiceFlag({
    help: 'With --state: send rows again that earlier runs could not deliver. They were rejected, quarantined, or failed after retries.',
    choices: RESEND,
    group: 'Scale',
  }),
  digest: switchFlag({
    help: 'Report a digest of all acknowledged rows. Those of all shards add up to the one of catbird digest.',
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
  ...thresholdFlags,
  dryRun: switchFlag({
    help: 'Check everything and print the plan. Opens and sends nothing.',
    group: 'Output',
  }),
  logs: switchFlag({ help: 'Show the responses of the destination.', group: 'Output' }),
  json: switchFlag({ help: 'Print progress, errors and summary as JSON lines on stderr.', group: 'Output' }),
  quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
} as const;
