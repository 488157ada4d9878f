import { readAvro } from './avro.ts';
import { written, type Written } from './config.ts';
import { readJsonSchema } from './json-schema.ts';
import type { Definition } from './shape.ts';
import { readSql } from './sql/sql.ts';
import { readTinybird } from './tinybird.ts';

/** Languages of definitions. */
export const DEFINITION_LANGUAGES = ['sql', 'json-schema', 'openapi', 'avro', 'tinybird'] as const;

/** One of `DEFINITION_LANGUAGES`. */
export type DefinitionLanguage = (typeof DEFINITION_LANGUAGES)[number];

/** A schema or a config from a definition, and what of the definition was not understood. */
export type FromDefinition = Written & { readonly tables: number; readonly notes: readonly string[] };

/** How each language begins, the most particular first. */
const BEGINNINGS: readonly (readonly [DefinitionLanguage, (start: string) => boolean])[] = [
  ['tinybird', (start) => /^SCHEMA\s*>/m.test(start) && /^\s*([A-Z_]+\b|#|`)/.test(start)],
  ['sql', (start) => SQL.test(start) && /\bcreate\b/i.test(start)],
  ['openapi', (start) => IS_OBJECT.test(start) && /"(openapi|swagger)"\s*:\s*"\d/.test(start)],
  [
    'avro',
    (start) =>
      /^\s*[{[]/.test(start) && /"type"\s*:\s*"record"/.test(start) && /"fields"\s*:\s*\[/.test(start),
  ],
  [
    'json-schema',
    (start) =>
      IS_OBJECT.test(start) &&
      (/"\$schema"\s*:\s*"https?:\/\/json-schema\.org/.test(start) ||
        (/"type"\s*:\s*"object"/.test(start) && /"properties"\s*:\s*\{/.test(start))),
  ],
];

const IS_OBJECT = /^\s*\{/;

/** Statements and comments that SQL begins with. */
const SQL =
  /^(\s|--[^\n]*\n|#[^\n]*\n|\/\*[\s\S]*?\*\/)*(create|drop|set|use|begin|start|alter|insert|pragma|delimiter|comment)\s/i;

/** The language that a text is written in, if it begins like a definition. */
export function definitionLanguage(start: string): DefinitionLanguage | undefined {
  const text = start.replace(/^\ufeff/, '');
  return BEGINNINGS.find(([, isLanguage]) => isLanguage(text))?.[0];
}

/** Reads a definition of tables or events. */
export function readDefinition(text: string, language: DefinitionLanguage): FromDefinition {
  const definition = READERS[language](text);
  return { ...written(definition), tables: definition.tables.length, notes: definition.notes };
}

const READERS: Readonly<Record<DefinitionLanguage, (text: string) => Definition>> = {
  sql: readSql,
  tinybird: readTinybird,
  avro: (text) => ofJson(text, readAvro),
  'json-schema': (text) => ofJson(text, readJsonSchema),
  openapi: (text) => ofJson(text, readJsonSchema),
};

function ofJson(text: string, read: (document: unknown) => Definition): Definition {
  try {
    return read(JSON.parse(text));
  } catch (error) {
    return { tables: [], notes: [`Invalid JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
}
