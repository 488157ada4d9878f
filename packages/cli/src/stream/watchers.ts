import type { Connection, Progress } from '@catbird/core';
import type { Report } from '../report/report.ts';
import { serveMetrics } from './metrics.ts';
import type { Prepared, StreamOptions } from './prepare.ts';
import { saveState } from './state.ts';
import { newWatermark } from './watermark.ts';

/** Who looks on while a stream goes: the report, the figures for Prometheus, the state file. */
export interface Watchers {
  /** How often they want to hear of progress, in milliseconds. */
  readonly everyMs: number;
  readonly watch: (connection: Connection) => Connection;
  readonly progress: (progress: Progress) => void;
  /** Notes how far the stream came, when it has ended. */
  readonly end: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const STATE_MS = 1000;

/** Starts those that were asked for. */
export async function startWatchers(
  prepared: Prepared,
  options: StreamOptions,
  report: Report,
): Promise<Watchers> {
  const metrics = options.metricsPort === undefined ? undefined : await serveMetrics(options.metricsPort);
  const keeper =
    options.state === undefined ? undefined : await newKeeper(options.state, prepared, options, report);
  let reportedMs = 0;
  return {
    everyMs: metrics === undefined ? report.everyMs : Math.min(report.everyMs, STATE_MS),
    watch: (connection) => keeper?.watch(connection) ?? connection,
    progress(progress) {
      metrics?.note(progress);
      if (progress.elapsedMs - reportedMs < report.everyMs - 1) return;
      reportedMs = progress.elapsedMs;
      report.progress(progress);
    },
    end: async () => keeper?.save(),
    async close() {
      keeper?.close();
      await metrics?.close();
    },
  };
}

/** Writes every second how far the stream came. */
async function newKeeper(file: string, prepared: Prepared, { onFailure }: StreamOptions, report: Report) {
  const { seed, fingerprint, shard = null, first } = prepared;
  const watermark = newWatermark(first, onFailure === 'continue');
  let last: Promise<void> = Promise.resolve();
  const save = (): Promise<void> => {
    const write = (): Promise<void> =>
      saveState(file, { next: watermark.next, seed, fingerprint, shard }).catch((error: unknown) =>
        report.note(`Could not write ${file}: ${error instanceof Error ? error.message : String(error)}`),
      );
    return (last = last.then(write));
  };
  // Also the seed is kept from the start on.
  await save();
  const timer = setInterval(() => void save(), STATE_MS);
  return {
    watch: watermark.watch,
    save,
    close: () => clearInterval(timer),
  };
}
