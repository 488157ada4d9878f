import { MAX_CYCLES, MAX_FACTOR, MAX_HOLIDAYS, MAX_POINTS, MAX_RATE } from './bounds.ts';
import { DURATION } from './duration.ts';
import { PRESETS } from './presets.ts';
import type { TIME_KEYS } from './settings.ts';
import { ARRIVALS } from './timing.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const duration = (description: string): JsonSchema => ({
  type: ['string', 'number'],
  pattern: DURATION.source,
  minimum: 0,
  description: `${description}: a duration such as 5m or 1h30m, or a number of seconds.`,
});

const factor = (description?: string): JsonSchema => ({
  type: 'number',
  minimum: 0,
  maximum: MAX_FACTOR,
  ...(description !== undefined && { description }),
});

const listOf = (items: JsonSchema, least: number, most: number): JsonSchema => ({
  type: 'array',
  items,
  minItems: least,
  maxItems: most,
});

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** An array of exactly these elements. */
const tuple = (...prefixItems: readonly JsonSchema[]): JsonSchema => ({
  type: 'array',
  prefixItems,
  items: false,
  minItems: prefixItems.length,
});

const eps: JsonSchema = { type: 'number', minimum: 0, maximum: MAX_RATE, description: 'Events per second.' };

const low = factor('Lowest factor.');
const high = factor('Highest factor.');

const burst: JsonSchema = {
  ...object(
    {
      every: duration('Time from the start of one burst to the next'),
      at: { type: 'string', description: 'When bursts start: five cron fields, such as 0 2 * * *.' },
      for: duration('Length of a burst'),
      times: factor('Factor during a burst. 0 makes a gap.'),
      rest: factor('Factor outside of bursts. Default: 1.'),
      jitter: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: 'How far into its cycle each burst may start, from 0 to 1. Only with every. Default: 0.',
      },
    },
    ['for', 'times'],
  ),
  oneOf: [{ required: ['every'] }, { required: ['at'], properties: { jitter: false } }],
};

const date: JsonSchema = {
  type: 'string',
  pattern: /^\s*(\d{4}-)?\d\d-\d\d\s*$/.source,
  description: 'A date such as 2026-12-24, or 12-24 for every year.',
};

const hours = listOf(factor(), 24, 24);

const shape: JsonSchema = object(
  {
    preset: {
      enum: PRESETS.map(({ name }) => name),
      description: 'A named rate. Other keys replace its parts.',
    },
    stages: {
      ...listOf(tuple(duration('Time after from'), eps), 1, MAX_POINTS),
      description:
        'Pairs of a time and events per second, linear in between, in place of eps. Repeat a time for a jump.',
    },
    day: {
      anyOf: [
        listOf(factor(), 24, MAX_POINTS),
        object(
          {
            low,
            high,
            top: { type: 'string', description: 'The time of day with the highest factor, such as 14:00.' },
          },
          ['low', 'high', 'top'],
        ),
      ],
      description: 'Factors evenly spaced over the day and linear in between, or a sine.',
    },
    week: {
      anyOf: [listOf(factor(), 7, 7), listOf(factor(), 168, 168), listOf(hours, 7, 7)],
      description: 'A factor for each day or each hour of the week, Monday first.',
    },
    waves: {
      ...listOf(
        object({ period: duration('Length of a wave'), low, high }, ['period', 'low', 'high']),
        0,
        MAX_CYCLES,
      ),
      description: 'Sines that multiply the rate.',
    },
    bursts: {
      ...listOf(burst, 0, MAX_CYCLES),
      description: 'Factors that apply for a while, at intervals or at the times of a cron expression.',
    },
    calendar: {
      ...listOf(
        {
          anyOf: [
            date,
            object(
              {
                on: date,
                for: duration('Length, at most 31d. Default: 1d'),
                times: factor('Factor. Default: 0.'),
              },
              ['on'],
            ),
          ],
        },
        0,
        MAX_HOLIDAYS,
      ),
      description: 'Holidays: dates without events, or dates with a factor. The last one that holds counts.',
    },
    offset: {
      type: 'string',
      pattern: /^([zZ]|[+-]\d\d(:?\d\d)?)$/.source,
      description: 'Offset of day, week, cron and calendar from UTC, such as +01:00. Default: by zone.',
    },
  },
  [],
);

const instant: JsonSchema = { type: ['string', 'number'] };

const rateForms: readonly JsonSchema[] = [
  { type: 'string', examples: PRESETS.map(({ name }) => name) },
  shape,
];

/** The JSON Schema of each setting of time, which its option describes. Accepts all that `parseTime` accepts, and a little more. */
export const TIME_SCHEMA: { readonly [Key in (typeof TIME_KEYS)[number]]: JsonSchema } = {
  starts: { type: ['number', 'string'], exclusiveMinimum: 0, maximum: MAX_RATE },
  from: instant,
  to: instant,
  speed: { type: ['number', 'string'], exclusiveMinimum: 0 },
  future: { enum: [true, false, 'true', 'false'] },
  arrivals: { enum: ['ticks', ...ARRIVALS] },
  disorder: duration('Event times are up to this much earlier'),
  rate: { anyOf: rateForms },
  zone: { type: 'string', examples: ['Europe/Berlin', 'America/New_York'] },
  changes: listOf(
    tuple(
      { ...instant, description: 'When the rate changes.' },
      {
        anyOf: [
          eps,
          { const: 'planned' },
          object({ incident: { type: 'string' }, forMs: { type: 'integer', minimum: 1 } }, [
            'incident',
            'forMs',
          ]),
          ...rateForms,
        ],
      },
    ),
    0,
    MAX_POINTS,
  ),
};
