import type { Definition, Sampled } from '@catbird/infer';
import type { Copy } from '../copied.ts';

/** What of a database is read. */
export interface CatalogChoice {
  /** The schema, or the database where that is one. Default: that of the connection */
  readonly schema: string | undefined;
  /** Default: all tables */
  readonly tables: readonly string[] | undefined;
  /** The planner's statistics, too. */
  readonly isStatistics: boolean;
  /** Rows of each table. 0 reads none. */
  readonly sample: number;
  /** What of the rows that are read may be in the config. Statistics have no rows: of those, all values or none. */
  readonly copy: Copy;
}

/** How many rows a table has, and how that is known. */
export interface RowCount {
  readonly rows: number;
  readonly source: 'counted' | 'estimated' | 'guessed';
}

/** The catalog of a database. */
export interface Catalog {
  readonly schema: string;
  readonly definition: Definition;
  readonly counts: ReadonlyMap<string, RowCount>;
  /** What statistics and rows show of the fields, by table. */
  readonly sampled: ReadonlyMap<string, Sampled>;
  /** What was not read, a sentence each. */
  readonly notes: readonly string[];
}

/** What cannot be read, as a sentence that says what to do. */
export class NoCatalog extends Error {}

/** Names in a note; more are counted. */
const NAMED = 12;

/** Names, of which the first are listed. */
export const few = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`;

/** A sentence for each kind of what was not read. */
export function notReadNotes(others: readonly (readonly [kind: string, name: string])[]): string[] {
  const byKind = new Map<string, string[]>();
  for (const [kind, name] of others) byKind.set(kind, [...(byKind.get(kind) ?? []), name]);
  return [...byKind].map(
    ([kind, names]) => `Not read: ${names.length} ${names.length === 1 ? kind : plural(kind)}: ${few(names)}`,
  );
}

const plural = (word: string): string => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);
