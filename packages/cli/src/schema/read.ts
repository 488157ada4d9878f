import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  findTemplate,
  parseEntities,
  parseSchema,
  suggestion,
  tableOf,
  templates,
  type Entity,
  type Issue,
  type Schema,
} from '@catbird/core';
import { placedIn, type Origin } from '../config/origin.ts';
import { parseText } from '../config/text.ts';
import { messageOf } from '../files/error-code.ts';
import type { Terminal } from '../terminal.ts';
import { cpuWatch } from './cpu-watch.ts';
import { countIssues, excerpt } from './excerpt.ts';
import { tablesIn } from './tables.ts';

/** Where a schema comes from: a file (`-`: stdin), a template, a text in a config file of a folder, or an entity whose table it is. */
export type SchemaSource =
  | { readonly entity: string }
  | { readonly file: string }
  | { readonly template: string }
  | { readonly text: string; readonly name: string; readonly folder: string; readonly origin?: Origin };

type TextSource = Exclude<SchemaSource, { readonly entity: string }>;

/** Where shared entities come from: a file, or a text in a config file of a folder. */
export type EntitiesSource = Extract<SchemaSource, { readonly file: string } | { readonly text: string }>;

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
      readonly text: string;
      readonly name: string;
      /** What the text was made from. Absent: from nothing else. */
      readonly origin?: Origin;
    }
  | { readonly ok: false; readonly lines: readonly string[] };

type Readable = Extract<TextReading, { ok: true }>;

/** The source that `--template` or `--schema` names. Default: the first template. */
export function sourceOf(
  template: string | undefined,
  schema: string | undefined,
): SchemaSource | { readonly problem: string } {
  if (schema === undefined) return { template: template ?? templates[0]?.name ?? '' };
  if (template === undefined) return { file: schema };
  return { problem: 'Use either --template or --schema, not both' };
}

/** Reads and checks a schema. @param entities that it may draw besides its own */
export async function readSchema(
  source: SchemaSource,
  terminal: Terminal,
  entities: readonly Entity[] = [],
): Promise<SchemaReading> {
  if ('entity' in source) return tableNamed(source.entity, entities);
  const found = await textOf(source, terminal);
  if (!found.ok) return { ...found, name: '', issues: [] };
  const { text, name } = found;
  const result = parseSchema(text, { files: tablesIn(folderOf(source)), watch: cpuWatch, entities });
  if (!result.ok) return invalid(found, result.issues);
  const { schema, notes } = result;
  const { lines, issues } = await shown(found, notes);
  return { ok: true, schema, name, notes: lines, issues };
}

/** Issues at their places in the file that a person wrote, with an excerpt for each. */
async function shown(
  { text, name, origin }: Readable,
  issues: readonly Issue[],
): Promise<{ readonly lines: string[]; readonly issues: readonly Issue[]; readonly name: string }> {
  const placed =
    origin === undefined || issues.length === 0
      ? { issues, name, text }
      : await placedIn(origin, issues, text);
  const lines = placed.issues.map((issue) => excerpt(issue, placed.name, placed.text));
  return { lines, issues: placed.issues, name: placed.name };
}

/** A text with errors. */
async function invalid(
  found: Readable,
  issues: readonly Issue[],
): Promise<Extract<SchemaReading, { ok: false }>> {
  const { lines, ...placed } = await shown(found, issues);
  return { ok: false, ...placed, lines: [...lines, countIssues(issues)] };
}

/** The table of an entity. */
function tableNamed(name: string, entities: readonly Entity[]): SchemaReading {
  const found = entities.find((entity) => entity.name === name);
  if (found !== undefined) return { ok: true, schema: tableOf(found, entities), name, notes: [], issues: [] };
  const names = entities.map((entity) => entity.name);
  const near = suggestion(name, names);
  const valid = names.length === 0 ? 'The config has no entities' : `Entities: ${names.join(', ')}`;
  const hint = near === undefined ? valid : `Did you mean ${near}?`;
  return { ok: false, lines: [`Unknown entity ${name}. ${hint}`], name, issues: [] };
}

/** Reads and checks the entities that the schemas of a config share. */
export async function readEntities(source: EntitiesSource): Promise<EntitiesReading> {
  const found = 'text' in source ? { ok: true as const, ...source } : await entitiesText(source.file);
  if (!found.ok) return { ...found, name: '', issues: [] };
  const folder = 'text' in source ? source.folder : dirname(source.file);
  const result = parseEntities(found.text, { files: tablesIn(folder), watch: cpuWatch });
  if (!result.ok) return invalid(found, result.issues);
  const { lines: notes } = await shown(found, result.notes);
  return { ok: true, entities: result.entities, notes };
}

async function entitiesText(file: string): Promise<TextReading> {
  try {
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
    if (!/\.ya?ml$/.test(file)) return { ok: true, text, name: file };
    const json = JSON.stringify(await parseText(text, file), null, 2);
    return { ok: true, text: json, name: file, origin: { file, text, path: [] } };
  } catch (error) {
    return { ok: false, lines: [`Could not read the entities ${file}: ${messageOf(error)}`] };
  }
}

/** The folder of the files that a schema names. */
function folderOf(source: TextSource): string {
  if ('text' in source) return source.folder;
  return 'file' in source && source.file !== '-' ? dirname(source.file) : '.';
}

async function textOf(source: TextSource, terminal: Terminal): Promise<TextReading> {
  if ('text' in source) return { ok: true, ...source };
  if ('template' in source) return templateText(source.template);
  if (source.file === '-') return { ok: true, text: await terminal.readInput(), name: 'standard input' };
  try {
    const text = await readFile(source.file, 'utf8');
    return { ok: true, text: text.replace(/^\uFEFF/, ''), name: source.file };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, lines: [`Could not read the schema ${source.file}: ${why}`] };
  }
}

function templateText(name: string): TextReading {
  const names = templates.map((each) => each.name);
  const alike = names.find((each) => each.toLowerCase() === name.toLowerCase());
  const template = findTemplate(alike ?? name);
  if (template !== undefined) return { ok: true, text: template.text, name: template.name };
  const near = suggestion(name, names);
  const hint = near === undefined ? `Valid templates: ${names.join(', ')}` : `Did you mean "${near}"?`;
  return { ok: false, lines: [`Unknown template "${name}". ${hint}`] };
}
