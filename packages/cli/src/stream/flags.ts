import {
  deadLetter,
  deliveryFlags,
  faultChanges,
  rateFlags,
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
import { replayFlags, schemaFlags, seedFlag } from '../schema/read.ts';
import { readWorkers, type WorkersChoice } from '../workers/count.ts';
import { RESEND } from './resend.ts';
import { readStartAt } from './start-at.ts';
import { readShard, type ShardChoice } from './shard.ts';

const workers: Flag<WorkersChoice> = {
  help: 'Generate and send with N threads; auto: as many as the cores of this machine and the rate can keep busy.',
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
  faultsLog: pathFlag({
    help: 'Log every injected fault to this file, with its row and its position in the stream, as JSON lines.',
    value: 'FILE',
    group: 'Faults',
  }),
  record: pathFlag({
    help: 'Write what is needed to compute the sent rows again to this file, and which of them were acknowledged: see catbird verify.',
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
      help: 'Wait until this time, then start. If it has passed, events since then are late; auto: the time when the first shard started.',
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
    help: 'With --state, send rows again that earlier runs could not deliver: rejected, quarantined, failed after a retry, or all.',
    choices: RESEND,
    group: 'Scale',
  }),
  digest: switchFlag({
    help: 'Report a digest of all acknowledged rows. The digests of all shards add up to the one that catbird digest prints.',
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
    help: 'Check everything and print what would be sent where, without opening or sending anything.',
    group: 'Output',
  }),
  logs: switchFlag({ help: 'Show the responses of the destination.', group: 'Output' }),
  json: switchFlag({ help: 'Print progress, errors and summary as JSON lines on stderr.', group: 'Output' }),
  quiet: switchFlag({ help: 'Print errors only.', group: 'Output' }),
} as const;
