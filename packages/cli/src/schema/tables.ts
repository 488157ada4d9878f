import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { parseTable } from './table.ts';

/** Largest file of a dataset: all of it is held in memory. */
const MOST_MIB = 64;

/**
 * Reads the tables that a schema names, from the folder that it is in and those below; each once. Other places are refused, those
 * that a symbolic link leads to included, since a schema may come from anyone, and what it reads is sent away.
 */
export function tablesIn(folder: string): (name: string) => readonly unknown[] {
  const known = new Map<string, readonly unknown[]>();
  return (name) => {
    const rows = known.get(name) ?? readTable(pathIn(folder, name), name);
    known.set(name, rows);
    return rows;
  };
}

/** Where a file of the folder really is. */
function pathIn(folder: string, name: string): string {
  const path = resolve(folder, name);
  if (!isWithin(resolve(folder), path)) throw new Error(`${name} is not in the folder of the schema`);
  const real = orWhy(name, () => realpathSync(path));
  if (!isWithin(realpathSync(folder), real))
    throw new Error(
      `${name} is a link to a file that is not in the folder of the schema. Copy the file there`,
    );
  return real;
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

function readTable(path: string, name: string): readonly unknown[] {
  const stat = orWhy(name, () => statSync(path));
  if (!stat.isFile()) throw new Error(`${name} is no file`);
  const { size } = stat;
  if (size > MOST_MIB * 2 ** 20) throw new Error(`${name} is larger than ${MOST_MIB} MiB`);
  return parseTable(
    orWhy(name, () => readFileSync(path, 'utf8')),
    name,
  );
}

/** What a look at a file gives, or an error that names the file. */
function orWhy<Found>(name: string, look: () => Found): Found {
  try {
    return look();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Could not read ${name}: ${why}`, { cause });
  }
}
