import * as z from 'zod/mini';
import { generatorTypes } from '../generators/catalogue.ts';
import type { GeneratorType } from '../generators/generator.ts';
import { bounds } from './bounds.ts';
import { ANNOTATIONS, TEXT_NOTES } from './known-keys.ts';

/** A JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of a schema file, made from the catalogue: it gives an editor completion, and a word on every
 * type and argument. What it accepts, `parseSchema` may still refuse: whether arguments make sense together it cannot tell.
 */
export function schemaFileSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Catbird schema',
    description: 'What one event looks like: a map from field name to how its value is generated.',
    type: 'object',
    minProperties: 1,
    maxProperties: bounds.fields,
    properties: textNotes(),
    additionalProperties: { $ref: '#/$defs/field' },
    $defs: { field: fieldSchema(), share: { type: 'number', minimum: 0, maximum: 1 } },
  };
}

/** Notes to people, which may stand wherever keys are checked. */
const annotations = Object.fromEntries(
  ANNOTATIONS.map((key) => [key, { description: 'A note to people, without effect' }]),
);

/** A text is a note, anything else a field. */
const textNotes = (): JsonSchema =>
  Object.fromEntries(
    TEXT_NOTES.map((key) => [key, { anyOf: [{ type: 'string' }, { $ref: '#/$defs/field' }] }]),
  );

const fieldSchema = (): JsonSchema => ({
  type: 'object',
  required: ['type'],
  properties: {
    type: {
      description: 'The generator type',
      anyOf: [
        ...generatorTypes.map(({ name, summary }) => ({ const: name, description: summary })),
        { type: 'string', pattern: String.raw`^[\w.]+$`, description: 'An older name' },
      ],
    },
    params: { description: 'Arguments: an object is one, a list several' },
    count: {
      description: 'More than one: an array. A range: an array whose length is drawn for each row',
      anyOf: [
        { type: 'integer', minimum: 1, maximum: bounds.count },
        {
          type: 'object',
          properties: {
            min: { type: 'integer', minimum: 0 },
            max: { type: 'integer', maximum: bounds.count },
          },
          required: ['min', 'max'],
          additionalProperties: false,
        },
      ],
    },
    per: {
      description: 'The value goes with these fields: the same values of theirs, the same value of this one',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
    },
    nulls: { description: 'Share of rows in which the value is null', $ref: '#/$defs/share' },
    missing: { description: 'Share of rows in which the field is left out', $ref: '#/$defs/share' },
    ...annotations,
    hidden: { description: 'Made for other fields to read, and not sent', type: 'boolean' },
    fields: {
      description: 'The fields of an object',
      type: 'object',
      minProperties: 1,
      properties: textNotes(),
      additionalProperties: { $ref: '#/$defs/field' },
    },
  },
  additionalProperties: false,
  allOf: generatorTypes.map((type) => ({
    if: { properties: { type: { const: type.name } }, required: ['type'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a key of JSON Schema
    then:
      type.object === true
        ? { required: ['fields'], properties: { params: false } }
        : { properties: { params: paramsSchema(type), fields: false } },
  })),
});

/** What may stand in `params`: the list of arguments, the first argument alone, nothing. */
function paramsSchema({ params, example, summary }: GeneratorType): JsonSchema {
  const list: { readonly [key: string]: unknown } = z.toJSONSchema(params, {
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties !== false) return;
      jsonSchema.properties = { ...jsonSchema.properties, ...annotations };
    },
  });
  const { $schema: _, ...args } = list;
  const first = args['items'] ?? (Array.isArray(args['prefixItems']) ? args['prefixItems'][0] : undefined);
  return {
    description: summary,
    ...(example !== undefined && { examples: [example] }),
    anyOf: [args, ...(first === undefined ? [] : [first]), { type: 'null' }],
  };
}
