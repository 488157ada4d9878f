import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { textOfFile } from '@catbird/engine';
import { parseTable } from '@catbird/stream';
import { parse } from 'csv-parse/sync';

/** Maximum size of a dataset's file, which is held in memory. */
const MAX_MIB = 64;

/**
 * Reads the tables that a schema names, each once. They must be in the schema's folder or below it, also after following symbolic
 * links: a schema may come from anyone, and the contents of its tables are sent to a destination.
 */
export function tablesIn(folder: string): (name: string) => readonly unknown[] {
  const known = new Map<string, readonly unknown[]>();
  return (name) => {
    const rows = known.get(name) ?? readTable(pathIn(folder, name), name);
    known.set(name, rows);
    return rows;
  };
}

/** The real path of a file in the folder. */
function pathIn(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (!isWithin(resolve(folder), path)) throw new Error(`${name} is outside the folder of the schema`);
  const real = naming(name, () => realpathSync(path));
  if (!isWithin(realpathSync(folder), real))
    throw new Error(`${name} is a link to a file outside the folder of the schema. Copy the file there`);
  return real;
}

function isWithin(folder: string, path: string): boolean {
  const step = relative(folder, path);
  return !isAbsolute(step) && step !== '..' && !step.startsWith(`..${sep}`);
}

function readTable(path: string, name: string): readonly unknown[] {
  const stat = naming(name, () => statSync(path));
  if (!stat.isFile()) throw new Error(`${name} is not a file`);
  const { size } = stat;
  if (size > MAX_MIB * 2 ** 20) throw new Error(`${name} is larger than ${MAX_MIB} MiB`);
  return parseTable(
    naming(name, () => textOfFile(readFileSync(path))),
    name,
    parse,
  );
}

/** Runs a file operation; its error names the file. */
function naming<Found>(name: string, operation: () => Found): Found {
  try {
    return operation();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Could not read ${name}: ${why}`, { cause });
  }
}
