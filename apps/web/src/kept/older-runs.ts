import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { NOTHING_DONE, OWN, progressId, type KeptProgress, type KeptRun } from './kept-run.ts';
import { isKeptProgress, isKeptStart } from './valid-records.ts';

/** Runs of the page's own stream as earlier versions of the page kept them. They are read and forgotten, never written. */
interface OlderRuns extends DBSchema {
  readonly streams: {
    readonly key: string;
    readonly value: {
      readonly id: string;
      readonly link: string;
      readonly sentBefore: number;
      digest?: string;
    };
  };
  readonly progress: {
    readonly key: string;
    readonly value: Omit<KeptProgress, 'counts'> & { readonly accepted: number };
  };
}

/** The older runs, without those that are damaged. None if this browser has no older database, or storage is blocked. */
export const olderRuns = (): Promise<readonly KeptRun[]> => inOlder(runsIn, []);

/** Removes an older run, if it is one. */
export const forgetOlder = (id: string): Promise<void> =>
  inOlder(async (database) => {
    await database.delete('streams', id);
    await database.delete('progress', id);
  }, undefined);

async function inOlder<Value>(
  act: (database: IDBPDatabase<OlderRuns>) => Promise<Value>,
  none: Value,
): Promise<Value> {
  try {
    // There is nothing to create: an upgrade that fails leaves no database.
    const upgrade: NonNullable<OpenDBCallbacks<OlderRuns>['upgrade']> = (_, __, ___, created) => {
      created.done.catch(() => undefined);
      created.abort();
    };
    const database = await openDB<OlderRuns>('catbird', 1, { upgrade });
    try {
      return await act(database);
    } finally {
      database.close();
    }
  } catch {
    return none;
  }
}

async function runsIn(database: IDBPDatabase<OlderRuns>): Promise<readonly KeptRun[]> {
  const [streams, progress] = await Promise.all([database.getAll('streams'), database.getAll('progress')]);
  return streams.flatMap(({ id, link, sentBefore, digest = '' }) => {
    const found = progress.find((each) => each.id === id);
    if (found === undefined) return [];
    const counts = { ...NOTHING_DONE, accepted: sentBefore + found.accepted };
    const own = { ...found, id: progressId(id, OWN), counts };
    const { savedMs } = found;
    const start = { id, key: OWN, link, seed: '', nowMs: savedMs, savedMs, digests: { [OWN]: digest } };
    return isKeptStart(start) && isKeptProgress(own) ? [{ ...start, streams: new Map([[OWN, own]]) }] : [];
  });
}
