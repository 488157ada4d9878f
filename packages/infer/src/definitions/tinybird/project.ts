import type { SchemaObject } from '../../draft.ts';
import { newNotes } from '../not-followed.ts';
import type { Definition, Table } from '../shape.ts';
import { readDatasource } from './datasource.ts';
import { filledIn, translated } from './typescript.ts';

/** A file of a project. */
export interface ProjectFile {
  /** Within the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

const FILLED = /^\s*(?:DATASOURCE|TARGET_DATASOURCE)\s+"?(\w+)/gm;

/** Reads a Tinybird project: its data sources, without those that pipes fill. @param streamOf where rows of a data source go, as a stream of a config has it */
export function readProject(
  files: readonly ProjectFile[],
  streamOf: (datasource: string) => SchemaObject,
): Definition {
  const notes = newNotes();
  const filled = new Set(
    files.flatMap(({ path, text }) =>
      path.endsWith('.ts') ? filledIn(text) : [...text.matchAll(FILLED)].map(([, name = '']) => name),
    ),
  );
  const sources = files.flatMap(({ path, text }) =>
    path.endsWith('.datasource')
      ? [{ name: path.replace(/^.*\//, '').replace(/\.datasource$/, ''), text }]
      : path.endsWith('.ts')
        ? translated(text, path, notes)
        : [],
  );
  const tables = new Map<string, Table>();
  for (const { name, text } of sources) {
    // With paths, it also takes events.
    const isFilled = filled.has(name) && !text.includes('json:$');
    if (isFilled || /\b(Simple)?AggregateFunction\s*\(/.test(text)) {
      notes.add('Left out: data sources that pipes fill', name);
      continue;
    }
    if (tables.has(name)) notes.add('Not followed: a second data source of the same name', name);
    if (/^(KAFKA_|IMPORT_|S3_|GCS_)\w+/m.test(text))
      notes.add('A connection fills this data source, too', name);
    const { fields, keys = [] } = readDatasource(text, name, notes);
    if (fields.length > 0 && !tables.has(name))
      tables.set(name, { name, fields, keys, stream: streamOf(name) });
  }
  return { tables: [...tables.values()], notes: notes.sentences() };
}
