import { readAvro } from './avro.ts';
import { written, type Written } from './config.ts';
import { readJsonSchema } from './json-schema.ts';
import { readProtobuf } from './protobuf.ts';
import type { Definition } from './shape.ts';
import { readSql } from './sql/sql.ts';
import { readTinybird } from './tinybird.ts';
import { readYaml } from './yaml.ts';

/** Languages of definitions. */
export const DEFINITION_LANGUAGES = [
  'sql',
  'json-schema',
  'openapi',
  'avro',
  'protobuf',
  'tinybird',
] as const;

/** One of `DEFINITION_LANGUAGES`. */
export type DefinitionLanguage = (typeof DEFINITION_LANGUAGES)[number];

/** A schema or a config from a definition, and what of the definition was not understood. */
export type FromDefinition = Written & { readonly tables: number; readonly notes: readonly string[] };

/** How each language begins, the most particular first. */
const BEGINNINGS: readonly (readonly [DefinitionLanguage, (start: string) => boolean])[] = [
  ['tinybird', (start) => /^SCHEMA\s*>/m.test(start) && /^\s*([A-Z_]+\b|#|`)/.test(start)],
  ['sql', (start) => SQL.test(start) && /\bcreate\b/i.test(start)],
  ['protobuf', (start) => PROTOBUF.test(start)],
  [
    'openapi',
    (start) =>
      (IS_OBJECT.test(start) && /"(openapi|swagger)"\s*:\s*"\d/.test(start)) || OPENAPI_YAML.test(start),
  ],
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
  [
    'json-schema',
    (start) =>
      /^(\s*#[^\n]*\n|---[^\n]*\n)*\s*["']?\$schema["']?\s*:\s*["']?https?:\/\/json-schema\.org/.test(start),
  ],
];

/** Comments, and then a syntax, an edition, a package or a message. */
const PROTOBUF =
  /^(\s|\/\/[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)*((syntax|edition)\s*=\s*["']|package\s+[\w.]+\s*;|message\s+\w+\s*\{|import\s+(public\s+|weak\s+)?["'][^"']+\.proto["'])/;

const OPENAPI_YAML = /^(\s*#[^\n]*\n)*(---[^\n]*\n)?\s*["']?(openapi|swagger)["']?\s*:\s*["']?[23]\./;

const IS_OBJECT = /^\s*\{/;

/** Statements and comments that SQL begins with. */
const SQL =
  /^(\s|--[^\n]*\n|#[^\n]*\n|\/\*[\s\S]*?\*\/)*(create|drop|set|use|begin|start|alter|insert|pragma|delimiter|comment)\s/i;

/** The language that a text is written in, if it begins like a definition. */
export function definitionLanguage(start: string): DefinitionLanguage | undefined {
  const text = start.replace(/^\ufeff/, '');
  return BEGINNINGS.find(([, isLanguage]) => isLanguage(text))?.[0];
}

/** Reads a definition of tables or events. Parsers of Protobuf and YAML are loaded when they are needed. */
export async function readDefinition(text: string, language: DefinitionLanguage): Promise<FromDefinition> {
  const definition = await READERS[language](text);
  return { ...written(definition), tables: definition.tables.length, notes: definition.notes };
}

const READERS: Readonly<Record<DefinitionLanguage, (text: string) => Definition | Promise<Definition>>> = {
  sql: readSql,
  tinybird: readTinybird,
  protobuf: readProtobuf,
  avro: (text) => ofDocument(text, readAvro),
  'json-schema': (text) => ofDocument(text, readJsonSchema),
  openapi: (text) => ofDocument(text, readJsonSchema),
};

/** Reads a document in JSON or YAML. */
async function ofDocument(text: string, read: (document: unknown) => Definition): Promise<Definition> {
  const isJson = /^\s*[{[]/.test(text);
  try {
    return read(isJson ? JSON.parse(text) : await readYaml(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { tables: [], notes: [`Invalid ${isJson ? 'JSON' : 'YAML'}: ${reason}`] };
  }
}
