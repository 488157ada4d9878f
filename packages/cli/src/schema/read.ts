import {
  loadData,
  parseEntities,
  parseSchema,
  tableOf,
  templates,
  type Entity,
  type Issue,
  type Schema,
  type Watch,
} from '@catbird/core/internal/engine';
import {
  fromYaml,
  isYaml,
  placedIn,
  templateFlag,
  templateNamed,
  unknownEntity,
  type EntitiesSource,
  type Placed,
  type SchemaSource,
  type TextSource as PartOfConfig,
} from '@catbird/core/internal/config';
import { dirname } from 'node:path';
import { readingFailure } from '../files/error-code.ts';
import { readText } from '../files/text.ts';
import { textFlag } from '../flags/readers.ts';
import type { Terminal } from '../terminal.ts';
import { countIssues, excerpt } from './excerpt.ts';
import { tablesIn } from './tables.ts';

/** Measures generators by the CPU time of this process, which other programs do not affect. */
export const cpuWatch: Watch = {
  now() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

export { seedFlag } from '@catbird/core/internal/config';

/** The flags that choose a schema. */
export const schemaFlags = {
  template: templateFlag,
  schema: textFlag({
    help: 'Use your own schema, JSON or YAML; - reads JSON from stdin.',
    value: 'FILE',
    group: 'Rows',
  }),
} as const;

export type { EntitiesSource, SchemaSource } from '@catbird/core/internal/config';

type TextSource = Exclude<SchemaSource, { readonly entity: string }>;

/** Shared entities, or lines with their errors. */
export type EntitiesReading =
  | { readonly ok: true; readonly entities: readonly Entity[]; readonly notes: readonly string[] }
  | Extract<SchemaReading, { ok: false }>;

/** A schema, or lines with its errors. */
export type SchemaReading =
  | {
      readonly ok: true;
      readonly schema: Schema;
      readonly name: string;
      readonly notes: readonly string[];
      readonly issues: readonly Issue[];
    }
  | {
      readonly ok: false;
      readonly lines: readonly string[];
      readonly name: string;
      readonly issues: readonly Issue[];
    };

/** The text of a schema, or lines with the reason why it cannot be read. */
type TextReading =
  | {
      readonly ok: true;
      readonly name: string;
      readonly json: string;
      /** Issues of the JSON at their places in what a person wrote. */
      readonly placed: (issues: readonly Issue[]) => Placed | Promise<Placed>;
    }
  | { readonly ok: false; readonly lines: readonly string[] };

/** The source that `--template` or `--schema` names. Default: the first template. */
export function sourceOf(
  template: string | undefined,
  schema: string | undefined,
): SchemaSource | { readonly problem: string } {
  if (schema === undefined) return { template: template ?? templates[0]?.name ?? '' };
  if (template === undefined) return { file: schema };
  return { problem: 'Use either --template or --schema, not both' };
}

/** Reads and checks a schema, and loads the data that it needs. @param entities that it may draw besides its own */
export async function readSchema(
  source: SchemaSource,
  terminal: Terminal,
  entities: readonly Entity[] = [],
): Promise<SchemaReading> {
  if ('entity' in source) {
    const table = tableNamed(source.entity, entities);
    if (table.ok) await loadData(table.schema);
    return table;
  }
  const found = await textOf(source, terminal);
  if (!found.ok) return { ...found, name: '', issues: [] };
  const { name, json, placed } = found;
  const result = parseSchema(json, { files: tablesIn(folderOf(source)), watch: cpuWatch, entities });
  if (!result.ok) {
    const wrong = invalid(await placed(result.issues));
    const isSample = 'file' in source && !isYaml(source.file) && (await looksLikeSample(json));
    return isSample ? { ...wrong, lines: [...wrong.lines, inferenceHint(source.file)] } : wrong;
  }
  const { schema } = result;
  await loadData(schema);
  const notes = await placed(result.notes);
  return { ok: true, schema, name, notes: linesOf(notes), issues: notes.issues };
}

/** Loads what it needs only when a schema is wrong. */
const looksLikeSample = async (text: string): Promise<boolean> =>
  (await import('@catbird/core/internal/inference')).looksLikeSample(text);

/** What to do with a text that is no schema. */
const inferenceHint = (file: string): string =>
  `To make a schema of a sample or of tables, run catbird infer ${file}`;

const linesOf = ({ issues, name, text }: Placed): string[] =>
  issues.map((issue) => excerpt(issue, name, text));

/** A text with errors. */
const invalid = (placed: Placed): Extract<SchemaReading, { ok: false }> => ({
  ok: false,
  lines: [...linesOf(placed), countIssues(placed.issues)],
  name: placed.name,
  issues: placed.issues,
});

/** The table of an entity. */
function tableNamed(name: string, entities: readonly Entity[]): SchemaReading {
  const found = entities.find((entity) => entity.name === name);
  if (found !== undefined) return { ok: true, schema: tableOf(found, entities), name, notes: [], issues: [] };
  const names = entities.map((entity) => entity.name);
  return { ok: false, lines: [unknownEntity(name, names)], name, issues: [] };
}

/** Reads and checks the entities that the schemas of a config share. */
export async function readEntities(source: EntitiesSource): Promise<EntitiesReading> {
  const found = 'text' in source ? partText(source) : await fileText(source.file, 'entities');
  if (!found.ok) return { ...found, name: '', issues: [] };
  const { json, placed } = found;
  const folder = 'text' in source ? source.folder : dirname(source.file);
  const result = parseEntities(json, { files: tablesIn(folder), watch: cpuWatch });
  if (!result.ok) return invalid(await placed(result.issues));
  return { ok: true, entities: result.entities, notes: linesOf(await placed(result.notes)) };
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

/** Reads a file: YAML by its file name extension, else JSON. @param what it is, for the message if it cannot be read */
async function fileText(file: string, what: string): Promise<TextReading> {
  try {
    const text = (await readText(file)).replace(/^\uFEFF/, '');
    if (!isYaml(file)) return asJson(text, file);
    const converted = await fromYaml(text);
    if ('issue' in converted)
      return { ok: false, lines: [excerpt(converted.issue, file, text), countIssues([converted.issue])] };
    const { json, inText } = converted;
    return {
      ok: true,
      name: file,
      json,
      placed: (issues) => ({ issues: issues.map(inText), name: file, text }),
    };
  } catch (error) {
    const reason = file.trimStart().startsWith('{')
      ? 'This is JSON, not the path of a file. Save it in a file, or pipe it in and use - as the path.'
      : readingFailure(error);
    return { ok: false, lines: [`Could not read the ${what} ${file}: ${reason}`] };
  }
}

/** The folder of the files that a schema names. */
function folderOf(source: TextSource): string {
  if ('text' in source) return source.folder;
  return 'file' in source && source.file !== '-' ? dirname(source.file) : '.';
}

async function textOf(source: TextSource, terminal: Terminal): Promise<TextReading> {
  if ('text' in source) return partText(source);
  if ('template' in source) return templateText(source.template);
  return source.file === '-'
    ? asJson(await terminal.readInput(), 'standard input')
    : fileText(source.file, 'schema');
}

function templateText(name: string): TextReading {
  const template = templateNamed(name);
  return typeof template === 'string'
    ? { ok: false, lines: [template] }
    : asJson(template.text, template.name);
}
