import type { IssuePlace } from '@catbird/engine';
import { SlowRows, timeLimitFor, type Activity, type Task } from './time-limit.ts';

/** Times the worker's current task. */
export interface Watchdog {
  /** Starts timing the current task, if there is one. */
  start(): void;
  /** Notes that the worker starts running a generator; undefined: all have run. */
  trying(place: IssuePlace | undefined): void;
  /** The limits of tasks become this many times as long. */
  allow(slowness: number): void;
  stop(): void;
}

/** Extra time for messages that are waiting to be handled, in milliseconds. */
const QUEUED_MS = 50;

const NO_ACTIVITY: Activity = { generators: 0, trying: undefined };

/** Calls `onTimeout` when the task returned by `current` takes longer than its limit. */
export function newWatchdog(
  current: () => Task | undefined,
  onTimeout: (task: Task, cause: Error) => void,
): Watchdog {
  let activity = NO_ACTIVITY;
  let startedMs = 0;
  let heardMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer looks at the task; `Infinity`: it does not. */
  let looksMs = Infinity;
  let slowness = 1;
  const limitsOf = (task: Task) => {
    const { silentMs, totalMs, reason } = timeLimitFor(task, activity, slowness);
    return { silentMs, silentUntilMs: heardMs + silentMs, totalMs, untilMs: startedMs + totalMs, reason };
  };
  const stop = (): void => {
    clearTimeout(timer);
    looksMs = Infinity;
  };
  /** A large schema sends thousands of messages: a timer that looks early enough is left as it is. */
  const watch = (): void => {
    const task = current();
    if (task === undefined) return stop();
    const { silentUntilMs, untilMs } = limitsOf(task);
    const nextMs = Math.min(silentUntilMs, untilMs);
    if (looksMs <= nextMs) return;
    clearTimeout(timer);
    looksMs = nextMs;
    timer = setTimeout(look, nextMs - performance.now());
  };
  const look = (): void => {
    looksMs = Infinity;
    const task = current();
    if (task === undefined) return;
    const { silentMs, silentUntilMs, totalMs, untilMs, reason } = limitsOf(task);
    if (performance.now() < Math.min(silentUntilMs, untilMs)) return watch();
    const expire = (): void => {
      const isTotal = untilMs < silentUntilMs;
      const place = isTotal ? undefined : activity.trying;
      onTimeout(task, new SlowRows(reason, place, isTotal ? totalMs : silentMs));
    };
    // The page itself may have been busy: messages sent meanwhile are handled first.
    timer = setTimeout(expire, QUEUED_MS);
  };
  return {
    start() {
      activity = NO_ACTIVITY;
      startedMs = heardMs = performance.now();
      watch();
    },
    trying(place) {
      activity = { generators: activity.generators + (place === undefined ? 0 : 1), trying: place };
      heardMs = performance.now();
      watch();
    },
    allow(allowed) {
      slowness = allowed;
    },
    stop,
  };
}
