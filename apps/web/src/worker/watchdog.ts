import type { IssuePlace } from '@catbird/core';
import { SlowField, timeLimitFor, type Activity, type Task } from './time-limit.ts';

/** Times the worker's current task. */
export interface Watchdog {
  /** Starts timing the current task, if there is one. */
  start(): void;
  /** Notes that the worker starts running a generator; undefined: all have run. */
  trying(place: IssuePlace | undefined): void;
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    const task = current();
    if (task === undefined) return;
    const { silentMs, totalMs, reason } = timeLimitFor(task, activity);
    const leftMs = startedMs + totalMs - performance.now();
    const expire = (): void => {
      const { trying } = activity;
      onTimeout(task, trying === undefined || leftMs < silentMs ? new Error(reason) : new SlowField(trying));
    };
    // The page itself may have been busy: messages sent meanwhile are handled first.
    const handleQueued = (): void => void (timer = setTimeout(expire, QUEUED_MS));
    timer = setTimeout(handleQueued, Math.min(silentMs, leftMs));
  };
  return {
    start() {
      activity = NO_ACTIVITY;
      startedMs = performance.now();
      watch();
    },
    trying(place) {
      activity = { generators: activity.generators + (place === undefined ? 0 : 1), trying: place };
      watch();
    },
    stop: () => clearTimeout(timer),
  };
}
