import { DeliveryError } from '../src/destinations/error.ts';
import { scripted, takes, type ScriptedConnection } from './connections.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The error of a service that is down. */
export const down = (): DeliveryError => new DeliveryError('unavailable', 'Down', { status: 500 });
/** A signal that never aborts. */
export const never = (): AbortSignal => new AbortController().signal;

/** Varying numbers from 0 to 1; Knuth's golden-ratio sequence. */
export function golden(): () => number {
  let drawn = 0;
  return () => (drawn++ * 0.618_033_988_75) % 1;
}

/** When a request arrived and when it got its response, in milliseconds. */
export interface Seen {
  readonly atMs: number;
  endMs: number;
}

/** A service that returns 500 for a period, with some latency. */
export function unavailable(
  clock: VirtualClock,
  { fromMs, toMs, latencyMs = 5 }: { fromMs: number; toMs: number; latencyMs?: number },
): { readonly connection: ScriptedConnection; readonly seen: readonly Seen[] } {
  const seen: Seen[] = [];
  const connection = scripted(async (batch) => {
    const request = { atMs: clock.now(), endMs: Infinity };
    seen.push(request);
    await clock.sleep(latencyMs, never());
    request.endMs = clock.now();
    if (request.atMs >= fromMs && request.atMs < toMs) throw down();
    return takes(batch);
  });
  return { connection, seen };
}

/** Maximum concurrent requests between two times. */
export const maxConcurrent = (seen: readonly Seen[], fromMs: number, toMs: number): number =>
  Math.max(
    0,
    ...seen
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .map(({ atMs }) => seen.filter((other) => other.atMs <= atMs && other.endMs > atMs).length),
  );
