import { durationText, jsonOrText } from '@catbird/engine';
import { RETRY_DEFAULTS } from '@catbird/send';
import type { Values } from './config.ts';

/** A value and its label. */
type Choice = readonly [value: string, label: string];

/** How a setting is entered. */
type Control =
  | { readonly kind: 'number'; readonly range: readonly [min: number, max: number]; readonly isWhole?: true }
  /** The first is the default. */
  | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
  /** One of the usual instants, or a text. */
  | {
      readonly kind: 'instant';
      readonly choices: (options: Values) => readonly Choice[];
      /** Days from today of the date to begin with. */
      readonly example: (options: Values) => number;
    }
  | { readonly kind: 'text'; readonly placeholder: string }
  /** It has an editor of its own. */
  | { readonly kind: 'own' };

/** Settings that belong together: they have a fold, and are checked together. */
export type SettingGroup = 'rate' | 'delivery' | 'faults' | 'time';

/** A setting of the stream, whichever the destination. */
export interface StreamSetting {
  /** In the form, the link, errors and the command, and as a key of a config file. */
  readonly name: string;
  readonly group: SettingGroup;
  readonly label: string;
  /** A sentence below its control. */
  readonly help?: string;
  readonly control: Control;
  /** The value in a config file. Default: the text. */
  readonly toKey?: (text: string) => unknown;
  /** The value in a command. Default: the text. */
  readonly toFlag?: (text: string) => string;
}

/** Settings of a group, by name. */
type Settings = Readonly<Record<string, Omit<StreamSetting, 'name' | 'group'>>>;

/** Until something is accepted, a wrong address or a broken service should show quickly. */
export const START_WINDOW_MS = 2000;

/** Milliseconds as `30 s`. */
export const seconds = (ms: number): string => `${ms / 1000} s`;

/** Mean delay of late rows. */
const LATE_MS = 60_000;

/** A percentage as a share. Rounded, so that 0.1 % is 0.001 and not 0.0010000000000000002. */
const shareOf = (percent: string): { readonly share: number } => ({
  share: Number((Number(percent) / 100).toPrecision(12)),
});

const oneOf = (...choices: readonly Choice[]): Control => ({ kind: 'choice', choices });

/** Chosen for a text of one's own. */
export const A_DATE = 'other';

const pastChoices = ({ to = '' }: Values): readonly Choice[] => [
  ['', 'Now'],
  // With an end, nothing goes on live.
  ...(
    [
      ['-24h', '24 hours'],
      ['-7d', '7 days'],
      ['-30d', '30 days'],
      ['-90d', '90 days'],
    ] as const
  ).map(([value, past]) => [value, `The last ${past}${to === '' ? ', then live' : ''}`] as const),
  [A_DATE, 'A date'],
];

/** A share of the rows in percent, up to a maximum. */
const percentUpTo = (max: number): Pick<StreamSetting, 'control' | 'toKey'> => ({
  control: { kind: 'number', range: [0, max] },
  toKey: shareOf,
});

const RATE: Settings = {
  eps: { label: 'Events Per Second', control: { kind: 'own' } },
  limit: { label: 'Limit', control: { kind: 'own' } },
};

const DELIVERY: Settings = {
  onFailure: {
    label: 'If events are rejected',
    help: 'If you keep going, they’re counted as rejected or failed.',
    control: oneOf(['stop', 'Stop'], ['continue', 'Keep going']),
  },
  whenBehind: {
    label: 'If the service is too slow',
    help: 'Skipped events count as dropped.',
    control: oneOf(['delay', 'Catch up later'], ['drop', 'Skip events']),
  },
  attempts: {
    label: 'If the service fails',
    help: `Attempts per request, including the first, with backoff. Until the first event is accepted, retries stop after ${seconds(START_WINDOW_MS)}.`,
    control: oneOf(
      ['unlimited', `Keep trying for ${seconds(RETRY_DEFAULTS.windowMs)}`],
      ['1', '1 attempt'],
      ...['2', '3', '5', '10', '20'].map((count) => [count, `${count} attempts`] as const),
    ),
    toKey: Number,
  },
};

