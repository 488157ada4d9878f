import { choiceFlag } from '../flags/readers.ts';
import type { Flags } from '../flags/flag.ts';
import { streamFlags } from '../stream/flags.ts';

const inGroup = (group: string): Flags =>
  Object.fromEntries(Object.entries(streamFlags).filter(([, flag]) => flag.group === group));

/** What a config file may say of a stream beside destination, settings and schema: the same as the flags of every stream. */
export const KEYS = {
  top: { template: streamFlags.template, ...inGroup('Stream') },
  delivery: inGroup('Delivery'),
  thresholds: inGroup('Thresholds'),
} as const;

/** What is said once for all streams. */
export const COMMON = {
  seed: streamFlags.seed,
  onStreamFailure: choiceFlag({
    help: 'What a stream that fails means for the others: stop ends them, continue does not.',
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
  ...Object.keys(KEYS.top),
  'delivery',
  'thresholds',
  'faults',
] as const;

/** A stream's name: it becomes part of file names and labels. */
export const STREAM_NAME = /^[A-Za-z0-9_-]+$/;
