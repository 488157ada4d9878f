import type { Faults } from '@catbird/engine';
import type { Clock } from '@catbird/send';
import type { FaultTrial, RunningTrial } from './run-protocol.ts';

/** Faults that a run injects for a while, besides those of its settings. */
export interface TimedFaults {
  /** Injects faults, in place of others that are still injected. */
  begin(trial: FaultTrial): void;
  /** Ends them before their time. */
  end(): void;
  /** What is injected now. */
  readonly running: RunningTrial | undefined;
}

/**
 * @param settings the faults that hold before and after
 * @param change makes a run inject other faults from its next row on
 */
export function newTimedFaults(
  settings: Faults,
  change: (faults: Faults) => void,
  clock: Pick<Clock, 'now' | 'sleep'>,
): TimedFaults {
  let current: { readonly name: string; readonly endMs: number } | undefined;
  let timer = new AbortController();
  const end = (): void => {
    if (current === undefined) return;
    timer.abort();
    current = undefined;
    change(settings);
  };
  return {
    begin({ name, faults, forMs }) {
      timer.abort();
      const { signal } = (timer = new AbortController());
      current = { name, endMs: clock.now() + forMs };
      change({ ...settings, ...faults });
      void clock.sleep(forMs, signal).then(() => (signal.aborted ? undefined : end()));
    },
    end,
    get running() {
      return current && { name: current.name, leftMs: Math.max(0, current.endMs - clock.now()) };
    },
  };
}
