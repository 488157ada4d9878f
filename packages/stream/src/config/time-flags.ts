import { invalid, TIME_SCHEMA } from '@catbird/engine';
import { choiceFlag, jsonFlag, switchFlag, textFlag, type Flag } from './flag.ts';

const group = 'Time';

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a number in place of a shape means. */
const rateHint = (value: unknown): string =>
  typeof value === 'number' ? `. For ${value} events a second, write eps: ${value}` : '';

const rate: Flag = {
  help: 'Shape of the rate: a preset such as "business day", or stages, day, week, waves, bursts and calendar as JSON or in a file.',
  value: 'JSON|FILE|PRESET',
  group,
  schema: TIME_SCHEMA.rate,
  read: (text) => ({ ok: true, value: text }),
  readConfig: (value) =>
    isObject(value) || typeof value === 'string'
      ? { ok: true, value }
      : invalid(`must be an object or the name of a preset${rateHint(value)}`),
};

const CHANGES_EXAMPLE = '[["2026-11-20T12:00:00Z", 50]]';

const changes: Flag = {
  ...jsonFlag({
    help: 'Rate changes to repeat, as listed in the summary of another run.',
    value: 'JSON',
    example: CHANGES_EXAMPLE,
    group,
  }),
  schema: TIME_SCHEMA.changes,
  readConfig: (value) =>
    Array.isArray(value) ? { ok: true, value } : invalid(`must be a list such as ${CHANGES_EXAMPLE}`),
};

/** A text that is checked together with the other settings. */
const setting = (
  name: keyof typeof TIME_SCHEMA,
  parts: Pick<Flag, 'help' | 'default'> & { readonly value: string },
): Flag<string> => ({ ...textFlag({ ...parts, group }), schema: TIME_SCHEMA[name] });

/** Which time each event has, and the shape of the rate. The values are as given: `parseTime` checks them together. */
export const timeFlags = {
  starts: setting('starts', {
    help: 'Journeys per second, in place of --eps, for a schema with a journey in time.',
    value: 'RATE',
  }),
  from: setting('from', {
    help: 'Time of the first event: an instant, a date, now, or -30d. Send past events first, then go on live.',
    value: 'INSTANT',
  }),
  to: setting('to', { help: 'End, exclusive: an instant, a date, now, or +10m.', value: 'INSTANT' }),
  speed: setting('speed', {
    help: 'Event time per wall-clock time: 144, 1d/10m, or max.',
    value: 'SPEED',
    default: 'max up to the present, then 1',
  }),
  future: switchFlag({ help: 'Let events run ahead of the wall clock.', group }),
  arrivals: choiceFlag({
    help: 'How events are spread: in ticks at the current time, even, with jitter, or as a Poisson process.',
    choices: ['ticks', 'even', 'jitter', 'poisson'],
    group,
    default: 'ticks; even with other options of this group',
  }),
  disorder: setting('disorder', { help: 'Give events times up to this much earlier.', value: 'TIME' }),
  rate,
  changes,
} as const;
