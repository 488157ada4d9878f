import type { Batch } from '@catbird/engine';
import { newCondition } from '@catbird/send';
import { setTimeout } from 'node:timers/promises';
import type { History, Row } from './serve-history.ts';

/** How a reader gets rows. */
export interface Reader {
  /** For people: `SSE 127.0.0.1:52143`. */
  readonly name: string;
  /** Number of the first row that it wants. Absent: where readers begin. */
  readonly from?: number | undefined;
  /** Aborts when the reader has left. */
  readonly gone: AbortSignal;
  /** Resolves once the rows were written to its connection. */
  readonly write: (rows: readonly Row[]) => Promise<void>;
  /** Tells it that it lost rows. */
  readonly skipped: (rows: number) => Promise<void>;
}

/** The rows of one response. */
export interface Taken {
  readonly rows: readonly Row[];
  /** Rows before them that are no longer kept. */
  readonly lost: number;
  /** To be called once they were written. */
  readonly written: () => void;
}

/** Hands the rows of one stream to any number of readers. */
export interface Hub {
  /** Resolves once a reader has got the rows. @throws the signal's reason if it aborts before, or that of `stopping` if no reader came */
  offer(batch: Batch, signal: AbortSignal, stopping?: AbortSignal): Promise<void>;
  /** Writes rows to a reader until the stream ends (true) or the reader leaves (false). */
  follow(reader: Reader): Promise<boolean>;
  /** Up to `most` rows as soon as one is there, or none after `waitMs`. */
  take(
    from: number | undefined,
    most: number,
    { waitMs, gone }: { readonly waitMs: number; readonly gone: AbortSignal },
  ): Promise<Taken>;
  /** Lets readers read to the end. One that reads nothing for `patienceMs` is given up. */
  end(patienceMs: number): Promise<void>;
}

/** What a hub works with. */
interface HubOptions {
  readonly history: History;
  /** Readers get all rows. Otherwise, they begin at the present. */
  readonly each: boolean;
  readonly note: (text: string) => void;
}

const count = (rows: number): string => `${rows.toLocaleString('en')} ${rows === 1 ? 'event' : 'events'}`;

/** A hub without readers. */
export function newHub({ history, each, note }: HubOptions): Hub {
  const changed = newCondition();
  const readers = new Set<{ readonly name: string; place: number }>();
  const state = {
    /** Rows before this place were written to a reader. */
    delivered: 0,
    /** A reader came. One that has left may come back. */
    hasReader: false,
    hasEnded: false,
    hasGivenUp: false,
  };

  const written = (place: number): void => {
    state.delivered = Math.max(state.delivered, place);
    changed.notifyAll();
  };
  /** Never after rows that have not been delivered, so that no row is passed over. */
  const beginning = (from: number | undefined): number =>
    from === undefined
      ? each
        ? history.start
        : state.delivered
      : Math.min(history.placeOf(from), state.delivered);

  /** The next rows from a place on, once there are any. Undefined at the end, or when `over` aborts. */
  async function next(
    place: number,
    over: AbortSignal,
  ): Promise<{ readonly rows: readonly Row[]; readonly lost: number } | undefined> {
    while (!over.aborted && !state.hasGivenUp) {
      const lost = Math.max(0, history.start - place);
      const rows = place + lost < history.end ? await history.read(place + lost) : undefined;
      if (rows !== undefined) return { rows, lost };
      if (place >= history.end && state.hasEnded) return undefined;
      if (place >= history.end) await changed.wait(over);
    }
    return undefined;
  }

  /** Whether a reader reads on, or leaves, within so long. */
  async function changesWithin(ms: number): Promise<boolean> {
    const over = new AbortController();
    const isLate = setTimeout(ms, true, { signal: over.signal }).catch(() => true);
    const late = await Promise.race([isLate, changed.wait(over.signal).then(() => false)]);
    over.abort();
    return !late;
  }

  return {
    async offer(batch, signal, stopping) {
      await history.add(batch);
      const end = history.end;
      changed.notifyAll();
      while (state.delivered < end) {
        if (!state.hasReader && stopping?.aborted === true) {
          if (!state.hasGivenUp) note('Stopped before a reader came');
          state.hasGivenUp = true;
          throw stopping.reason;
        }
        await changed.wait(
          stopping === undefined || stopping.aborted ? signal : AbortSignal.any([signal, stopping]),
        );
        signal.throwIfAborted();
      }
    },
    async follow({ name, from, gone, write, skipped }) {
      state.hasReader = true;
      const reader = { name, place: beginning(from) };
      let lost = 0;
      readers.add(reader);
      try {
        for (
          let got = await next(reader.place, gone);
          got !== undefined;
          got = await next(reader.place, gone)
        ) {
          if (got.lost > 0) {
            if (lost === 0) note(`${name} is too slow and loses events`);
            lost += got.lost;
            reader.place += got.lost;
            await skipped(got.lost);
          }
          await write(got.rows);
          if (gone.aborted) break;
          reader.place += got.rows.length;
          written(reader.place);
        }
        return !gone.aborted && !state.hasGivenUp;
      } finally {
        readers.delete(reader);
        changed.notifyAll();
        if (lost > 0) note(`${name} lost ${count(lost)}, as it was too slow`);
      }
    },
    async take(from, most, { waitMs, gone }) {
      state.hasReader = true;
      const place = beginning(from);
      const over = AbortSignal.any([gone, AbortSignal.timeout(waitMs)]);
      const { rows = [], lost = 0 } = (await next(place, over)) ?? {};
      const taken = rows.slice(0, most);
      return { rows: taken, lost, written: () => written(place + lost + taken.length) };
    },
    async end(patienceMs) {
      state.hasEnded = true;
      changed.notifyAll();
      while (readers.size > 0 && (await changesWithin(patienceMs))) continue;
      for (const { name, place } of readers)
        if (place < history.end)
          note(`${name} stopped reading, and did not get the last ${count(history.end - place)}`);
      state.hasGivenUp = true;
      changed.notifyAll();
    },
  };
}
