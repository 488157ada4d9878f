import {
  byteLength,
  compile,
  newBatch,
  type Extent,
  type RowWriter,
  type Schema,
  type Timing,
} from '@catbird/engine';
import type { Shard } from '@catbird/stream';
import type { TypePackage } from '../types/package.ts';
import { plainSchema } from '../types/plain.ts';
import { startGenerators, type Generators } from './generators.ts';
import { newLeases, type HeldBlock } from './memories.ts';

/** Rows that threads generate ahead, in blocks, and the main thread takes in order. */
export interface Blocks {
  /** The same rows as without threads, byte for byte. Those that no thread has begun are generated when they are filled. */
  readonly rows: RowWriter;
  /**
   * Starts threads, which begin with the next rows that are filled.
   *
   * @param rows of the whole stream, which may have event times only up to there; `Infinity`: any number
   * @param note says that a thread ran out of memory
   */
  start(count: number, rows: number, note: (text: string) => void): void;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** What the rows depend on. */
interface BlockOptions {
  readonly schema: Schema;
  /** The packages of the types that it may use. Default: none. */
  readonly types?: readonly TypePackage[] | undefined;
  readonly seed: string;
  /** How event times are computed. Undefined if rows have the clock's time. */
  readonly timing: Timing | undefined;
  /** The rows that are going to be filled. Default: all. */
  readonly shard?: Shard | undefined;
}

/** Bytes of a block, about: few enough for the caches of a processor, enough to be worth a message and the search for where journeys are. */
const BLOCK_BYTES = 1024 * 1024;
/**
 * Consecutive blocks of journeys that one thread generates. Each run looks at all journeys under way, so it must be long. A thread keeps
 * a whole run in memory.
 */
const JOURNEY_RUN = 16;
/** Least and most rows of a block. */
const [MIN_ROWS, MAX_ROWS] = [64, 65_536] as const;
/** Rows that show the size of the others. */
const PROBED = 20;
/** Greatest age of rows with the clock's time, in milliseconds. */
const FRESH_MS = 1000;

/** Rows of a stream. Without `start`, they are generated as they are filled. */
export function newBlocks({ schema, types, seed, timing, shard }: BlockOptions): Blocks {
  const alone = compile(schema, { seed });
  const leases = newLeases();
  const step = shard?.count ?? 1;
  let wanted:
    { readonly count: number; readonly rows: number; readonly note: (text: string) => void } | undefined;
  let generators: Generators | undefined;
  let block: { readonly number: number; readonly held: HeldBlock | undefined } | undefined;

  const begin = ({ count, rows, note }: NonNullable<typeof wanted>, extent: Extent): Generators => {
    const { first } = extent;
    const all = Math.max(0, Math.ceil((rows - first) / step));
    const run = schema.journey !== undefined && timing !== undefined ? JOURNEY_RUN : 1;
    const plan = { first, step, rows: rowsPerBlock(alone, extent), count: all, run };
    return startGenerators(count, plan, { schema: plainSchema(schema, types), seed, timing }, note);
  };
  /** The block with a number, unless a later one is in use, or the main thread has to generate its rows. */
  const blockAt = (number: number, from: Generators): HeldBlock | undefined => {
    if (block === undefined || number > block.number) {
      if (block?.held !== undefined) leases.leave(block.held);
      block = { number, held: from.take(number) };
    }
    return number === block.number ? block.held : undefined;
  };
  /** The block of the first row of an extent, and its place there. */
  const find = (extent: Extent): readonly [HeldBlock, number] | undefined => {
    if (wanted === undefined || !isInBlocks(extent, step)) return undefined;
    generators ??= begin(wanted, extent);
    const { plan } = generators;
    const row = (extent.first - plan.first) / step;
    if (!Number.isInteger(row) || row < 0 || row >= plan.count) return undefined;
    const found = blockAt(Math.floor(row / plan.rows), generators);
    return found && isTime(found.ms, extent.time, timing) ? [found, row % plan.rows] : undefined;
  };
  /** As many rows as the main thread generates at once, so that it does not generate those of a block that a thread is at. */
  const countAlone = ({ first, count, rows }: Extent): number => {
    if (rows !== undefined) return count;
    const { plan } = generators ?? {};
    const row = plan === undefined ? NaN : (first - plan.first) / step;
    return plan !== undefined && row >= 0
      ? Math.min(count, plan.rows - (Math.floor(row) % plan.rows))
      : count;
  };
  return {
    rows: {
      fill(batch, extent) {
        const found = find(extent);
        leases.release(batch);
        if (found !== undefined) return leases.lease(batch, ...found, extent);
        return alone.fill(batch, { ...extent, count: countAlone(extent) });
      },
    },
    start(count, rows, note) {
      wanted = { count, rows, note };
    },
    close: async () => generators?.close(),
  };
}

/** A power of two. */
function rowsPerBlock(rows: RowWriter, extent: Extent): number {
  const probe = rows.fill(newBatch(), {
    ...extent,
    count: Math.min(extent.count, PROBED),
    maxBytes: Infinity,
  });
  const fitting = (BLOCK_BYTES * probe.count) / byteLength(probe);
  return 2 ** Math.floor(Math.log2(Math.min(MAX_ROWS, Math.max(MIN_ROWS, fitting))));
}

/** Whether rows may be those of a block, whose rows are all of the stream or of a shard. */
const isInBlocks = ({ rows, step = 1, delayMs = 0 }: Extent, by: number): boolean =>
  rows === undefined && step === by && delayMs === 0;

/** Whether rows of a block have this time: always if times are computed, else if the block is fresh. */
const isTime = (madeMs: number, time: Extent['time'], timing: Timing | undefined): boolean =>
  'put' in time
    ? timing !== undefined
    : timing === undefined && time.stepMs === 0 && Math.abs(time.startMs - madeMs) <= FRESH_MS;
