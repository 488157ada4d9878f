import { MAX_FACTOR } from './bounds.ts';
import { DURATION } from './duration.ts';
import { MAX_INCIDENTS } from './incident-settings.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const durations: readonly JsonSchema[] = [{ type: 'string', pattern: DURATION.source }, { type: 'number' }];
const duration: JsonSchema = { anyOf: durations };
const expression: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] };
const share: JsonSchema = { type: 'number', minimum: 0, maximum: 1 };

const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const effects: Readonly<Record<string, JsonSchema>> = {
  after: { ...duration, description: 'This stream follows later.' },
  where: { type: 'string', description: 'A condition: affected rows. Default: all.' },
  share: {
    anyOf: [share, { type: 'string' }],
    description: 'The share of these rows, times the strength. Default: all.',
  },
  set: {
    type: 'object',
    minProperties: 1,
    additionalProperties: expression,
    description: 'Fields, each with an expression for its value.',
  },
  rate: {
    type: 'number',
    minimum: 0,
    maximum: MAX_FACTOR,
    description: 'Factor of the rate at full strength; 0 is silence.',
  },
  drop: { type: 'boolean', description: 'Affected rows are never sent. Default: false.' },
};

/** The JSON Schema of `incidents` in a config. */
export const INCIDENTS_SCHEMA: JsonSchema = {
  type: 'array',
  maxItems: MAX_INCIDENTS,
  items: object(
    {
      name: { type: 'string', pattern: String.raw`^[\w.-]{1,100}$` },
      at: {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
        description:
          'An instant, a time after the start such as +20h, a list of these, or a cron expression.',
      },
      every: { ...duration, description: 'Once in each cycle of this length.' },
      jitter: {
        ...share,
        description: 'How far into the rest of its cycle an occurrence may begin, at random.',
      },
      chance: { ...share, description: 'The probability of an occurrence.' },
      for: {
        anyOf: [...durations, object({ min: duration, max: duration }, ['min', 'max'])],
        description: 'How long it lasts.',
      },
      ramp: {
        anyOf: [...durations, object({ up: duration, down: duration })],
        description: 'How long its strength rises, and falls. Default: at once.',
      },
      draw: {
        type: 'object',
        additionalProperties: { type: 'array', items: expression, minItems: 1 },
        description: 'Lists of values. Each occurrence draws one of each.',
      },
      expect: {
        anyOf: [
          { const: 'none' },
          object({
            alert: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
            within: duration,
            clears: duration,
          }),
        ],
        description: 'The alert that must fire; none: none may. Default: any.',
      },
      ...effects,
      in: {
        type: 'object',
        additionalProperties: object(effects),
        description: 'The effects on each stream, by its name.',
      },
    },
    ['name', 'for'],
  ),
};
