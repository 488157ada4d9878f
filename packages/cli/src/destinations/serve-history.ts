import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstPlace, payload, rowIndex, type Batch } from '@catbird/engine';

/** A row as it is served. */
export interface Row {
  /** Its number in the whole stream, from 0. */
  readonly number: number;
  /** JSON, without a newline. */
  readonly text: string;
}

/** Rows that were offered to readers, for those that read later. Places count them from 0. */
export interface History {
  /** Place of the first row that is kept. */
  readonly start: number;
  /** Place of the next row. */
  readonly end: number;
  add(batch: Batch): Promise<void>;
  /** Rows from a place on, as many as were added together. Undefined: it is no longer kept. */
  read(place: number): Promise<readonly Row[] | undefined>;
  /** The place of the first row with at least this number; `end` if there is none yet. */
  placeOf(number: number): number;
  close(): Promise<void>;
}

/** Where the bytes of blocks are. */
interface Store {
  /** Resolves with what `get` takes. */
  put(bytes: Uint8Array): Promise<number>;
  get(at: number, length: number): Promise<Buffer>;
  /** What is put one after the other can be read together. */
  readonly isOneFile?: true;
  /** Called for blocks that are forgotten. */
  drop(at: number): void;
  close(): Promise<void>;
}

/** Rows that were added together. */
interface Block {
  readonly place: number;
  /** Index of its first row. */
  readonly first: number;
  readonly count: number;
  readonly at: number;
  readonly length: number;
}

/** Blocks below these sizes are joined with what follows, so that a slow stream does not need one for each row. */
const SMALL = { rows: 500, bytes: 65_536 };
const isSmall = ({ count, length }: Block): boolean => count < SMALL.rows && length < SMALL.bytes;
const follows = (next: Block, { first, count }: Block): boolean => next.first === first + count;

/** What a block takes besides its bytes, about. */
const BLOCK_BYTES = 200;

/** The last rows, in memory. @param most bytes to keep; the latest block is always kept */
export const recentRows = (most: number, numberOf: (index: number) => number): History =>
  newHistory(inMemory(), most, numberOf);

/** All rows, in a temporary file. @throws Node's error if it cannot be created */
export const allRows = async (numberOf: (index: number) => number): Promise<History> =>
  newHistory(await inFile(), Infinity, numberOf);

function newHistory(store: Store, most: number, numberOf: (index: number) => number): History {
  const blocks: Block[] = [];
  let end = 0;
  let bytes = 0;
  const startOf = (): number => blocks[0]?.place ?? end;
  const numberIn = ({ first, place }: Block, at: number): number => numberOf(first + at - place);
  return {
    get start() {
      return startOf();
    },
    get end() {
      return end;
    },
    async add(batch) {
      const rows = payload(batch).slice();
      const at = await store.put(rows);
      const added = { place: end, first: rowIndex(batch, 0), count: batch.count, at, length: rows.length };
      const last = blocks.at(-1);
      if (last !== undefined && store.isOneFile === true && isSmall(last) && follows(added, last))
        blocks.splice(-1, 1, {
          ...last,
          count: last.count + added.count,
          length: last.length + added.length,
        });
      else blocks.push(added);
      end += batch.count;
      bytes += rows.length + BLOCK_BYTES;
      for (
        let oldest = blocks[0];
        bytes > most && blocks.length > 1 && oldest !== undefined;
        [oldest] = blocks
      ) {
        blocks.shift();
        store.drop(oldest.at);
        bytes -= oldest.length + BLOCK_BYTES;
      }
    },
    async read(place) {
      const block = blocks[lastIndex(blocks, (each) => each.place <= place)];
      if (block === undefined || place >= block.place + block.count) return undefined;
      const lines = (await store.get(block.at, block.length)).toString('utf8').split('\n');
      return lines
        .slice(place - block.place, block.count)
        .map((text, i) => ({ number: numberIn(block, place + i), text }));
    },
    placeOf(number) {
      const block = blocks[lastIndex(blocks, (each) => numberIn(each, each.place) <= number)];
      if (block === undefined) return startOf();
      let place = block.place;
      while (place < block.place + block.count && numberIn(block, place) < number) place++;
      return place;
    },
    close: () => store.close(),
  };
}

/** Index of the last block that meets a condition which only the first ones meet; −1 if none does. */
const lastIndex = (blocks: readonly Block[], meets: (block: Block) => boolean): number =>
  firstPlace(0, blocks.length, (place) => {
    const block = blocks[place];
    return block !== undefined && !meets(block);
  }) - 1;

function inMemory(): Store {
  const kept = new Map<number, Buffer>();
  let next = 0;
  return {
    put(bytes) {
      kept.set(next, Buffer.from(bytes.buffer));
      return Promise.resolve(next++);
    },
    get: (at) => Promise.resolve(kept.get(at) ?? Buffer.alloc(0)),
    drop: (at) => void kept.delete(at),
    close() {
      kept.clear();
      return Promise.resolve();
    },
  };
}

/** A file that only this process can find, and that is gone when it ends. */
async function inFile(): Promise<Store> {
  const path = join(tmpdir(), `catbird-serve-${process.pid}-${Date.now()}.ndjson`);
  const file = await open(path, 'wx+', 0o600);
  // An open file can be read without its name, but on Windows.
  const remove = (): Promise<void> => rm(path, { force: true });
  const isGone = await remove().then(
    () => true,
    () => false,
  );
  let next = 0;
  return {
    isOneFile: true,
    async put(bytes) {
      const at = next;
      let written = 0;
      while (written < bytes.length)
        written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
      next += bytes.length;
      return at;
    },
    async get(at, length) {
      const bytes = Buffer.alloc(length);
      let read = 0;
      while (read < length) {
        const { bytesRead } = await file.read(bytes, read, length - read, at + read);
        if (bytesRead === 0) throw new Error(`The temporary file of served rows ended at ${at + read}`);
        read += bytesRead;
      }
      return bytes;
    },
    drop: () => undefined,
    async close() {
      await file.close();
      if (!isGone) await remove();
    },
  };
}
