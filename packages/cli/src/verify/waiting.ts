import { setTimeout as sleep } from 'node:timers/promises';

/** How long to wait for rows that are not there yet. */
export interface Waiting {
  /** When to stop, by `performance.now()`. */
  readonly untilMs: number;
  /** Stops once nothing has moved for so long. */
  readonly quietMs: number;
}

/** What one reading tells. */
export interface Look {
  /** Nothing is left to wait for. */
  readonly isOver: boolean;
  /** Changes when rows arrive. */
  readonly progress: string;
}

/** Shortest time between two readings. A reading that takes long is followed by a pause as long. */
const PAUSE_MS = 1000;

/** Reads again until nothing is left to wait for, nothing has moved for the quiet time, the time is over, or the signal is aborted. */
export async function readAgain<Reading>(
  read: () => Promise<Reading>,
  lookAt: (reading: Reading) => Look,
  { untilMs, quietMs }: Waiting,
  signal: AbortSignal,
): Promise<Reading> {
  let before: string | undefined;
  let movedMs = -Infinity;
  for (;;) {
    const startMs = performance.now();
    const reading = await read();
    const { isOver, progress } = lookAt(reading);
    const nowMs = performance.now();
    if (progress !== before) movedMs = nowMs;
    before = progress;
    const leftMs = Math.min(untilMs, movedMs + quietMs) - nowMs;
    if (isOver || leftMs <= 0 || signal.aborted) return reading;
    const pauseMs = Math.min(leftMs, Math.max(PAUSE_MS, nowMs - startMs));
    await sleep(pauseMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
