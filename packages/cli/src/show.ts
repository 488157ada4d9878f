import {
  argumentLines,
  compile,
  exampleSchemaOf,
  formatSchema,
  loadData,
  newBatch,
  parseSchema,
  texts,
  type GeneratorType,
  messagesOf,
} from '@catbird/engine';
import * as z from 'zod/mini';
import { wrapped } from './columns.ts';

/** Rows that show what a schema makes. */
const ROWS = 3;

/** What people read of a template or a type. */
interface Described {
  readonly name: string;
  readonly summary: string;
}

/** A schema with its first rows. @param more what programs read besides */
export async function shown(
  { name, summary }: Described,
  schema: string,
  json: boolean,
  {
    params = '',
    more = {},
    type,
  }: { readonly params?: string; readonly more?: object; readonly type?: GeneratorType } = {},
): Promise<string> {
  const rows = await firstRows(schema, type);
  if (json) {
    const all = { name, summary, ...more, rows: rows.map((row): unknown => JSON.parse(row)) };
    return `${JSON.stringify(all, null, 2)}\n`;
  }
  return `${[
    `${name}\n${wrapped(`${summary.replace(/\.$/, '')}.`)}`,
    ...(params === '' ? [] : [`Params\n${params.replaceAll('`', '')}`]),
    `Schema\n${schema.trimEnd()}`,
    `Rows\n${rows.join('\n')}`,
  ].join('\n\n')}\n`;
}

/** A generator type with its params, an example and values. */
export function shownType(type: GeneratorType, json: boolean): Promise<string> {
  const schema = exampleSchemaOf(type);
  const more = { params: z.toJSONSchema(type.params, { io: 'input', unrepresentable: 'any' }), schema };
  return shown(type, formatSchema(schema, 100), json, { params: argumentLines(type), more, type });
}

/** The first rows of a schema that ships with Catbird, or of the example of a type. */
async function firstRows(text: string, type: GeneratorType | undefined): Promise<readonly string[]> {
  const parsed = parseSchema(text, { types: type?.custom === undefined ? [] : [type.custom] });
  if (!parsed.ok) throw new Error(messagesOf(parsed.issues).join('. '));
  await loadData(parsed.schema);
  const time = { startMs: Date.now(), stepMs: 1000 };
  return [...texts(compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first: 0, count: ROWS, time }))];
}
