import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Shard } from './shard.ts';

/** How far a stream came: what `--state` writes. */
export interface State {
  /** The row to go on with: all before it were acknowledged. */
  readonly next: number;
  readonly seed: string;
  /** Of the schema's fields, so that another schema is noticed. */
  readonly fingerprint: string;
  readonly shard: Shard | null;
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
    return isState(state) ? state : { problem: `--state ${file}: this is no state of a stream` };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    return { problem: `--state ${file}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Writes the state so that it is there whole, or the one before it, whatever happens to the machine. */
export async function saveState(file: string, state: State): Promise<void> {
  const temporary = `${file}.new`;
  await synced(temporary, 'w', (handle) => handle.writeFile(`${JSON.stringify(state)}\n`));
  await rename(temporary, file);
  await synced(dirname(file), 'r', () => Promise.resolve());
}

async function synced(
  path: string,
  flags: 'w' | 'r',
  act: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags);
  try {
    await act(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isState(value: unknown): value is State {
  if (typeof value !== 'object' || value === null) return false;
  const { next, seed, fingerprint } = Object.fromEntries(Object.entries(value));
  return Number.isSafeInteger(next) && typeof seed === 'string' && typeof fingerprint === 'string';
}
