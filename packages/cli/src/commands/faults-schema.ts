import { FAULT_DURATIONS, faultSettings, type JsonSchema, DURATION } from '@catbird/engine';
import * as z from 'zod/mini';

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
export function faultsSchema(): JsonSchema {
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
