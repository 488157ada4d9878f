import { destinations } from '../destinations/list.ts';
import { settingFlags } from '../destinations/settings.ts';
import type { Flags } from '../flags/flag.ts';
import { KEYS } from './keys.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

const propertiesOf = (flags: Flags): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { schema, help }]) => [name, { ...schema, description: help }]),
  );

const objectOf = (flags: Flags): JsonSchema => ({
  type: 'object',
  properties: propertiesOf(flags),
  additionalProperties: false,
});

/** The JSON Schema of a config file, for editors and programs. https://json-schema.org/draft/2020-12 */
export const configSchema = (): JsonSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A stream of mock events, for catbird run',
  type: 'object',
  required: ['destination'],
  properties: {
    $schema: { type: 'string', description: 'Where this schema is, for editors.' },
    destination: {
      enum: destinations.map(({ command }) => command),
      description: 'Where the events go.',
    },
    settings: {
      type: 'object',
      description: 'The destination’s settings. ${NAME} in a text stands for an environment variable.',
    },
    schema: {
      type: ['object', 'string'],
      description: 'A map from field name to generator, or the path of a file that holds one.',
    },
    ...propertiesOf(KEYS.top),
    delivery: { ...objectOf(KEYS.delivery), description: 'What to do about trouble.' },
    thresholds: { ...objectOf(KEYS.thresholds), description: 'When the exit code is 99.' },
  },
  additionalProperties: false,
  allOf: destinations.map((destination) => ({
    if: { properties: { destination: { const: destination.command } }, required: ['destination'] },
    // The word is JSON Schema's.
    // oxlint-disable-next-line unicorn/no-thenable
    then: { properties: { settings: objectOf(settingFlags(destination)) } },
  })),
});
