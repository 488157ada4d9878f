import * as z from 'zod/mini';
import { generatorTypes } from '../generators/catalogue.ts';
import type { GeneratorType } from '../generators/generator.ts';
import { bounds } from '../model/bounds.ts';
import { takesFields } from './param-fields.ts';
import { locales } from '../generators/compile/localised.ts';
import { ANNOTATIONS, ENTITIES, LOCALE, OWN_LOCALE, TEXT_NOTES } from './known-keys.ts';

/** A JSON Schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of a schema file, generated from the catalogue. It gives editors completion and descriptions of
 * all types and arguments. `parseSchema` checks more, such as whether arguments contradict each other.
 */
export function schemaFileSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Catbird schema',
    description: 'One event: a map from field names to field specs.',
    type: 'object',
    minProperties: 1,
    maxProperties: bounds.fields,
    properties: {
      ...textNotes(),
      [ENTITIES]: { $ref: '#/$defs/entities' },
      [LOCALE]: { $ref: '#/$defs/locale' },
    },
    additionalProperties: { $ref: '#/$defs/field' },
    $defs: {
      field: fieldSchema(),
      spec: specSchema(),
      type: typeSchema(),
      ref: {
        description: 'Reads another field',
        type: 'object',
        properties: { ref: { description: 'Name of the field', type: 'string' } },
        required: ['ref'],
        additionalProperties: false,
      },
      share: { type: 'number', minimum: 0, maximum: 1 },
      locale: localeSchema(),
      entities: entitiesSchema(),
      entity: entitySchema(),
    },
  };
}

const localeSchema = (): JsonSchema => ({
  description: 'A locale of faker, or locales with weights',
  anyOf: [
    { enum: locales },
    {
      type: 'object',
      minProperties: 1,
      propertyNames: { enum: locales },
      additionalProperties: { type: 'number', exclusiveMinimum: 0 },
    },
  ],
});

const entitiesSchema = (): JsonSchema => ({
  description: 'Entities by name, for catbird.entity to draw',
  type: 'object',
  properties: { $comment: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/entity' }] } },
  additionalProperties: { $ref: '#/$defs/entity' },
});

const entitySchema = (): JsonSchema => ({
  type: 'object',
  required: ['size', 'fields'],
  properties: {
    size: { description: 'Number of entities', type: 'integer', minimum: 1 },
    key: { description: 'The field that identifies an entity. Default: 1 to size', $ref: '#/$defs/field' },
    keyName: { description: 'Name of the key. Default: the name of the entity and _id', type: 'string' },
    fields: {
      description: 'The other fields',
      type: 'object',
      properties: textNotes(),
      additionalProperties: { $ref: '#/$defs/field' },
    },
    grow: {
      description: 'Entities are created in event time, in order. Default: all exist from the beginning',
      type: 'object',
      properties: {
        from: { description: 'Entities that exist at the beginning', type: 'integer', minimum: 0 },
        perSecond: { description: 'Entities created per second', type: 'number', exclusiveMinimum: 0 },
      },
      required: ['from', 'perSecond'],
      additionalProperties: false,
    },
    [LOCALE]: { description: 'Locale of the fields. Default: that of the schema', $ref: '#/$defs/locale' },
    ...annotations,
  },
  additionalProperties: false,
});

/** Notes to people, allowed wherever keys are checked. */
const annotations = Object.fromEntries(
  ANNOTATIONS.map((key) => [key, { description: 'A note to people. Ignored' }]),
);

/** A string is a note, anything else a field. */
const textNotes = (): JsonSchema =>
  Object.fromEntries(
    TEXT_NOTES.map((key) => [key, { anyOf: [{ type: 'string' }, { $ref: '#/$defs/field' }] }]),
  );

const typeSchema = (): JsonSchema => ({
  description: 'The generator type',
  anyOf: [
    ...generatorTypes.map(({ name, summary }) => ({ const: name, description: summary })),
    {
      type: 'string',
      pattern: String.raw`^[\w.-]+$`,
      description: 'An old name, or a type of a package',
    },
  ],
});

/** A field, or the name of a type for a field without params. */
const fieldSchema = (): JsonSchema => ({
  if: { type: 'string' },
  // oxlint-disable-next-line unicorn/no-thenable -- a key of JSON Schema
  then: { $ref: '#/$defs/type' },
  else: { $ref: '#/$defs/spec' },
});

const specSchema = (): JsonSchema => ({
  type: 'object',
  oneOf: [
    { required: ['type'], properties: { value: false } },
    { required: ['value'], properties: { type: false, params: false, fields: false } },
  ],
  properties: {
    value: { description: 'Without a type: a constant' },
    type: { $ref: '#/$defs/type' },
    params: { description: 'Arguments: an object is one argument, a list is several' },
    count: {
      description: 'Above 1: an array of this length. A range: an array of random length',
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
    distinct: {
      description: 'Elements of the array differ, as a whole or in this member',
      anyOf: [{ type: 'boolean' }, { type: 'string' }],
    },
    sort: {
      description: 'The array is sorted by its elements or by this member',
      anyOf: [
        { type: 'boolean' },
        { type: 'string' },
        {
          type: 'object',
          properties: { by: { type: 'string' }, order: { enum: ['ascending', 'descending'] } },
          additionalProperties: false,
        },
      ],
    },
    per: {
      description: 'Fields that determine the value: whenever they repeat, the value repeats',
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }],
    },
    nulls: { description: 'Share of rows in which the value is null', $ref: '#/$defs/share' },
    missing: { description: 'Share of rows without the field', $ref: '#/$defs/share' },
    if: {
      description: 'A condition on other fields: the field exists only in rows where it is true',
      type: 'string',
    },
    ...annotations,
    [OWN_LOCALE]: {
      description: 'Locale of the values. Default: that of the schema',
      $ref: '#/$defs/locale',
    },
    unique: { description: 'In an entity: different entities have different values', type: 'boolean' },
    hidden: { description: 'Generate for other fields to read, but do not send', type: 'boolean' },
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

const isScalar = ({ type, enum: values }: { readonly type?: unknown; readonly enum?: unknown }): boolean =>
  values !== undefined || ['number', 'integer', 'string', 'boolean'].includes(String(type));

/** Lets a param also read a field. */
function orField(param: Record<string, unknown>): void {
  const own = Object.entries(param).filter(([key]) => key !== 'description');
  for (const [key] of own) delete param[key];
  param['anyOf'] = [Object.fromEntries(own), { $ref: '#/$defs/ref' }];
}

/** The forms of `params`: the list of arguments, the first argument alone, or null. */
function paramsSchema(type: GeneratorType): JsonSchema {
  const { params, example, summary } = type;
  const list: { readonly [key: string]: unknown } = z.toJSONSchema(params, {
    unrepresentable: 'any',
    override({ jsonSchema, path }) {
      const isData =
        path.slice(1).includes('items') || path.some((key) => type.resourceParams?.includes(String(key)));
      if (takesFields(type) && isScalar(jsonSchema) && !isData) orField(jsonSchema);
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
