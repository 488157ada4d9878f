import { choiceFlag, type Values } from './flag.ts';
import {
  deadLetter,
  deliveryFlags,
  faultChanges,
  rateFlags,
  recordingFlags,
  seedFlag,
  started,
  templateFlag,
  thresholdFlags,
  typesFlag,
  timeFlags,
} from './stream-flags.ts';

/** The keys of a stream in a config file besides destination, settings, schema, faults and format: flags that every stream has. */
export const KEYS = {
  top: { template: templateFlag, ...rateFlags, ...timeFlags, faultChanges, started },
  recording: recordingFlags,
  delivery: { ...deliveryFlags, deadLetter },
  thresholds: thresholdFlags,
} as const;

/** The keys that apply to all streams. */
export const COMMON = {
  seed: seedFlag,
  types: typesFlag,
  onStreamFailure: choiceFlag({
    help: 'What to do when a stream fails: stop the other streams, or continue.',
    choices: ['stop', 'continue'],
    group: 'Config',
    default: 'stop',
  }),
} as const;

/** How rows are written: the name of a format and its settings. Without a name, the settings are those of the implied format. */
export type FormatKey = Readonly<Record<string, unknown>> & { readonly name?: string };

/** The values of a stream's keys, as read; `faults` as given, and the `starts` of all streams, for those with journeys. */
export type StreamKeys = Partial<
  Values<
    typeof KEYS.top &
      typeof KEYS.recording &
      typeof KEYS.delivery &
      typeof KEYS.thresholds &
      Pick<typeof COMMON, 'seed'>
  >
> & {
  readonly faults?: unknown;
  readonly format?: FormatKey | undefined;
  readonly startsOfAll?: string | undefined;
};

/** The keys of a stream. */
export const STREAM_KEYS = [
  'destination',
  'destinations',
  'settings',
  'schema',
  'entity',
  'replay',
  ...Object.keys(KEYS.top),
  ...Object.keys(KEYS.recording),
  'delivery',
  'thresholds',
  'faults',
  'format',
] as const;

/** The keys at the top of a config. */
export const TOP_KEYS: readonly string[] = [
  '$schema',
  'streams',
  'entities',
  'incidents',
  'startAfter',
  'verify',
  ...Object.keys(COMMON),
  ...STREAM_KEYS,
];

/** A stream's name, which becomes part of file names and labels. */
export const STREAM_NAME = /^[A-Za-z0-9_-]+$/;
