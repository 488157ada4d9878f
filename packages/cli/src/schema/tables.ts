import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { parseTable } from '@catbird/core';

/** Largest file of a dataset: all of it is held in memory. */
const MOST_MIB = 64;

/**
 * Reads the tables that a schema names, from the folder that it is in and those below; each once. Other places are refused, since a
 * schema may come from anyone, and what it reads is sent away.
 */
export function tablesIn(folder: string): (name: string) => readonly unknown[] {
  const known = new Map<string, readonly unknown[]>();
  return (name) => {
    const path = resolve(folder, name);
    const way = relative(resolve(folder), path);
    if (isAbsolute(way) || way.startsWith('..'))
      throw new Error(`${name} is not in the folder of the schema`);
    const rows = known.get(name) ?? readTable(path, name);
    known.set(name, rows);
    return rows;
  };
}

function readTable(path: string, name: string): readonly unknown[] {
  const { size } = statOf(path, name);
  if (size > MOST_MIB * 2 ** 20) throw new Error(`${name} is larger than ${MOST_MIB} MiB`);
  return parseTable(readFileSync(path, 'utf8'), name);
}

function statOf(path: string, name: string): { readonly size: number } {
  try {
    const stat = statSync(path);
    if (stat.isFile()) return stat;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Could not read ${name}: ${why}`, { cause });
  }
  throw new Error(`${name} is no file`);
}
