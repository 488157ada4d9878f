import { expect } from 'vitest';
import type { DeliveryError } from '../src/destinations/error.ts';
import type { RunOptions } from '../src/delivery/options.ts';
import type { Progress, Summary } from '../src/delivery/progress.ts';
import { run } from '../src/delivery/run.ts';
import { steady } from '../src/pace/pace.ts';
import { compile } from '../../engine/src/rows/writer.ts';
import { parseSchema } from '../../engine/src/schema/parse.ts';
import type { ScriptedConnection } from './connections.ts';
import { virtualClock, type VirtualClock } from './virtual-clock.ts';

const parsed = parseSchema('{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}}');
if (!parsed.ok) throw new Error('Invalid test schema');
/** Rows of the schema above. */
export const rows = compile(parsed.schema, { seed: 42 });

/** Rows missing from the counts; 0 if the identity holds. */
export const unaccounted = (p: Progress): number =>
  p.generated - p.accepted - p.quarantined - p.rejected - p.failed - p.dropped - p.inFlight;

/** A finished run with everything it reported. */
export interface Ran {
  readonly summary: Summary;
  readonly reports: readonly Progress[];
  readonly errors: readonly DeliveryError[];
  readonly tookMs: number;
}

/** Runs on a virtual clock and checks the identity at every report. */
export async function ran(
  connection: ScriptedConnection,
  options: Partial<Omit<RunOptions, 'clock'>> & {
    clock?: VirtualClock;
    stopAfterMs?: number;
    abortAfterMs?: number;
  } = {},
): Promise<Ran> {
  const clock = options.clock ?? virtualClock();
  const reports: Progress[] = [];
  const errors: DeliveryError[] = [];
  const stop = new AbortController();
  const abort = new AbortController();
  const { stopAfterMs, abortAfterMs } = options;
  const never = new AbortController().signal;
  if (stopAfterMs !== undefined) void clock.sleep(stopAfterMs, never).then(() => stop.abort());
  if (abortAfterMs !== undefined) void clock.sleep(abortAfterMs, never).then(() => abort.abort());
  const summary = await clock.until(
    run({
      rows,
      pace: steady(10),
      connection,
      limits: { rows: 1000, bytes: 1_000_000 },
      stop: stop.signal,
      abort: abort.signal,
      clock,
      random: () => 0.5,
      onProgress: (progress) => reports.push(progress),
      onError: (error) => errors.push(error),
      ...options,
    }),
  );
  expect([...reports, summary].map(unaccounted).filter((rest) => rest !== 0)).toEqual([]);
  expect(summary.inFlight).toBe(0);
  expect(connection.closed).toBe(1);
  return { summary, reports, errors, tookMs: clock.now() };
}
