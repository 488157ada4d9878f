import { withoutReserved, written, type Written } from './related-streams.ts';
import type { ProjectFile } from './tinybird/project.ts';
import { type Follow, withFiles } from './linked-files.ts';
import { byHarm } from './not-followed.ts';
import { withOrder } from './named/named.ts';
import type { DefinitionLanguage, ShapeLanguage } from './language.ts';
import type { Definition, Shape, Table } from './shape.ts';
import type { Draft, Finding, SchemaObject } from '../draft.ts';
import { type Alternatives, type Choices, LEFT_OUT } from '../choices.ts';
import { fieldsOf, shapeReadings, structured } from './specs.ts';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads a definition of tables or events. Parsers of Protobuf and YAML are loaded when they are needed.
 *
 * @param follow reads the files that it refers to. Default: they are not followed
 */
export async function readDefinition(
  text: string,
  language: DefinitionLanguage,
  follow?: Follow,
): Promise<FromDefinition> {
  if (language === 'kdg') return (await import('./kdg/kdg.ts')).readKdg(text);
  const read = await READERS[language]();
  return fromDefinition(await read(text, follow), language);
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

/** Reads the data sources of a Tinybird project. @param streamOf where rows of a data source go, as a stream of a config has it */
export async function readTinybirdProject(
  files: readonly ProjectFile[],
  streamOf: (datasource: string) => SchemaObject,
): Promise<FromDefinition> {
  const { readProject } = await import('./tinybird/project.ts');
  return fromDefinition(readProject(files, streamOf), 'tinybird');
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
  prisma: 'Prisma',
  bigquery: 'BigQuery schema',
  avro: 'Avro',
  'json-schema': 'JSON Schema',
  openapi: 'OpenAPI',
  'data-contract': 'Data contract',
  asyncapi: 'AsyncAPI',
};

type Read = (text: string, follow?: Follow) => Definition | Promise<Definition>;

/** Readers are loaded one by one: a person has a definition in one language. */
const READERS: Readonly<Record<ShapeLanguage, () => Promise<Read>>> = {
  sql: async () => (await import('./sql/sql.ts')).readSql,
  tinybird: async () => (await import('./tinybird/datasource.ts')).readTinybird,
  prisma: async () => (await import('./prisma.ts')).readPrisma,
  bigquery: async () => {
    const { readBigQuery } = await import('./bigquery.ts');
    return (text) => ofDocument(text, readBigQuery);
  },
  protobuf: async () => (await import('./protobuf.ts')).readProtobuf,
  avro: async () => {
    const { readAvro } = await import('./avro.ts');
    return (text) => ofDocument(withoutComments(text), readAvro);
  },
  'json-schema': documentReader,
  openapi: documentReader,
  'data-contract': async () => {
    const { readContract } = await import('./contract/contract.ts');
    return (text, follow) => ofDocument(text, readContract, follow);
  },
  asyncapi: async () => {
    const { readAsyncApi } = await import('./asyncapi/asyncapi.ts');
    return (text, follow) => ofDocument(text, readAsyncApi, follow);
  },
};

async function documentReader(): Promise<Read> {
  const { readJsonSchema } = await import('./json-schema/document.ts');
  return (text, follow) => ofDocument(text, readJsonSchema, follow);
}

/** JSON without comments, which Avro's own parser skips. */
const withoutComments = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (each) =>
    each.startsWith('"') ? each : '',
  );

