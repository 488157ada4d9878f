import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { progressId, type KeptConfig, type KeptConfigRun } from './kept-config.ts';
import type { KeptProgress } from './kept-run.ts';
import { afterAll, latestFirst } from './order.ts';

interface Configs extends DBSchema {
  readonly configs: { readonly key: string; readonly value: KeptConfig };
  readonly progress: { readonly key: string; readonly value: KeptProgress };
}

/** Runs of configs are kept up to this number. The oldest is forgotten first. */
const MOST_RUNS = 8;

/** The runs of configs that this browser keeps, in IndexedDB. Each stream saves its own progress. */
export interface KeptConfigs {
  /** Begins to keep a stream of a run, and forgets the oldest runs beyond the limit. Does nothing for one that was lost. */
  add(config: KeptConfig, progress: KeptProgress): Promise<void>;
  /** Replaces the progress of a stream. Does nothing for one that was forgotten. */
  save(progress: KeptProgress): Promise<void>;
  /** The runs of a config, the latest first, without those that are damaged. */
  runsOf(key: string): Promise<readonly KeptConfigRun[]>;
  forget(id: string): Promise<void>;
  /** Forgets a run for good: streams of it that start later are not kept either. */
  lose(config: KeptConfig): Promise<void>;
  close(): void;
}

/**
 * Opens the database.
 *
 * @throws the browser's error if storage is blocked or damaged. So do the methods, also if storage is full
 */
export async function openKeptConfigs(): Promise<KeptConfigs> {
  const database: IDBPDatabase<Configs> = await openDB<Configs>('catbird-configs', 1, {
    upgrade(created) {
      created.createObjectStore('configs', { keyPath: 'id' });
      created.createObjectStore('progress', { keyPath: 'id' });
    },
    // A later version of the page in another tab must not wait for this one.
    blocking: () => database.close(),
  });
  return {
    async add(config, progress) {
      const change = database.transaction(['configs', 'progress'], 'readwrite');
      const all = await change.objectStore('configs').getAll();
      if (all.some(({ id, isLost }) => id === config.id && isLost === true)) return change.done;
      await change.objectStore('configs').put(afterAll(config, all));
      await change.objectStore('progress').put(progress);
      const others = all.filter(({ id }) => id !== config.id).sort(latestFirst);
      for (const { id } of others.slice(MOST_RUNS - 1)) {
        await change.objectStore('configs').delete(id);
        await change.objectStore('progress').delete(streamsOf(id));
      }
      await change.done;
    },
    async save(progress) {
      const change = database.transaction('progress', 'readwrite');
      if ((await change.store.getKey(progress.id)) !== undefined) await change.store.put(progress);
      await change.done;
    },
    runsOf: (key) => runsOf(database, key),
    forget: (id) => forget(database, id),
    async lose(config) {
      // First, as it makes room.
      await forget(database, config.id);
      await database.put('configs', { ...config, isLost: true });
    },
    close: () => database.close(),
  };
}

async function forget(database: IDBPDatabase<Configs>, id: string): Promise<void> {
  const change = database.transaction(['configs', 'progress'], 'readwrite');
  await change.objectStore('configs').delete(id);
  await change.objectStore('progress').delete(streamsOf(id));
  await change.done;
}

/** The progress of all streams of a run: `0` is the character after `/`. */
const streamsOf = (id: string): IDBKeyRange => IDBKeyRange.bound(progressId(id, ''), `${id}0`, false, true);

async function runsOf(database: IDBPDatabase<Configs>, key: string): Promise<readonly KeptConfigRun[]> {
  const read = database.transaction(['configs', 'progress']);
  const [configs, progress] = await Promise.all([
    read.objectStore('configs').getAll(),
    read.objectStore('progress').getAll(),
  ]);
  if (configs.length === 0) return [];
  // Apart, as few pages find a run.
  const { isKeptConfig, isKeptProgress } = await import('./valid-records.ts');
  const byId = new Map(progress.map((each) => [each.id, each]));
  return (
    configs
      .filter((config) => isKeptConfig(config) && config.key === key && config.isLost !== true)
      .sort(latestFirst)
      .map((config) => ({ ...config, streams: progressOf(config, byId) }))
      // A stream whose progress is damaged would begin anew.
      .filter(({ streams }) => [...streams.values()].every(isKeptProgress))
  );
}

const progressOf = (config: KeptConfig, byId: ReadonlyMap<string, KeptProgress>): KeptConfigRun['streams'] =>
  new Map(
    Object.keys(config.digests).flatMap((name) => {
      const found = byId.get(progressId(config.id, name));
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
