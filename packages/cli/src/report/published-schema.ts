import type { JsonSchema } from '@catbird/engine';
import * as z from 'zod/mini';

/** The JSON Schema of a report that a command prints. It leaves objects open: later versions may add properties. */
export const publishedSchema = (title: string, schema: z.ZodMiniType): JsonSchema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(JSON.stringify({ title, ...z.toJSONSchema(schema) }, open)) as JsonSchema;

const open = (key: string, value: unknown): unknown =>
  key === 'additionalProperties' && value === false ? undefined : value;
