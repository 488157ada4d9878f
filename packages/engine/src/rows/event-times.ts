import { CHUNK_ROWS } from '../generators/kernels/engine/chunk-rows.ts';
import { putEventTimes } from '../generators/kernels/engine/event-times.ts';
import { listedTimes } from '../generators/kernels/engine/listed-times.ts';
import type { Extent } from '../generators/kernels/engine/rows.ts';

/** The event times of the rows of an extent, in milliseconds since 1970. */
export function eventTimes({ first, step = 1, count, time, delayMs = 0, rows }: Extent): Float64Array {
  const ms = new Float64Array(count);
  const times = { time: rows === undefined ? time : listedTimes(time, rows), delayMs };
  const [from, by] = rows === undefined ? [first, step] : [0, 1];
  for (let done = 0; done < count; done += CHUNK_ROWS)
    putEventTimes(ms.subarray(done), times, from + done * by, Math.min(CHUNK_ROWS, count - done), by);
  return ms;
}
