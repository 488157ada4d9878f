import { invalid, durationText, type Reading, TIME_SCHEMA, isObject } from '@catbird/engine';
import { RETRY_DEFAULTS } from '@catbird/send';
import {
  choiceFlag,
  durationFlag,
  jsonFlag,
  numberFlag,
  pathFlag,
  readLimit,
  readRate,
  sizeFlag,
  switchFlag,
  textFlag,
  unitMissing,
  wholeFlag,
  type Flag,
} from './flag.ts';

/** The flag that chooses a built-in schema. */
export const templateFlag = textFlag({
  help: 'Use a built-in schema. Run catbird list templates to see all.',
  value: 'NAME',
  group: 'Rows',
  default: '"Simple Example"',
});

/** The flag for a seed: the same seed produces the same rows. */
export const seedFlag: Flag<string> = {
  ...textFlag({
    help: 'Number or text. The same seed produces the same rows, except for timestamps.',
    value: 'SEED',
    group: 'Rows',
    default: 'random, printed to stderr',
  }),
  read: (text) =>
    text === '' ? invalid('must not be empty. Leave it out for a random seed') : { ok: true, value: text },
};

/** The flag for generator types of packages. */
export const typesFlag: Flag<readonly string[]> = {
  help: 'Use the generator types of this package, or of a module such as ./types.js. Runs its code. Repeatable.',
  value: 'PACKAGE',
  group: 'Rows',
  many: true,
  schema: { type: 'array', items: { type: 'string' } },
  read: (text) => readPackages([text]),
  readConfig: (value) => readPackages(Array.isArray(value) ? value : [value]),
};

/** A name of npm, or a path. */
const PACKAGE = /^(?:(?:@[\w.~-]+\/)?[\w~-][\w.~-]*|\.{1,2}[\\/].+|\/.+|[A-Za-z]:[\\/].+)$/;

function readPackages(given: readonly unknown[]): Reading<readonly string[]> {
  const names = given.filter((name) => typeof name === 'string' && PACKAGE.test(name));
  return names.length === given.length
    ? { ok: true, value: names.map(String) }
    : invalid('must be the name of a package, such as catbird-types-aviation, or a path such as ./types.js');
}

const newIds: Flag<readonly string[]> = {
  help: 'With --loop: fields that get new values in each further pass. Equal values stay equal within a pass.',
  value: 'FIELD,FIELD',
  group: 'Replay',
  schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  read: (text) => readNames(text.split(',')),
  readConfig: (value) =>
    Array.isArray(value) || typeof value === 'string'
      ? readNames(typeof value === 'string' ? value.split(',') : value.map(String))
      : invalid('must be the name of a field, or a list of names'),
};

function readNames(given: readonly string[]): Reading<readonly string[]> {
  const names = given.map((name) => name.trim());
  return names.includes('')
    ? invalid('must be names of fields, such as order_id,customer_id')
    : { ok: true, value: names };
}

/** How a recording is replayed. */
export const recordingFlags = {
  replayTime: textFlag({
    help: 'Field with the time of a row, which sets the gaps between events. ISO 8601, or a number since 1970.',
    value: 'FIELD',
    group: 'Replay',
    default: 'found by name and values',
  }),
  loop: switchFlag({ help: 'Start over after the last row, with later times.', group: 'Replay' }),
  newIds,
} as const;

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
  short: 'n',
  value: 'N',
  group: 'Stream',
  default: '-1',
  schema: { type: 'integer', anyOf: [{ const: -1 }, { minimum: 1 }] },
  read: readLimit,
};

/** How many events, and how fast. */
export const rateFlags = {
  eps,
  limit,
  size: sizeFlag({
    help: 'Stop after as many events as make about this size, by their mean: 500MB, 10GB. Not with --limit.',
    group: 'Stream',
  }),
  duration: durationFlag({
    help: 'Stop after this time: 30s, 5m, 1h30m. At a rate, send exactly rate × duration events, even if late.',
    group: 'Stream',
  }),
} as const;

