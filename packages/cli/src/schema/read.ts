import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findTemplate, parseSchema, suggestion, templates, type Issue, type Schema } from '@catbird/core';
import type { Terminal } from '../terminal.ts';
import { cpuWatch } from './cpu-watch.ts';
import { countIssues, excerpt } from './excerpt.ts';
import { tablesIn } from './tables.ts';

/** Where a schema comes from: a file (`-`: stdin), a template, or a text in a config file of a folder. */
export type SchemaSource =
  | { readonly file: string }
  | { readonly template: string }
  | { readonly text: string; readonly name: string; readonly folder: string };

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
  | { readonly ok: true; readonly text: string; readonly name: string }
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

/** Reads and checks a schema. */
export async function readSchema(source: SchemaSource, terminal: Terminal): Promise<SchemaReading> {
  const found = await textOf(source, terminal);
  if (!found.ok) return { ...found, name: '', issues: [] };
  const { text, name } = found;
  const result = parseSchema(text, { files: tablesIn(folderOf(source)), watch: cpuWatch });
  const lines = (issues: readonly Issue[]): string[] => issues.map((issue) => excerpt(issue, name, text));
  if (result.ok) {
    const { schema, notes } = result;
    return { ok: true, schema, name, notes: lines(notes), issues: notes };
  }
  const { issues } = result;
  return { ok: false, lines: [...lines(issues), countIssues(issues)], name, issues };
}

/** The folder of the files that a schema names. */
function folderOf(source: SchemaSource): string {
  if ('text' in source) return source.folder;
  return 'file' in source && source.file !== '-' ? dirname(source.file) : '.';
}

async function textOf(source: SchemaSource, terminal: Terminal): Promise<TextReading> {
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