const FAULTS: Settings = {
  duplicates: { label: 'Duplicates, %', help: 'Sent again within 100 rows.', ...percentUpTo(90) },
  late: {
    label: 'Late, %',
    help: 'Timestamps a minute old, on average.',
    ...percentUpTo(100),
    toKey: (percent) => ({ ...shareOf(percent), delay: { mean: durationText(LATE_MS) } }),
  },
  reordering: {
    label: 'Reordering, rows',
    help: 'Shuffle rows within this window.',
    control: { kind: 'number', range: [2, 1_000_000], isWhole: true },
    toKey: (rows) => ({ window: Number(rows) }),
  },
  malformed: {
    label: 'Malformed lines, %',
    help: 'Truncated lines, missing quotes, wrong types and so on.',
    ...percentUpTo(100),
  },
  dropped: { label: 'Dropped, %', help: 'Skipped on purpose, never sent.', ...percentUpTo(90) },
};

const TIME: Settings = {
  starts: {
    label: 'Journeys per second',
    help: 'Journeys that start per second, in place of Events Per Second.',
    control: { kind: 'text', placeholder: 'by Events Per Second' },
    toKey: Number,
  },
  from: {
    label: 'Start',
    help: '2026-10-22, 2026-10-22 08:30, or -36h',
    control: { kind: 'instant', choices: pastChoices, example: () => -30 },
  },
  to: {
    label: 'End',
    help: '2026-11-20, or +10m from now',
    control: {
      kind: 'instant',
      choices: () => [
        ['', 'None: continue live'],
        ['now', 'Now'],
        [A_DATE, 'A date'],
      ],
      example: ({ from = '' }) => (from === '' ? 1 : 0),
    },
  },
  speed: {
    label: 'Speed',
    help: '10, or 1d/10m: a day in ten minutes. max: the past at once, then real time.',
    control: { kind: 'text', placeholder: 'max' },
  },
  future: {
    label: 'Future events',
    help: 'Whether event times may run ahead of the clock.',
    control: oneOf(['', 'No'], ['true', 'Yes']),
    toKey: () => true,
  },
  arrivals: {
    label: 'Arrivals',
    help: 'By default in ticks, with the clock’s time; even once anything of time is set.',
    control: oneOf(
      ['', 'Default'],
      ['even', 'Even'],
      ['jitter', 'Even, with jitter'],
      ['poisson', 'Random, like real arrivals'],
    ),
  },
  disorder: {
    label: 'Disorder',
    help: 'Timestamps up to this much earlier: 500ms, 5s.',
    control: { kind: 'text', placeholder: '0s' },
    // A bare number is seconds here, as in config files. A command needs the unit.
    toFlag: (text) => text.replace(/\d$/, '$&s'),
  },
  rate: { label: 'Rate', control: { kind: 'own' }, toKey: jsonOrText },
  zone: {
    label: 'Time zone',
    help: 'Europe/Berlin: its days, hours and weekdays, with its changes of clock. Times in events stay UTC.',
    control: { kind: 'text', placeholder: 'UTC' },
  },
};

const inGroup = (group: SettingGroup, settings: Settings): readonly StreamSetting[] =>
  Object.entries(settings).map(([name, setting]) => ({ name, group, ...setting }));

/** All settings of the stream, in the order of commands and config files. Those of destinations have other names. */
export const STREAM_SETTINGS: readonly StreamSetting[] = [
  ...inGroup('rate', RATE),
  ...inGroup('delivery', DELIVERY),
  ...inGroup('faults', FAULTS),
  ...inGroup('time', TIME),
];

/** The settings of a group, in their order. */
export const settingsIn = (group: SettingGroup): readonly StreamSetting[] =>
  STREAM_SETTINGS.filter((setting) => setting.group === group);

/** The setting that an error is about: `rate.stages.1` is about `rate`. Undefined: none of the stream. */
export const settingOfError = (name: string): StreamSetting | undefined =>
  STREAM_SETTINGS.find((setting) => setting.name === name.split('.')[0]);