/** How to deliver. */
export const deliveryFlags = {
  onFailure: choiceFlag({
    help: 'When events are rejected, quarantined or fail.',
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
  batchRows: wholeFlag({
    help: 'Maximum events per request.',
    least: 1,
    group: 'Delivery',
    default: 'depends on the destination',
  }),
  batchBytes: wholeFlag({
    help: 'Maximum bytes of events per request. A larger event is sent alone.',
    least: 1,
    group: 'Delivery',
    default: 'depends on the destination',
  }),
  linger: durationFlag({
    help: 'Wait this long for more events before sending a request that is not full: 500ms, 10s.',
    group: 'Delivery',
    default: 'depends on the destination',
  }),
} as const;

/** Where the command line keeps rows that did not arrive. */
export const deadLetter = pathFlag({
  help: 'Write rows that may not have arrived to this file as JSON lines. Each has the reason: rejected, quarantined, failed or uncertain.',
  value: 'FILE',
  group: 'Delivery',
});

/** Changes of the faults while a stream ran, to repeat. */
export const faultChanges = {
  ...jsonFlag({
    help: 'Fault changes to repeat, as listed in the summary of another run.',
    value: 'JSON',
    example: '[{"position": 1000, "faults": {"duplicates": {"share": 0.1}}}]',
    group: 'Faults',
  }),
  readConfig: (value: unknown) =>
    Array.isArray(value) ? { ok: true, value } : invalid('must be a list of changes'),
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['position', 'faults'],
      properties: { position: { type: 'integer', minimum: 0 }, faults: { type: 'object' } },
    },
  },
} satisfies Flag;

/** Incidents that were started by hand while a stream ran, to repeat. */
export const started = {
  ...jsonFlag({
    help: 'Incidents that were started by hand, to repeat, as listed in the summary of another run.',
    value: 'JSON',
    example: '[{"name": "outage", "number": -1, "atMs": 1795435200000, "forMs": 600000}]',
    group: 'Faults',
  }),
  readConfig: (value: unknown) =>
    Array.isArray(value) ? { ok: true, value } : invalid('must be a list of starts'),
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['name', 'number', 'atMs', 'forMs'],
      properties: {
        name: { type: 'string' },
        number: { type: 'integer', maximum: -1 },
        atMs: { type: 'integer' },
        forMs: { type: 'integer', minimum: 1 },
      },
    },
  },
} satisfies Flag;

/** What has to hold of a run, else its exit code is 99. */
export const thresholdFlags = {
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
} as const;

const group = 'Time';

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

const disorder: Flag<string> = {
  ...setting('disorder', { help: 'Make event times up to this much earlier, at random.', value: 'TIME' }),
  read: (text) => unitMissing(text) ?? { ok: true, value: text },
  readConfig: (value) =>
    typeof value === 'string' || typeof value === 'number'
      ? { ok: true, value: String(value) }
      : invalid('must be a string or a number'),
};

/** Which time each event has, and the shape of the rate. The values are as given: `parseTime` checks them together. */
export const timeFlags = {
  starts: setting('starts', {
    help: 'Journeys that start per second, instead of --eps, if the schema has journeys in time.',
    value: 'RATE',
  }),
  from: setting('from', {
    help: 'Time of the first event: an instant, a date, now, or -30d. Past events are sent first, then live ones.',
    value: 'INSTANT',
  }),
  to: setting('to', { help: 'End, exclusive: an instant, a date, now, or +10m.', value: 'INSTANT' }),
  speed: setting('speed', {
    help: 'Event time per real time: 144, 1d/10m, or max.',
    value: 'SPEED',
    default: 'max up to the present, then 1',
  }),
  future: switchFlag({ help: 'Allow event times in the future.', group }),
  arrivals: choiceFlag({
    help: 'How events are spread: in ticks at the current time, even, with jitter, or as a Poisson process.',
    choices: ['ticks', 'even', 'jitter', 'poisson'],
    group,
    default: 'ticks; even with other options of this group',
  }),
  disorder,
  rate,
  zone: setting('zone', {
    help: 'Time zone of days, hours and weekdays in rates, cron, folders of objects and times of text lines: Europe/Berlin.',
    value: 'NAME',
    default: 'UTC',
  }),
  changes,
} as const;
