import { isObject } from '@catbird/engine';
import { readDefinition } from '../src/definitions/definition.ts';
import type { Written } from '../src/definitions/related-streams.ts';
import type { DefinitionLanguage } from '../src/definitions/language.ts';
import { tableOf } from '../../engine/src/generators/analysis/pools.ts';
import { loadData } from '../../engine/src/rows/load-data.ts';
import { parseEntities, parseSchema } from '../../engine/src/schema/parse.ts';
import type { Schema } from '../../engine/src/model/schema.ts';
import { rowsOf, type Asked } from '../../engine/test/rows.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Rows of a definition, by table. @throws if what is written of it is invalid */
export async function definedRows(
  text: string,
  language: DefinitionLanguage,
  asked: Asked = {},
): Promise<Readonly<Record<string, readonly Row[]>>> {
  return writtenRows(await readDefinition(text, language), asked);
}

/** Rows of what was written, by stream. Those of a schema are of the stream `rows`. @throws if it is invalid */
export async function writtenRows(
  written: Written,
  asked: Asked = {},
): Promise<Readonly<Record<string, readonly Row[]>>> {
  const found: [string, readonly Row[]][] = [];
  for (const [name, schema] of schemasOf(written)) {
    await loadData(schema);
    const rows = rowsOf(schema, { count: 20, stepMs: 1_000, ...asked });
    found.push([name, rows.map((row) => JSON.parse(row) as Row)]);
  }
  return Object.fromEntries(found);
}

function schemasOf(written: Written): (readonly [string, Schema])[] {
  if (written.kind === 'schema') return [['rows', parsed(written.schema)]];
  const { entities: declared = {}, streams = {} } = written.config;
  const read = parseEntities(JSON.stringify(declared));
  if (!read.ok) throw new Error(wordsOf(read.issues));
  return Object.entries(streams as Record<string, Row>).map(([name, { schema, entity }]) => {
    const own = read.entities.find((each) => each.name === entity);
    return [name, own === undefined ? parsed(schema, read.entities) : tableOf(own, read.entities)];
  });
}

function parsed(schema: unknown, entities: Parameters<typeof tableOf>[1] = []): Schema {
  if (!isObject(schema)) throw new Error('A stream has neither a schema nor an entity');
  const found = parseSchema(JSON.stringify(schema), { entities });
  if (!found.ok) throw new Error(wordsOf(found.issues));
  return found.schema;
}

const wordsOf = (issues: readonly { readonly message: string }[]): string =>
  issues.map(({ message }) => message).join('\n');
