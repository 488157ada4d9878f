import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Shard } from './shard.ts';
import type { Span } from './times.ts';

/** How far a stream came: what `--state` writes. */
export interface State {
  /** The row to go on with: all before it were acknowledged. */
  readonly next: number;
  readonly seed: string;
  /** Of the schema's fields, so that another schema is noticed. */
  readonly fingerprint: string;
  readonly shard: Shard | null;
  /** The times of rows from `next` on that may have been sent. */
  readonly spans: readonly Span[];
}

/** Of a schema, short. */
export const fingerprintOf = (schema: unknown): string =>
  createHash('sha256').update(JSON.stringify(schema)).digest('hex').slice(0, 16);

/** The same for the same schema, seed and name, in 16 letters and digits. */
export const streamId = (fingerprint: string, seed: string, name: string | undefined): string =>
  fingerprintOf([fingerprint, seed, ...(name === undefined ? [] : [name])]);

/** The state of an earlier process; undefined when there was none; a sentence when it cannot be read. */
export async function loadState(file: string): Promise<State | undefined | { readonly problem: string }> {
  try {
    const state: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isState(state)
      ? { ...state, spans: state.spans ?? [] }
      : { problem: `--state ${file}: this is no state of a stream` };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return { problem: `--state ${file}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Writes the state so that it is there whole, or the one before it, whatever happens to the machine. It is there when this
 * returns: rows may be sent by it.
 *
 * @throws what Node says when it cannot be written
 */
export function saveState(file: string, state: State): void {
  const temporary = `${file}.new`;
  synced(temporary, 'w', (handle) => void writeSync(handle, `${JSON.stringify(state)}\n`));
  renameSync(temporary, file);
  synced(dirname(file), 'r', () => undefined);
}

function synced(path: string, flags: 'w' | 'r', act: (handle: number) => void): void {
  const handle = openSync(path, flags);
  try {
    act(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Older ones have no times. */
function isState(value: unknown): value is Omit<State, 'spans'> & Partial<State> {
  if (typeof value !== 'object' || value === null) return false;
  const { next, seed, fingerprint, spans = [] } = Object.fromEntries(Object.entries(value));
  return (
    Number.isSafeInteger(next) &&
    typeof seed === 'string' &&
    typeof fingerprint === 'string' &&
    Array.isArray(spans)
  );
}