const isJsonText = (text: string): boolean => /^\s*[{[]/.test(text);

const parsed = async (text: string): Promise<unknown> =>
  isJsonText(text) ? JSON.parse(text) : readYaml(text);

/** Reads a document in JSON or YAML, with the files that it refers to. */
async function ofDocument(
  text: string,
  read: (document: unknown) => Definition | Promise<Definition>,
  follow?: Follow,
): Promise<Definition> {
  const isJson = isJsonText(text);
  try {
    const document = await parsed(text);
    return await read(follow === undefined ? document : await withFiles(document, follow, parsed));
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

/** A table of a definition as a schema of its own, whatever it refers to. */
export interface TableDraft {
  readonly name: string;
  /** The schema of the table. @param choices other readings of some fields. Default: none */
  readonly draft: (choices?: Choices) => Draft;
  /** Other readings of the fields, by path. */
  readonly alternatives: () => ReadonlyMap<string, Alternatives>;
}

/** Makes a draft of each table. */
const draftsOf = (tables: readonly Table[]): TableDraft[] =>
  tables.map(({ name, fields }) => ({
    name,
    draft(choices = new Map()) {
      const findings: Finding[] = [];
      return { schema: schemaOf(fields, '', choices, findings), findings, rules: [] };
    },
    alternatives: () => new Map(alternativesOf(fields, '')),
  }));

const pathOf = ({ name, isList }: Shape, prefix: string): string =>
  `${prefix}${name}${isList === true ? '[]' : ''}`;

const isObject = ({ kind, fields = [], values = [] }: Shape): boolean =>
  kind === 'object' && fields.length > 0 && values.length === 0;

function schemaOf(
  shapes: readonly Shape[],
  prefix: string,
  choices: Choices,
  findings: Finding[],
): SchemaObject {
  const kept = shapes.filter((shape) => choices.get(pathOf(shape, prefix)) !== LEFT_OUT);
  return fieldsOf(kept, (shape) => {
    const path = pathOf(shape, prefix);
    const readings = isObject(shape) ? [] : shapeReadings(shape);
    const reading = readings.find(({ name }) => name === choices.get(path)) ?? readings[0];
    const spec = structured(shape, reading?.spec ?? { type: 'object' });
    const { kind } = shape;
    findings.push({
      path,
      kind,
      reason: reasonOf(shape),
      confidence: 1,
      spec,
      copied: [],
      copyable: [],
      categories: [],
    });
    if (!isObject(shape)) return spec;
    return { ...spec, fields: schemaOf(shape.fields ?? [], `${path}.`, choices, findings) };
  });
}

function alternativesOf(shapes: readonly Shape[], prefix: string): [string, Alternatives][] {
  return shapes.flatMap((shape): [string, Alternatives][] => {
    const path = pathOf(shape, prefix);
    if (isObject(shape)) return alternativesOf(shape.fields ?? [], `${path}.`);
    const [, ...others] = shapeReadings(shape);
    return others.length === 0 ? [] : [[path, { names: others.map(({ name }) => name), isAmbiguous: false }]];
  });
}

/** What a definition says about a field, as a sentence. */
function reasonOf(shape: Shape): string {
  const { isKey, isNullable, isOptional, isList } = shape;
  const words = [
    typeWords(shape),
    isList === true ? 'a list' : '',
    isKey === true ? 'a key: each row has its own' : '',
    isNullable === true && isKey !== true ? 'may be null' : '',
    isOptional === true && isKey !== true ? 'may be missing' : '',
  ];
  return words.filter((each) => each !== '').join(', ');
}

function typeWords({ kind, values = [], references, maxLength, min, max }: Shape): string {
  if (values.length > 0) return `One of ${values.length} ${values.length === 1 ? 'value' : 'values'}`;
  if (references !== undefined) return `Refers to ${references}`;
  const words = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  if (maxLength !== undefined) return `${words} of at most ${maxLength} characters`;
  if (min !== undefined && max !== undefined) return `${words} from ${min} to ${max}`;
  if (min !== undefined) return `${words} from ${min}`;
  return max === undefined ? words : `${words} up to ${max}`;
}

/** A schema or a config from a definition, and what of the definition was not understood. */
export type FromDefinition = Written & {
  /** What people call its language: `JSON Schema`. */
  readonly format: string;
  readonly tables: number;
  /** What it defines: `3 tables`, `1 template`. */
  readonly contents: string;
  /** Each table as a schema of its own. */
  readonly drafts: readonly TableDraft[];
  readonly notes: readonly string[];
};
