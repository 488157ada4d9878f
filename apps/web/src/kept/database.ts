import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import {
  KEPT,
  OWN,
  progressId,
  type KeptProgress,
  type KeptRun,
  type KeptStart,
  lastSavedMs,
} from './kept-run.ts';

interface Runs extends DBSchema {
  readonly configs: { readonly key: string; readonly value: KeptStart };
  readonly progress: { readonly key: string; readonly value: KeptProgress };
}

/** Runs of configs are kept up to this number, and as many of the page's own stream. The oldest is forgotten first. */
const MOST_RUNS = 8;

/** The runs that this browser keeps, in IndexedDB. Each stream saves its own progress. */
export interface KeptRuns {
  /** Begins to keep a stream of a run, and forgets the oldest runs beyond the limit. Does nothing for one that was lost. */
  add(run: KeptStart, progress: KeptProgress): Promise<void>;
  /** Replaces the progress of a stream. Does nothing for one that was forgotten. */
  save(progress: KeptProgress): Promise<void>;
  /** The runs of a config, or of the page's own stream, the latest first, without those that are damaged. */
  runsOf(key: string): Promise<readonly KeptRun[]>;
  forget(id: string): Promise<void>;
  /** Forgets a run for good: streams that start later in its session are not kept either. */
  lose(run: KeptStart): Promise<void>;
  close(): void;
}

/**
 * Opens the database.
 *
 * @throws the browser's error if storage is blocked or damaged. So do the methods, also if storage is full
 */
export async function openKeptRuns(): Promise<KeptRuns> {
  const database: IDBPDatabase<Runs> = await openDB<Runs>(KEPT, 1, {
    upgrade(created) {
      created.createObjectStore('configs', { keyPath: 'id' });
      created.createObjectStore('progress', { keyPath: 'id' });
    },
    // A later version of the page in another tab must not wait for this one.
    blocking: () => database.close(),
  });
  return {
    async add(run, progress) {
      const change = database.transaction(['configs', 'progress'], 'readwrite');
      const [configs, streams] = [change.objectStore('configs'), change.objectStore('progress')];
      const all = withStreams(await configs.getAll(), await streams.getAll());
      if (all.some(({ id, savedMs, isLost }) => id === run.id && savedMs === run.savedMs && isLost === true))
        return change.done;
      const others = all.filter(({ id }) => id !== run.id);
      await configs.put(afterAll(run, others));
      await streams.put(progress);
      const alike = others.filter(({ key }) => (key === OWN) === (run.key === OWN)).sort(latestFirst);
      for (const { id } of alike.slice(MOST_RUNS - 1)) {
        await configs.delete(id);
        await streams.delete(streamsOf(id));
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
    async lose(run) {
      // First, as it makes room.
      await forget(database, run.id);
      await database.put('configs', { ...run, isLost: true });
    },
    close: () => database.close(),
  };
}

/** Opens the runs for one act. */
export async function withKeptRuns<Value>(
  act: (runs: KeptRuns) => Promise<Value>,
  open = openKeptRuns,
): Promise<Value> {
  const runs = await open();
  try {
    return await act(runs);
  } finally {
    runs.close();
  }
}

async function forget(database: IDBPDatabase<Runs>, id: string): Promise<void> {
  const change = database.transaction(['configs', 'progress'], 'readwrite');
  await change.objectStore('configs').delete(id);
  await change.objectStore('progress').delete(streamsOf(id));
  await change.done;
}

/** The progress of all streams of a run: `0` is the character after `/`. */
const streamsOf = (id: string): IDBKeyRange => IDBKeyRange.bound(progressId(id, ''), `${id}0`, false, true);

async function runsOf(database: IDBPDatabase<Runs>, key: string): Promise<readonly KeptRun[]> {
  const read = database.transaction(['configs', 'progress']);
  const [starts, progress] = await Promise.all([
    read.objectStore('configs').getAll(),
    read.objectStore('progress').getAll(),
  ]);
  if (starts.length === 0) return [];
  // Apart, as few pages find a run.
  const { isKeptStart, isKeptProgress } = await import('./valid-records.ts');
  const own = starts.filter((run) => isKeptStart(run) && run.key === key && run.isLost !== true);
  return (
    withStreams(own, progress)
      // A stream whose progress is damaged would begin anew.
      .filter(({ streams }) => [...streams.values()].every(isKeptProgress))
      .sort(latestFirst)
  );
}

const withStreams = (starts: readonly KeptStart[], progress: readonly KeptProgress[]): KeptRun[] =>
  starts.map((start) => {
    const prefix = progressId(start.id, '');
    // Anything on this origin can write to the database.
    const own = progress.filter(({ id }: { readonly id: unknown }) => String(id).startsWith(prefix));
    return { ...start, streams: new Map(own.map((each) => [each.id.slice(prefix.length), each])) };
  });

/** What kept runs are ordered by. */
export type Ordered = Pick<KeptRun, 'savedMs' | 'order' | 'streams'>;

/** When a run was last saved. If the clock was set back before it began, its `order` is later than the runs before it. */
const placeOf = (run: Ordered): number => Math.max(run.order ?? -Infinity, lastSavedMs(run));

/** The latest first. */
export const latestFirst = (a: Ordered, b: Ordered): number => placeOf(b) - placeOf(a);

/** A run that begins now, with a place after all others, whatever the clock says. */
export function afterAll<Run extends Pick<KeptStart, 'savedMs' | 'order'>>(
  run: Run,
  others: readonly Ordered[],
): Run {
  // A damaged record must not decide where the others go.
  const last = Math.max(...others.map(placeOf).filter(Number.isFinite));
  return last < run.savedMs ? run : { ...run, order: last + 1 };
}
