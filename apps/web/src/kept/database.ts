import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { KeptProgress, KeptRun, KeptStream } from './kept-run.ts';
import { afterAll, latestFirst, notBefore } from './order.ts';

interface Runs extends DBSchema {
  readonly streams: { readonly key: string; readonly value: KeptStream };
  readonly progress: { readonly key: string; readonly value: KeptProgress };
}

/** Runs are kept up to this number. The oldest is forgotten first. */
const MOST_RUNS = 8;

/** The runs that this browser keeps, in IndexedDB. */
export interface KeptRuns {
  /** Begins to keep a run, and forgets the oldest ones beyond the limit. */
  add(stream: KeptStream, progress: KeptProgress): Promise<void>;
  /** Replaces the progress of a run. Does nothing for one that was forgotten. */
  save(progress: KeptProgress): Promise<void>;
  /** All runs, the latest first, without those that are damaged. */
  all(): Promise<readonly KeptRun[]>;
  forget(id: string): Promise<void>;
}

/**
 * Opens the database.
 *
 * @throws the browser's error if storage is blocked or damaged. So do the methods, also if storage is full
 */
export async function openKeptRuns(): Promise<KeptRuns> {
  const database: IDBPDatabase<Runs> = await openDB<Runs>('catbird', 1, {
    upgrade(created) {
      created.createObjectStore('streams', { keyPath: 'id' });
      created.createObjectStore('progress', { keyPath: 'id' });
    },
    // A later version of the page in another tab must not wait for this one.
    blocking: () => database.close(),
  });
  return {
    async add(stream, progress) {
      const change = database.transaction(['streams', 'progress'], 'readwrite');
      const all = await change.objectStore('progress').getAll();
      await change.objectStore('streams').put(stream);
      await change.objectStore('progress').put(afterAll(progress, all));
      const others = all.filter(({ id }) => id !== stream.id).sort(latestFirst);
      for (const { id } of others.slice(MOST_RUNS - 1)) {
        await change.objectStore('streams').delete(id);
        await change.objectStore('progress').delete(id);
      }
      await change.done;
    },
    async save(progress) {
      const change = database.transaction('progress', 'readwrite');
      const before = await change.store.get(progress.id);
      if (before !== undefined) await change.store.put(notBefore(progress, before));
      await change.done;
    },
    all: () => allOf(database),
    async forget(id) {
      const change = database.transaction(['streams', 'progress'], 'readwrite');
      await change.objectStore('streams').delete(id);
      await change.objectStore('progress').delete(id);
      await change.done;
    },
  };
}

async function allOf(database: IDBPDatabase<Runs>): Promise<readonly KeptRun[]> {
  const read = database.transaction(['streams', 'progress']);
  const [streams, progress] = await Promise.all([
    read.objectStore('streams').getAll(),
    read.objectStore('progress').getAll(),
  ]);
  if (streams.length === 0) return [];
  const { isKeptRun } = await import('./valid-records.ts');
  const byId = new Map(streams.map((stream) => [stream.id, stream]));
  return progress
    .map((each) => ({ ...byId.get(each.id), ...each }))
    .filter(isKeptRun)
    .sort(latestFirst);
}
