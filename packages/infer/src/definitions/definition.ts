import { withoutReserved, written } from './config.ts';
import { byHarm } from './notes.ts';
import { withOrder } from './named/order.ts';
import { draftsOf } from './drafts.ts';
import type { FromDefinition } from './from-definition.ts';
import type { DefinitionLanguage, ShapeLanguage } from './language.ts';
import type { Definition } from './shape.ts';

/** Reads a definition of tables or events. Parsers of Protobuf and YAML are loaded when they are needed. */
export async function readDefinition(text: string, language: DefinitionLanguage): Promise<FromDefinition> {
  if (language === 'kdg') return (await import('./kdg/kdg.ts')).readKdg(text);
  const read = await READERS[language]();
  return fromDefinition(await read(text), language);
}

/**
 * Reads a definition by which events are encoded: its own tables, without those of definitions that it refers to.
 *
 * @param joined the definition behind those that it refers to
 */
export async function readEncoding(
  text: string,
  joined: string,
  language: ShapeLanguage,
): Promise<FromDefinition> {
  const read = await READERS[language]();
  const own = new Set((await read(text)).tables.map(({ name }) => name));
  const { tables, notes } = await read(joined);
  return fromDefinition({ tables: tables.filter(({ name }) => own.has(name)), notes }, language);
}

function fromDefinition(definition: Definition, language: ShapeLanguage): FromDefinition {
  const { notes } = definition;
  const tables = definition.tables.map((table) => ({ ...table, fields: withOrder(table.fields) }));
  const found = written({ ...definition, tables });
  return {
    ...found,
    format: FORMATS[language],
    tables: tables.length,
    contents: `${tables.length} ${tables.length === 1 ? 'table' : 'tables'}`,
    drafts: draftsOf(tables.map((table) => ({ ...table, fields: withoutReserved(table.fields) }))),
    notes: byHarm([...notes, ...found.notes]),
  };
}

const FORMATS: Readonly<Record<ShapeLanguage, string>> = {
  sql: 'SQL',
  tinybird: 'Tinybird Data Source',
  protobuf: 'Protobuf',
  avro: 'Avro',
  'json-schema': 'JSON Schema',
  openapi: 'OpenAPI',
};

type Read = (text: string) => Definition | Promise<Definition>;

/** Readers are loaded one by one: a person has a definition in one language. */
const READERS: Readonly<Record<ShapeLanguage, () => Promise<Read>>> = {
  sql: async () => (await import('./sql/sql.ts')).readSql,
  tinybird: async () => (await import('./tinybird.ts')).readTinybird,
  protobuf: async () => (await import('./protobuf.ts')).readProtobuf,
  avro: async () => {
    const { readAvro } = await import('./avro.ts');
    return (text) => ofDocument(withoutComments(text), readAvro);
  },
  'json-schema': documentReader,
  openapi: documentReader,
};

async function documentReader(): Promise<Read> {
  const { readJsonSchema } = await import('./json-schema/json-schema.ts');
  return (text) => ofDocument(text, readJsonSchema);
}

/** JSON without comments, which Avro's own parser skips. */
const withoutComments = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (each) =>
    each.startsWith('"') ? each : '',
  );

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

/** Reads a document in YAML 1.2, with the merge key `<<` of YAML 1.1, which definitions use. The parser is loaded when the first one is read. @throws Error that says where it is invalid */
async function readYaml(text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: true, merge: true });
  const [first] = document.errors;
  if (first !== undefined) throw new Error(first.message.split('\n', 1)[0]?.replace(/:$/, ''));
  return document.toJS({ maxAliasCount: 100 });
}
