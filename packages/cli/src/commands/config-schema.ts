import {
  INCIDENTS_SCHEMA,
  schemaFileSchema,
  type JsonSchema,
  FAULT_DURATIONS,
  faultSettings,
  DURATION,
} from '@catbird/engine';
import { settingsOf } from '@catbird/send';
import { COMMON, KEYS, STREAM_NAME, type Flags } from '@catbird/stream';
import { defineCommand } from '../command.ts';
import { destinations } from '../destinations/list.ts';
import type { CliDestination } from '../destinations/file.ts';
import { configSettings } from '../destinations/setting-flags.ts';
import { EXIT } from '../exit-codes.ts';
import { formatFlags } from '../flags/format.ts';
import { choiceFlag } from '../flags/readers.ts';
import { scoreReportSchema } from '../score/report-json.ts';
import { verifyReportSchema } from '../verify/report-json.ts';
import * as z from 'zod/mini';

/** The JSON Schema of a config file, for editors and programs. https://json-schema.org/draft/2020-12 */
export function configSchema(): JsonSchema {
  const { $defs, properties, additionalProperties, minProperties, maxProperties } = schemaFileSchema();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Streams of mock events for catbird run',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'The location of this JSON Schema, for editors.' },
      streams: {
        type: 'object',
        description: 'Several streams by name. Other keys next to it are their defaults.',
        minProperties: 1,
        propertyNames: { pattern: STREAM_NAME.source },
        additionalProperties: { $ref: '#/$defs/stream' },
      },
      entities: {
        anyOf: [{ $ref: '#/$defs/entities' }, { type: 'string' }],
        description: 'Entities that the schemas share, or the path of a file with them.',
      },
      incidents: {
        ...INCIDENTS_SCHEMA,
        description:
          'Bad days with labels: when values, rows or the rate change, and the alert that must fire.',
      },
      verify: { type: 'object', description: 'Where rows should have arrived, for catbird verify.' },
      ...propertiesOf(COMMON),
      ...streamProperties(),
    },
    additionalProperties: false,
    allOf: [
      ...settingsByDestination(),
      {
        if: { not: { anyOf: [{ required: ['streams'] }, { required: ['destinations'] }] } },
        // oxlint-disable-next-line unicorn/no-thenable
        then: NEEDS,
      },
      {
        // Otherwise a stream may get its settings from those beside streams.
        if: { not: { required: ['destination'] } },
        // oxlint-disable-next-line unicorn/no-thenable
        then: { properties: { streams: { additionalProperties: NEEDS } } },
      },
    ],
    anyOf: [
      { required: ['destination'] },
      { required: ['destinations'] },
      {
        required: ['streams'],
        properties: {
          streams: {
            additionalProperties: { anyOf: [{ required: ['destination'] }, { required: ['destinations'] }] },
          },
        },
      },
    ],
    $defs: {
      ...(typeof $defs === 'object' ? $defs : {}),
      fields: { type: 'object', properties, additionalProperties, minProperties, maxProperties },
      needs: { allOf: destinations.flatMap(needsOf) },
      target: {
        anyOf: [
          { enum: destinations.filter((each) => needsOf(each).length === 0).map(({ command }) => command) },
          {
            type: 'object',
            required: ['destination'],
            properties: { destination: DESTINATION, settings: SETTINGS, delivery: deliverySchema() },
            additionalProperties: false,
            allOf: [...settingsByDestination(), NEEDS],
          },
        ],
      },
      stream: {
        type: 'object',
        description: 'A stream: destination, schema and rate of its events.',
        properties: { ...streamProperties(), startAfter: START_AFTER },
        additionalProperties: false,
        allOf: settingsByDestination(),
      },
    },
  };
}

const START_AFTER: JsonSchema = {
  anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  description: 'The streams that have to end before this one starts.',
};

const propertiesOf = (flags: Flags): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(flags).map(([name, { schema, help }]) => [name, { ...schema, description: help }]),
  );

const objectOf = (flags: Flags): JsonSchema => ({
  type: 'object',
  properties: propertiesOf(flags),
  additionalProperties: false,
});

const NEEDS: JsonSchema = { $ref: '#/$defs/needs' };

/** The settings that a destination must have. Credentials may come from the environment instead. */
function needsOf(destination: CliDestination): readonly JsonSchema[] {
  const needed = settingsOf(destination).filter(({ required, secret }) => required && !secret);
  const always = needed.filter(({ when }) => when === undefined).map(({ name }) => name);
  if (needed.length === 0) return [];
  const sometimes = needed.flatMap(({ name, when }) => {
    if (when === undefined) return [];
    const isChosen = Object.fromEntries(Object.entries(when).map(([key, value]) => [key, { const: value }]));
    // oxlint-disable-next-line unicorn/no-thenable
    return [{ if: { properties: isChosen, required: Object.keys(when) }, then: { required: [name] } }];
  });
  // JSON Schema has no empty list here.
  const settings: JsonSchema = { required: always, ...(sometimes.length > 0 && { allOf: sometimes }) };
  return [
    {
      if: { properties: { destination: { const: destination.command } }, required: ['destination'] },
      // oxlint-disable-next-line unicorn/no-thenable
      then: { properties: { settings }, ...(always.length > 0 && { required: ['settings'] }) },
    },
  ];
}

