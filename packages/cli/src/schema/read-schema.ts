import { loadInference } from '@catbird/infer';
import { ofKind, type CommandIssue, type Refused } from '../refusal.ts';
import {
  invalid,
  type Invalid,
  type Result,
  loadData,
  parseEntities,
  parseSchema,
  tableOf,
  templates,
  type Entity,
  type ParseOptions,
  type SchemaIssue,
  type Schema,
  type Watch,
  withIncidents,
} from '@catbird/engine';
import { flagName } from '@catbird/send';
import {
  fromYaml,
  isYaml,
  recordingFlags,
  placedIn,
  templateFlag,
  templateNamed,
  typesFlag,
  unknownEntity,
  type EntitiesSource,
  type Placed,
  type SchemaSource,
  type StreamIncidents,
  type TextSource as PartOfConfig,
} from '@catbird/stream';
import { dirname } from 'node:path';
import { readingFailure } from '../files/error-code.ts';
import { readText } from '../files/read-text.ts';
import { textFlag } from '../flags/readers.ts';
import type { Terminal } from '../terminal.ts';
import { typesNamed, type TypePackage } from '../types/package.ts';
import { countIssues, excerpt } from './excerpt.ts';
import { readRecording, type Replaying, tablesIn } from './recording.ts';

/** Measures generators by the CPU time of this process, which other programs do not affect. */
export const cpuWatch: Watch = {
  now() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

export { seedFlag, type EntitiesSource, type SchemaSource } from '@catbird/stream';

/** The flags that choose a schema, and what it may use. */
export const schemaFlags = {
  template: templateFlag,
  schema: textFlag({
    help: 'Use your own schema, JSON or YAML; - reads stdin.',
    value: 'FILE',
    group: 'Rows',
  }),
  types: typesFlag,
} as const;

/** The flags that choose a recording in place of a schema. */
export const replayFlags = {
  replay: textFlag({
    help: 'Use recorded events instead of generated ones. NDJSON, JSON, CSV or TSV, optionally gzipped; - reads stdin.',
    value: 'FILE',
    group: 'Replay',
  }),
  ...recordingFlags,
} as const;

const RECORDING_KEYS = ['replayTime', 'loop', 'newIds'] as const;

type TextSource = Exclude<SchemaSource, { readonly entity: string } | { readonly replay: string }>;

/** Shared entities. */
export type EntitiesReading = Result<{ readonly entities: readonly Entity[] }, CommandIssue>;

/** A schema with its notes and warnings. */
export type SchemaReading = Result<
  { readonly schema: Schema; readonly name: string; readonly issues: readonly CommandIssue[] },
  CommandIssue
>;

/** The text of a schema. */
interface SchemaText {
  readonly name: string;
  readonly json: string;
  /** Issues of the JSON at their places in what a person wrote. */
  readonly placed: (issues: readonly SchemaIssue[]) => Placed | Promise<Placed>;
}

type TextReading = Result<SchemaText, CommandIssue>;

/** The source that `--template`, `--schema` or `--replay` names. Default: the first template. */
export function sourceOf(given: {
  readonly template?: string | undefined;
  readonly schema?: string | undefined;
  readonly replay?: string | undefined;
}): Result<{ readonly source: SchemaSource }> {
  const { template, schema, replay } = given;
  const [first, second] = Object.entries({ template, schema, replay }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (second !== undefined) return invalid(`Use either --${first} or --${second}, not both`);
  if (replay !== undefined) return { ok: true, source: { replay } };
  if (schema !== undefined) return { ok: true, source: { file: schema } };
  return { ok: true, source: { template: template ?? templates[0]?.name ?? '' } };
}

/** What a schema depends on besides its text. */
export interface Around extends Partial<Replaying> {
  /** The entities that it may draw besides its own. Default: none. */
  readonly entities?: readonly Entity[] | undefined;
  /** The incidents of its config. Default: none. */
  readonly incidents?: StreamIncidents | undefined;
  /** The packages of the types that it may use. Default: none. */
  readonly types?: readonly TypePackage[] | undefined;
}

const typesIn = (packages: readonly TypePackage[] = []): Pick<ParseOptions, 'types'> => ({
  types: packages.flatMap(({ types }) => types),
});

/** Reads and checks a schema, and loads the data that it needs. */
export async function readSchema(
  source: SchemaSource,
  terminal: Terminal,
  around: Around = {},
): Promise<SchemaReading> {
  const { options = {}, optionOf = (option) => `--${flagName(option)}` } = around;
  if ('replay' in source)
    return withItsIncidents(await readRecording(source.replay, { options, optionOf }, terminal), around);
  const lone = RECORDING_KEYS.find((key) => options[key] !== undefined && options[key] !== false);
  if (lone !== undefined) return invalid(`${optionOf(lone)} needs ${optionOf('replay')}`);
  const read = withItsIncidents(
    'entity' in source
      ? tableNamed(source.entity, around.entities ?? [])
      : await parsed(source, around, terminal),
    around,
  );
  if (read.ok) await loadData(read.schema);
  return read;
}

/** A schema with the incidents of its config. */
function withItsIncidents(read: SchemaReading, { incidents }: Around): SchemaReading {
  if (!read.ok || incidents === undefined) return read;
  const made = withIncidents(read.schema, incidents.all, incidents);
  return made.ok ? { ...read, schema: made.schema } : { ok: false, issues: ofKind('config', made.issues) };
}

/** Reads and checks the text of a schema. */
async function parsed(
  source: TextSource,
  { entities = [], types, incidents }: Around,
  terminal: Terminal,
): Promise<SchemaReading> {
  const found = await textOf(source, terminal);
  if (!found.ok) return found;
  const { name, json, placed } = found;
  const files = tablesIn(folderOf(source));
  const result = parseSchema(json, {
    files,
    watch: cpuWatch,
    entities,
    incidents: incidents?.all ?? [],
    ...typesIn(types),
  });
  if (!result.ok) {
    const isMistaken = result.issues.some(({ message }) => message.startsWith('This is a config'));
    const isSample = 'file' in source && !isYaml(source.file) && !isMistaken && (await looksLikeSample(json));
    return counted(await placed(result.issues), isSample ? [inferenceHint(source.file)] : []);
  }
  return { ok: true, schema: result.schema, name, issues: excerpts(await placed(result.notes)) };
}

/** Reads the schema that options name, with the types that they name. */
export async function readNamed(
  { types, ...given }: Parameters<typeof sourceOf>[0] & { readonly types?: readonly string[] | undefined },
  terminal: Terminal,
): Promise<SchemaReading> {
  const source = sourceOf(given);
  if (!source.ok) return source;
  const loaded = await typesNamed(types, terminal);
  return loaded.ok ? readSchema(source.source, terminal, loaded) : loaded;
}

/** Loads what it needs only when a schema is wrong. */
const looksLikeSample = async (text: string): Promise<boolean> =>
  (await loadInference()).looksLikeSample(text);

/** What to do with a text that is no schema. */
const inferenceHint = (file: string): string =>
  `To make a schema of a sample or of tables, run catbird infer ${file}`;

const excerpts = ({ issues, name: file, text }: Placed): readonly CommandIssue[] =>
  issues.map((issue) => ({ kind: 'schema', file, ...issue, shown: excerpt(issue, file, text) }));

/** The issues of a text with errors. Their number follows the last of them. */
const counted = (placed: Placed, more: readonly string[] = []): Refused => ({
  ok: false,
  issues: excerpts(placed).map((issue, i, { length }) =>
    i < length - 1 ? issue : { ...issue, after: [countIssues(placed.issues), ...more] },
  ),
});

const ofSchema = ({ issues }: Invalid): Refused => ({ ok: false, issues: ofKind('schema', issues) });

/** The table of an entity. */
function tableNamed(name: string, entities: readonly Entity[]): SchemaReading {
  const found = entities.find((entity) => entity.name === name);
  if (found !== undefined) return { ok: true, schema: tableOf(found, entities), name, issues: [] };
  const names = entities.map((entity) => entity.name);
  return ofSchema(unknownEntity(name, names));
}

/** Reads and checks the entities that the schemas of a config share. */
export async function readEntities(
  source: EntitiesSource,
  types: readonly TypePackage[],
): Promise<EntitiesReading> {
  const found = 'text' in source ? partText(source) : await fileText(source.file, 'entities');
  if (!found.ok) return found;
  const { json, placed } = found;
  const folder = 'text' in source ? source.folder : dirname(source.file);
  const result = parseEntities(json, { files: tablesIn(folder), watch: cpuWatch, ...typesIn(types) });
  return result.ok ? { ok: true, entities: result.entities } : counted(await placed(result.issues));
}

const asJson = (text: string, name: string): TextReading & { ok: true } => ({
  ok: true,
  name,
  json: text,
  placed: (issues) => ({ issues, name, text }),
});

/** A part of a config. */
const partText = ({ text, name, origin }: PartOfConfig): TextReading & { ok: true } => ({
  ...asJson(text, name),
  ...(origin && { placed: (issues) => placedIn(origin, issues, text) }),
});

/** Reads a file. @param what it is, for the message if it cannot be read */
async function fileText(file: string, what: string): Promise<TextReading> {
  try {
    return await givenText(await readText(file), file, file);
  } catch (error) {
    const reason = file.trimStart().startsWith('{')
      ? 'This is JSON, not the path of a file. Save it in a file, or pipe it in and use - as the path.'
      : readingFailure(error);
    return ofSchema(invalid(`Could not read the ${what} ${file}: ${reason}`));
  }
}

/** A text that is JSON or YAML: see `isYaml`. */
async function givenText(text: string, file: string, name: string): Promise<TextReading> {
  if (!isYaml(file, text)) return asJson(text, name);
  const converted = await fromYaml(text);
  if (!converted.ok) return counted({ issues: converted.issues, name, text });
  const { json, inText } = converted;
  return { ok: true, name, json, placed: (issues) => ({ issues: issues.map(inText), name, text }) };
}

/** The folder of the files that a schema names. */
function folderOf(source: TextSource): string {
  if ('text' in source) return source.folder;
  return 'file' in source && source.file !== '-' ? dirname(source.file) : '.';
}

/** The text of a schema as JSON. */
export async function schemaJson(
  source: SchemaSource,
  terminal: Terminal,
): Promise<Result<{ readonly json: string; readonly folder: string }, CommandIssue>> {
  if ('entity' in source || 'replay' in source)
    return invalid('Expressions need a schema: a table of an entity and a recording have none');
  const found = await textOf(source, terminal);
  return found.ok ? { ok: true, json: found.json, folder: folderOf(source) } : found;
}

async function textOf(source: TextSource, terminal: Terminal): Promise<TextReading> {
  if ('text' in source) return partText(source);
  if ('template' in source) return templateText(source.template);
  return source.file === '-'
    ? givenText(await terminal.readInput(), '-', 'standard input')
    : fileText(source.file, 'schema');
}

function templateText(name: string): TextReading {
  const found = templateNamed(name);
  return found.ok ? asJson(found.template.text, found.template.name) : ofSchema(found);
}
