import { byteLength, newBatch, type Batch, type Extent, type RowWriter, payload } from '@catbird/engine';
import type { RequestLimits } from '../destinations/destination.ts';
import { deliver } from './deliver.ts';
import { DEFAULT_IN_FLIGHT } from './limiters.ts';
import { newLinger, type Linger } from './rate-plan.ts';
import type { RunState } from './run-state.ts';
import type { Schedule } from './schedule.ts';
import { lostOf } from './tally.ts';
import { rejectRow } from './too-large.ts';

/** Maximum bytes in flight over all requests: four of ten megabytes. At 90 MB/s this covers a latency of 0.4 seconds. */
const MAX_IN_FLIGHT_BYTES = 40_000_000;

/** Fills a batch with as many rows of the extent as one request can hold, but at least one. Later batches generate the rest again. */
function fillBatch(rows: RowWriter, batch: Batch, limits: RequestLimits, extent: Extent): Batch {
  const { bytesPerRow = 0, inFlight = DEFAULT_IN_FLIGHT, aligned = false } = limits;
  const { fullBytes = aligned ? Infinity : Math.floor(MAX_IN_FLIGHT_BYTES / inFlight) } = limits;
  const maxBytes = Math.min(limits.bytes, fullBytes);
  const filled = rows.fill(batch, { ...extent, maxBytes });
  let { count } = filled;
  if (aligned) count = Math.min(count, limits.rows - (filled.first % limits.rows));
  while (count > 1 && (filled.ends[count - 1] ?? 0) + bytesPerRow * count > maxBytes) count--;
  return count === filled.count ? filled : Object.assign(filled, { count });
}

/** @param onDone called after each batch */
export function newSender(state: RunState, onDone: () => void) {
  const { options, tally, shutdown, batchSize } = state;
  const { clock, limits, times, first = 0 } = options;
  const waits = limits.waitMs !== undefined;
  const rows = waits ? wholeRows(options.rows) : options.rows;
  const inFlight = new Set<Promise<void>>();
  const bugs: unknown[] = [];
  // Buffers are reused, so there are never more than batches in flight.
  const spare: Batch[] = [];
  let linger: Linger | undefined;

  const crash = (bug: unknown): void => {
    bugs.push(bug);
    shutdown.abort();
  };
  const tryDeliver = async (batch: Batch): Promise<void> => {
    try {
      if (await deliver(batch, state)) spare.push(batch);
    } catch (bug) {
      crash(bug);
    }
  };
  const start = (batch: Batch): void => {
    const delivery = tryDeliver(batch).finally(() => {
      inFlight.delete(delivery);
      onDone();
    });
    inFlight.add(delivery);
  };
  const fill = (batch: Batch, schedule: Schedule, count: number): Batch => {
    const time = times ?? { startMs: clock.date(), stepMs: 0 };
    return fillBatch(rows, batch, limits, { first: first + schedule.taken, count, time });
  };
  return {
    /** Batches in flight. */
    get inFlight(): number {
      return inFlight.size;
    },
    /** Milliseconds that the ready rows still wait for others; 0: they are sent now. */
    waitMs(schedule: Schedule, elapsedMs: number) {
      if (!waits || schedule.isLast(elapsedMs)) return 0;
      linger ??= newLinger(limits, (count) => fill(newBatch(), schedule, count));
      return linger?.msLeft(first + schedule.taken, schedule.ready(elapsedMs), elapsedMs) ?? 0;
    },
    /** Generates a batch of at most `maxRows` ready rows and sends it; false if it was a row too large for any request. */
    send(schedule: Schedule, elapsedMs: number, maxRows: number) {
      // Late rows of several ticks share a request. Without a rate there are no ticks.
      const hasTicks = waits || Number.isFinite(schedule.perSecond);
      const batchRows = hasTicks ? Infinity : batchSize.next(schedule.batchRows);
      const count = Math.min(batchRows, schedule.ready(elapsedMs), limits.rows, maxRows);
      const beginMs = clock.now();
      const batch = fill(spare.pop() ?? newBatch(), schedule, count);
      linger?.made(batch);
      batchSize.made(clock.now() - beginMs);
      if (schedule.isLive) state.lostOfPast ??= lostOf(tally.counts);
      schedule.take(batch.count);
      tally.generated(batch.count);
      if (byteLength(batch) + (limits.bytesPerRow ?? 0) * batch.count <= limits.bytes) {
        options.onMade?.(batch);
        start(batch);
        return true;
      }
      options.onUnsent?.(batch);
      rejectRow(batch, state);
      spare.push(batch);
      return false;
    },
    /** Ends the run for a bug; the first one counts. */
    crash,
    /** Resolves when no batch is in flight. */
    async drain() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    /** @throws the bug that ended the run, if there was one */
    rethrow() {
      if (bugs.length > 0) throw bugs[0];
    },
  };
}

/** Generates batches and delivers them concurrently. */
export type Sender = ReturnType<typeof newSender>;

/**
 * Fills batches with as many rows as are asked for, where the writer stops earlier because the next ones have another time. Rows that
 * do not follow on each other stay apart. For rows without a step.
 */
export function wholeRows(rows: RowWriter): RowWriter {
  const more = newBatch();
  return {
    fill(batch, extent) {
      const { first, count, maxBytes = Infinity } = extent;
      let filled = rows.fill(batch, extent);
      while (filled.count < count && byteLength(filled) < maxBytes) {
        const rest = { first: first + filled.count, count: count - filled.count };
        const next = rows.fill(more, { ...extent, ...rest, maxBytes: maxBytes - byteLength(filled) });
        if (next.first !== filled.first + filled.count) break;
        filled = appended(filled, next);
      }
      return filled;
    },
  };
}

function appended(batch: Batch, next: Batch): Batch {
  const [size, count] = [byteLength(batch), batch.count + next.count];
  const bytes = roomy(batch.bytes, size, size + byteLength(next));
  bytes.set(payload(next), size);
  const ends = batch.ends.length >= count ? batch.ends : grown(batch.ends, count);
  for (let place = 0; place < next.count; place++) ends[batch.count + place] = size + (next.ends[place] ?? 0);
  return Object.assign(batch, {
    count,
    bytes,
    ends,
    ...(batch.sides && { sides: [...batch.sides.slice(0, batch.count), ...(next.sides ?? [])] }),
    ...((batch.shapes ?? next.shapes) && { shapes: [...shapesOf(batch), ...shapesOf(next)] }),
  });
}

const shapesOf = ({ shapes = [], count }: Batch): (number | undefined)[] =>
  Array.from({ length: count }, (_, place) => shapes[place]);

/** Memory with the first `used` bytes of another, or that one if it has room. */
function roomy(bytes: Uint8Array, used: number, needed: number): Uint8Array {
  if (bytes.length >= needed) return bytes;
  const larger = new Uint8Array(Math.max(needed, 2 * bytes.length));
  larger.set(bytes.subarray(0, used));
  return larger;
}

function grown(ends: Uint32Array, count: number): Uint32Array {
  const larger = new Uint32Array(Math.max(count, 2 * ends.length));
  larger.set(ends);
  return larger;
}
