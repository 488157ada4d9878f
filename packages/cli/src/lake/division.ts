import { firstPlace, type Timeline, type Timing } from '@catbird/engine';

/** An object of a table: rows that are one file. */
export interface Part {
  readonly key: string;
  /** When its folder begins, in milliseconds since 1970. 0 without folders. */
  readonly folderMs: number;
  readonly first: number;
  readonly count: number;
}

/** The objects of a table, in the order of their keys, which is that of their rows. They are computed, never held. */
export interface Parts {
  /** How many there are. That of a table that grows follows the clock: an object is there once its last row is past. */
  readonly count: () => number;
  /** @param i from 0, below `count` */
  readonly at: (i: number) => Part;
  /** The object with a key; undefined if there is none. */
  readonly find: (key: string) => Part | undefined;
}

/** How a table is divided into folders. */
export type Partition = 'day' | 'hour';

/** The rows of a table, and how they are divided. */
export interface Division {
  readonly table: string;
  /** Rows of an object, at most. */
  readonly objectRows: number;
  /** Rows of the table, at most; `Infinity`: any number. */
  readonly rows: number;
  /** Undefined: the table is not divided by time. Without `toMs`, it grows. */
  readonly times?:
    | {
        readonly timeline: Pick<Timeline, 'before'>;
        readonly timing: Pick<Timing, 'fromMs' | 'toMs'>;
        readonly partition: Partition;
        /** Name of the folders of days: `day`. */
        readonly day: string;
        /** The present, for a table that grows. */
        readonly nowMs: () => number;
      }
    | undefined;
}

/** Digits of the number of an object, at least, and exactly in a table that grows. */
const DIGITS = 5;
/** Folders of a table, at most. */
const MOST_FOLDERS = 1_000_000;

/** How often the objects of a table that grows are counted. */
const COUNTED_MS = 1000;

const LENGTH_MS: Readonly<Record<Partition, number>> = { day: 86_400_000, hour: 3_600_000 };

/** The rows of a folder, and how many objects stand before it. */
interface Folder {
  readonly startMs: number;
  readonly first: number;
  readonly end: number;
  readonly before: number;
}

/** @throws RangeError if there would be too many folders, or too many objects in a folder of a table that grows */
export function newParts({ table, objectRows, rows, times }: Division): Parts {
  const objectsIn = (count: number): number => Math.ceil(count / objectRows);
  if (times === undefined) {
    const all = objectsIn(rows);
    const digits = Math.max(DIGITS, String(Math.max(0, all - 1)).length);
    const whole = { startMs: 0, first: 0, end: rows, before: 0 };
    return {
      count: () => all,
      at: (i) => partOf(whole, i, digits),
      find: (key) => found(key, digits, () => whole),
    };
  }
  const { timeline, timing, partition, nowMs } = times;
  const length = LENGTH_MS[partition];
  const isGrowing = timing.toMs === null;
  const folders: Folder[] = [];
  let nextMs = Math.floor(timing.fromMs / length) * length;
  let next = 0;
  let objects = 0;

  /** Adds folders up to an instant. */
  const extend = (toMs: number): void => {
    for (; nextMs < toMs && next < rows; nextMs += length) {
      const end = Math.min(rows, timeline.before(Math.min(nextMs + length, timing.toMs ?? Infinity)));
      if (end > next) {
        folders.push({ startMs: nextMs, first: next, end, before: objects });
        objects += objectsIn(end - next);
        if (isGrowing && objectsIn(end - next) > 10 ** DIGITS)
          throw new RangeError(
            `a ${partition} has more than ${10 ** DIGITS} objects. Set to, --partition hour or a larger --object-rows`,
          );
      }
      if (folders.length > MOST_FOLDERS)
        throw new RangeError(`there are more than ${MOST_FOLDERS} folders. Set to, or --partition day`);
      next = end;
    }
  };
  if (!isGrowing) extend(Infinity);
  const most = Math.max(1, ...folders.map(({ first, end }) => objectsIn(end - first)));
  const digits = isGrowing ? DIGITS : Math.max(DIGITS, String(most - 1).length);
  const countAt = (ms: number): number => {
    extend(ms);
    const last = folders.at(-1);
    if (last === undefined) return 0;
    const past = timeline.before(ms);
    return past >= last.end ? objects : last.before + Math.floor(Math.max(0, past - last.first) / objectRows);
  };
  let counted = { ms: -Infinity, count: 0 };
  const count = (): number => {
    if (!isGrowing) return objects;
    // A page of a list asks for it many times.
    const ms = Math.floor(nowMs() / COUNTED_MS) * COUNTED_MS;
    if (ms > counted.ms) counted = { ms, count: countAt(ms) };
    return counted.count;
  };
  return {
    count,
    at: (i) => partOf(folderWith(i), i, digits),
    find(key) {
      const all = count();
      const part = found(key, digits, (startMs) => folders[placeFrom(startMs)]);
      return part !== undefined && indexOf(part) < all ? part : undefined;
    },
  };

  function folderWith(i: number): Folder {
    const place = firstPlace(0, folders.length, (n) => (folders[n]?.before ?? 0) > i) - 1;
    const folder = folders[place];
    if (folder === undefined) throw new RangeError(`${table} has no object ${i}`);
    return folder;
  }
  function placeFrom(startMs: number): number {
    return firstPlace(0, folders.length, (n) => (folders[n]?.startMs ?? 0) >= startMs);
  }
  function indexOf({ first }: Part): number {
    const folder = folders[firstPlace(0, folders.length, (n) => (folders[n]?.first ?? 0) > first) - 1];
    return folder === undefined ? Infinity : folder.before + (first - folder.first) / objectRows;
  }

  /** The object with a number. */
  function partOf(folder: Folder, i: number, width: number): Part {
    const number = i - folder.before;
    const first = folder.first + number * objectRows;
    const name = `part-${String(number).padStart(width, '0')}.parquet`;
    const folderMs = folder.startMs;
    const count = Math.min(objectRows, folder.end - first);
    return { key: `${table}/${folderName(folder.startMs)}${name}`, folderMs, first, count };
  }
  function folderName(startMs: number): string {
    if (times === undefined) return '';
    const iso = new Date(startMs).toISOString();
    const hour = times.partition === 'hour' ? `hour=${iso.slice(11, 13)}/` : '';
    return `${times.day}=${iso.slice(0, 10)}/${hour}`;
  }
  /** The object with a key, which is written in one way only. */
  function found(
    key: string,
    width: number,
    folderFrom: (startMs: number) => Folder | undefined,
  ): Part | undefined {
    const [, date, hour = '00', number = ''] =
      /^[^/]+\/(?:[a-z_]+=(\d{4}-\d\d-\d\d)\/(?:hour=(\d\d)\/)?)?part-(\d+)\.parquet$/.exec(key) ?? [];
    const folder = folderFrom(date === undefined ? 0 : Date.parse(`${date}T${hour}:00:00.000Z`));
    if (folder === undefined || number.length !== width) return undefined;
    const part = partOf(folder, folder.before + Number(number), width);
    return part.count > 0 && part.key === key ? part : undefined;
  }
}
