import { choiceFlag } from '../flags/readers.ts';
import type { Flags } from '../flags/flag.ts';
import { streamFlags } from '../stream/flags.ts';

const inGroup = (group: string): Flags =>
  Object.fromEntries(Object.entries(streamFlags).filter(([, flag]) => flag.group === group));

/** The keys of a stream in a config file besides destination, settings and schema: the flags of every stream. */
export const KEYS = {
  top: {
    template: streamFlags.template,
    ...inGroup('Stream'),
    ...inGroup('Time'),
    faultChanges: streamFlags.faultChanges,
  },
  delivery: inGroup('Delivery'),
  thresholds: inGroup('Thresholds'),
} as const;

/** The keys that apply to all streams. */
export const COMMON = {
  seed: streamFlags.seed,
  onStreamFailure: choiceFlag({
    help: 'What to do when a stream fails: stop the other streams, or continue.',
    choices: ['stop', 'continue'],
    group: 'Config',
    default: 'stop',
  }),
} as const;

/** The keys of a stream. */
export const STREAM_KEYS = [
  'destination',
  'settings',
  'schema',
  'entity',
  ...Object.keys(KEYS.top),
  'delivery',
  'thresholds',
  'faults',
] as const;

/** A stream's name, which becomes part of file names and labels. */
export const STREAM_NAME = /^[A-Za-z0-9_-]+$/;
