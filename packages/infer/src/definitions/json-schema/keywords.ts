import { isObject } from '@catbird/engine';
import type { JsonObject } from '../definition.ts';
import type { Notes } from '../not-followed.ts';
import { regExp } from '../text/matching.ts';
import { ANYTHING, hasType, TYPES, type Elements, type JsonType, type Members, type Plain } from './plain.ts';

/** Keywords that say nothing about which values are valid. */
export const ANNOTATIONS = new Set(
  '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $comment $vocabulary $defs definitions title description default examples example deprecated readOnly writeOnly contentMediaType contentSchema externalDocs xml nullable discriminator'.split(
    ' ',
  ),
);

/** Keywords that are followed, here or where combinations are resolved. */
export const FOLLOWED = new Set(
  'type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf divisibleBy minLength maxLength pattern format contentEncoding properties patternProperties additionalProperties propertyNames required minProperties maxProperties dependencies dependentRequired dependentSchemas items prefixItems additionalItems minItems maxItems uniqueItems contains minContains maxContains unevaluatedProperties unevaluatedItems allOf anyOf oneOf not if then else $ref $dynamicRef $recursiveRef'.split(
    ' ',
  ),
);

/** What the keywords of a schema say, without references and combinations. Undefined: nothing is valid. */
export function plainOf(schema: JsonObject, notes: Notes, place?: string): Plain | undefined {
  for (const keyword of Object.keys(schema))
    if (!FOLLOWED.has(keyword) && !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'))
      notes.add(`Not followed: the keyword ${keyword}`, place);
  const types = typesOf(schema);
  const values = valuesOf(schema)?.filter((value) => hasType(value, types));
  if (types.length === 0 || values?.length === 0) return undefined;
  return {
    ...ANYTHING,
    types,
    values,
    ...bounds(schema),
    ...lengths(schema, notes, place),
    ...members(schema, notes, place),
    ...elements(schema),
  };
}

function typesOf({ type, nullable, enum: values }: JsonObject): readonly JsonType[] {
  if (type === undefined) return TYPES;
  const named = [type].flat();
  // OpenAPI 3.0. Its enumerations list null as well, or should.
  const isNullable = nullable === true || (nullable !== false && named.includes('any'));
  const types = TYPES.filter(
    (each) => named.includes(each) && !(each === 'integer' && named.includes('number')),
  );
  if (named.includes('any')) return TYPES;
  return isNullable && (!Array.isArray(values) || values.includes(null)) && !types.includes('null')
    ? ['null', ...types]
    : types;
}

const valuesOf = (schema: JsonObject): readonly unknown[] | undefined => {
  const { enum: values } = schema;
  if ('const' in schema) return [schema['const']];
  return Array.isArray(values) ? (values as readonly unknown[]) : undefined;
};

const numberAt = (schema: JsonObject, key: string): number | undefined => {
  const value = schema[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** In draft 4, exclusive bounds are Booleans beside the others. */
function bounds(schema: JsonObject): Pick<Plain, 'min' | 'max' | 'above' | 'below' | 'steps'> {
  const [min, max] = [numberAt(schema, 'minimum'), numberAt(schema, 'maximum')];
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const step = numberAt(schema, 'multipleOf') ?? numberAt(schema, 'divisibleBy');
  return {
    min: min ?? -Infinity,
    max: max ?? Infinity,
    above:
      exclusiveMinimum === true ? (min ?? -Infinity) : (numberAt(schema, 'exclusiveMinimum') ?? -Infinity),
    below: exclusiveMaximum === true ? (max ?? Infinity) : (numberAt(schema, 'exclusiveMaximum') ?? Infinity),
    steps: step === undefined || step <= 0 ? [] : [step],
  };
}

function lengths(schema: JsonObject, notes: Notes, place?: string) {
  const { pattern, format, contentEncoding } = schema;
  if (contentEncoding !== undefined && contentEncoding !== 'base64')
    notes.add(`Not followed: the contentEncoding ${JSON.stringify(contentEncoding)}`, place);
  return {
    minLength: numberAt(schema, 'minLength') ?? 0,
    maxLength: numberAt(schema, 'maxLength') ?? Infinity,
    patterns: typeof pattern === 'string' ? [pattern] : [],
    formats: typeof format === 'string' ? [format] : [],
    isBase64: contentEncoding === 'base64',
  };
}

function members(schema: JsonObject, notes: Notes, place?: string) {
  const { properties, patternProperties, additionalProperties, propertyNames, required } = schema;
  const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {}).filter(
    ([pattern]) => {
      if (regExp(pattern) === undefined)
        notes.add(`Not followed: the pattern ${pattern}: it is invalid`, place);
      return regExp(pattern) !== undefined;
    },
  );
  const named = isObject(properties) ? properties : {};
  const isSaid = [properties, patternProperties, additionalProperties].some((each) => each !== undefined);
  const one: Members = { named, patterns, rest: additionalProperties };
  return {
    members: isSaid ? [one] : [],
    required: [...textsIn(required), ...oldRequired(properties)],
    minMembers: numberAt(schema, 'minProperties') ?? 0,
    maxMembers: numberAt(schema, 'maxProperties') ?? Infinity,
    names: propertyNames === undefined ? [] : [propertyNames],
    dependents: [schema['dependentRequired'], schema['dependencies']]
      .filter(isObject)
      .flatMap((each) => Object.entries(each))
      .filter(([, others]) => Array.isArray(others) || typeof others === 'string')
      .map(([name, others]) => [name, textsIn(others)] as const),
  };
}

/** Draft 3 has `required` in each property. */
const oldRequired = (properties: unknown): string[] =>
  Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]) =>
    isObject(each) && each['required'] === true ? [name] : [],
  );

const textsIn = (value: unknown): string[] => [value].flat().filter((each) => typeof each === 'string');

/** Before 2020-12, `items` may be a list. */
function elements(schema: JsonObject) {
  const { items, prefixItems, additionalItems, contains } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? additionalItems : items;
  const one: Elements = { first, rest };
  const min = numberAt(schema, 'minContains') ?? 1;
  const max = numberAt(schema, 'maxContains') ?? Infinity;
  return {
    elements: first.length > 0 || rest !== undefined ? [one] : [],
    minItems: numberAt(schema, 'minItems') ?? 0,
    maxItems: numberAt(schema, 'maxItems') ?? Infinity,
    isDistinct: schema['uniqueItems'] === true,
    contains: contains === undefined ? [] : [{ schema: contains, min, max }],
  };
}