const DESTINATION: JsonSchema = { enum: destinations.map(({ command }) => command) };

const SETTINGS: JsonSchema = {
  type: 'object',
  description: 'The settings of the destination. ${NAME} in a string is an environment variable.',
};

const deliverySchema = (): JsonSchema => ({
  ...objectOf(KEYS.delivery),
  description: 'How to deliver: failures, delays, retries and timeouts.',
});

const streamProperties = (): Record<string, JsonSchema> => ({
  destination: { ...DESTINATION, description: 'Where to send events.' },
  destinations: {
    type: 'array',
    minItems: 1,
    items: { $ref: '#/$defs/target' },
    description: 'Several destinations that each get the same rows, in place of destination.',
  },
  settings: SETTINGS,
  schema: {
    anyOf: [{ $ref: '#/$defs/fields' }, { type: 'string' }],
    description: 'A map from field name to generator, or the path of a schema file.',
  },
  entity: { type: 'string', description: 'Instead of a schema: each of these entities once.' },
  replay: { type: 'string', description: 'Instead of a schema: the path of a recording to send again.' },
  ...propertiesOf(KEYS.top),
  ...propertiesOf(KEYS.recording),
  delivery: deliverySchema(),
  faults: { ...faultsSchema(), description: 'Faults to inject into the rows, by seed.' },
  format: formatSchema(),
  thresholds: { ...objectOf(KEYS.thresholds), description: 'Conditions for exit code 99.' },
});

function formatSchema(): JsonSchema {
  const { format, ...settings } = formatFlags;
  return {
    anyOf: [
      format.schema,
      {
        type: 'object',
        required: ['name'],
        properties: { ...propertiesOf({ name: format }), ...propertiesOf(settings) },
        additionalProperties: false,
      },
    ],
    description: 'How rows are written: the name of a format, or its name and settings.',
  };
}

/** Describes settings next to a destination, on which they depend. */
const settingsByDestination = (): JsonSchema[] =>
  destinations.map((destination) => ({
    if: { properties: { destination: { const: destination.command } }, required: ['destination'] },
    // JSON Schema's keyword.
    // oxlint-disable-next-line unicorn/no-thenable
    then: { properties: { settings: objectOf(configSettings(destination)) } },
  }));

const SCHEMAS = {
  config: configSchema,
  schema: schemaFileSchema,
  'verify-report': verifyReportSchema,
  'score-report': scoreReportSchema,
};

const of = choiceFlag({
  help: 'What to describe: config files of catbird run, schema files, or what catbird verify --json or catbird score --json prints.',
  choices: ['config', 'schema', 'verify-report', 'score-report'],
  group: 'Print',
  default: 'config',
});

/** `catbird config-schema`. */
export const configSchemaCommand = defineCommand({
  flags: { of },
  notes:
    'Save it next to the config and refer to it with "$schema": "./catbird.schema.json". Editors then complete and check the config.',
  examples: [
    { line: 'catbird config-schema > catbird.schema.json', does: 'save the JSON Schema of config files' },
    { line: 'catbird config-schema --of schema', does: 'print the JSON Schema of schema files' },
  ],
  async run({ of: kind = 'config' }, _operands, { out }) {
    await out.write(`${JSON.stringify(SCHEMAS[kind](), null, 2)}\n`);
    return EXIT.ok;
  },
});

const mapping = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** A schema whose numbers may also be durations. */
function withTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withTexts);
  const given = mapping(schema);
  if (given['type'] === 'number') return { ...given, type: ['number', 'string'], pattern: DURATION.source };
  return typeof schema === 'object' && schema !== null
    ? Object.fromEntries(Object.entries(given).map(([key, each]) => [key, withTexts(each)]))
    : schema;
}

/** A schema whose references are any value: they would lead to the root of the schema that this one becomes a part of. */
function withoutReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutReferences);
  const given = mapping(schema);
  if (given['$ref'] !== undefined) return {};
  return typeof schema === 'object' && schema !== null
    ? Object.fromEntries(Object.entries(given).map(([key, each]) => [key, withoutReferences(each)]))
    : schema;
}

/** The faults of a config, whose durations have a name of their own and may be texts. */
function faultsSchema(): JsonSchema {
  const made = z.toJSONSchema(faultSettings, { unrepresentable: 'any' });
  const { $schema: _, $defs: _defs, ...schema } = mapping(withoutReferences(made));
  const properties = new Map(Object.entries(mapping(schema['properties'])));
  for (const [fault, name, inMs] of FAULT_DURATIONS) {
    const { required, properties: own, ...others } = mapping(properties.get(fault));
    const { [inMs]: given, ...members } = mapping(own);
    const length = withTexts(given);
    properties.set(fault, {
      ...others,
      properties: { ...members, [name]: length, [inMs]: length },
      required: Array.isArray(required) ? required.filter((each) => each !== inMs) : [],
      oneOf: [{ required: [name] }, { required: [inMs] }],
    });
  }
  return { ...schema, properties: Object.fromEntries(properties) };
}
