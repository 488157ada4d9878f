import { isAdjustable, type Pace } from '../pace/pace.ts';
import type { RateChange } from '@catbird/engine';

/** Changes a stream while it runs. For one run only. */
export interface RunControl<Faults = unknown> extends Controlled {
  /**
   * Sets the rate of the rows from now on. While paused, the rate from `resume` on.
   *
   * @throws RangeError if the rate is negative or not finite, or if the pace has no rate to change
   */
  setRate(to: RateChange['to']): void;
  /** Makes no more rows until `resume`. */
  pause(): void;
  resume(): void;
  /** Applies other faults from the next row on. */
  changeFaults(faults: Faults): void;
  /**
   * Skips the rows of the past that are still to be sent, and goes on with those whose time is now. Skipped rows count as dropped.
   *
   * @throws RangeError with the sentence of `whyNotLive`, if there is one
   */
  goLive(): void;
  /** Why the run cannot go live, in a sentence; undefined: it can. */
  whyNotLive(): string | undefined;
  readonly isPaused: boolean;
  /** What comes next. Undefined: the run has not started. */
  next(): NextRow | undefined;
}

/** Where a run is. */
export interface NextRow {
  /** The run's `first` plus the rows made or dropped so far. */
  readonly index: number;
  /** The event time reached, up to which rows are due, in milliseconds since 1970. Undefined without event times. */
  readonly eventMs: number | undefined;
}

/** Listeners of a control. They are called before any row after the change is made, so that it can be stored first. */
export interface ControlOptions<Faults> {
  /** Called with every change of the rate, including pauses that leave a gap in the data. */
  readonly onChange?: (change: RateChange) => void;
  /** Called with the position of the next row: the run's `first` plus the rows made or dropped so far. */
  readonly onFaultsChange?: (position: number, faults: Faults) => void;
  /** Called after `goLive` with the position of the next row, and how many before it were skipped. */
  readonly onLive?: (position: number, skipped: number) => void;
}

/** What a run needs from its control. */
export interface Controlled {
  /** Called by the run when it starts. */
  attach(run: ControlledRun): PendingChanges;
}

/** The rows of the past that a run still has to send. */
export interface Backfill {
  /** Why they cannot be skipped, in a sentence; undefined: they can. */
  refusal(elapsedMs: number): string | undefined;
  /** Skips them, counts them as dropped, and returns how many. Later rows keep their index and their time. */
  skip(elapsedMs: number): number;
}

/** What a control needs from its run. */
export interface ControlledRun {
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  readonly pace: Pace;
  /** Whether rows of the past are still to be sent. A pause then holds them and leaves the data alone. */
  readonly isCatchingUp: () => boolean;
  readonly backfill: Backfill;
  /** Milliseconds since the start. */
  readonly elapsed: () => number;
  /** Index of the next row. */
  readonly position: () => number;
  /** Makes the run apply changes. */
  readonly wake: () => void;
}

/** Changes that a run has yet to apply. */
export interface PendingChanges {
  /** Applies what may be applied now: at most ten times a second, and the last change wins. */
  apply(elapsedMs: number): void;
  /** Milliseconds until there is something to apply; `Infinity`: nothing. */
  msUntilNext(): number;
  /** Whether the run is paused. */
  readonly isPaused: boolean;
  /** Whether the run may make no rows, not even those that are due. */
  readonly isHeld: boolean;
}

/** Least time between two changes, in milliseconds. */
const CHANGE_MS = 100;

/** A control, to be passed to `run` as `control`. Changes made before the run starts apply from its first row on. */
export function newRunControl<Faults = unknown>(options: ControlOptions<Faults> = {}): RunControl<Faults> {
  const wanted: Wanted<Faults> = { rate: undefined, isPaused: undefined, faults: undefined, isLive: false };
  let attached: ControlledRun | undefined;
  let changes: PendingChanges | undefined;
  const wake = (): void => attached?.wake();
  const whyNotLive = (): string | undefined =>
    attached === undefined ? 'The stream has not started' : attached.backfill.refusal(attached.elapsed());
  return {
    setRate(to) {
      if (typeof to === 'number' && !(to >= 0 && to < Infinity))
        throw new RangeError(`Cannot set the rate to ${to}. Give events per second from 0 up.`);
      if (attached !== undefined) checkAdjustable(attached.pace);
      wanted.rate = { to };
      wake();
    },
    pause() {
      wanted.isPaused = true;
      wake();
    },
    resume() {
      wanted.isPaused = false;
      wake();
    },
    changeFaults(faults) {
      wanted.faults = { value: faults };
      wake();
    },
    goLive() {
      const reason = whyNotLive();
      if (reason !== undefined) throw new RangeError(reason);
      wanted.isLive = true;
      wake();
    },
    whyNotLive,
    next: () => attached && { index: attached.position(), eventMs: attached.pace.eventMs },
    get isPaused() {
      return wanted.isPaused ?? changes?.isPaused ?? false;
    },
    attach(run) {
      if (attached !== undefined) throw new Error('A control is for one run only');
      attached = run;
      if (wanted.rate !== undefined) checkAdjustable(run.pace);
      return (changes = pendingChanges(wanted, run, options));
    },
  };
}

const checkAdjustable = (pace: Pace): void => {
  if (!isAdjustable(pace)) throw new RangeError('Cannot set the rate of a stream without a rate to change');
};

/** What was asked for and not applied yet. */
interface Wanted<Faults> {
  rate: { readonly to: RateChange['to'] } | undefined;
  isPaused: boolean | undefined;
  faults: { readonly value: Faults } | undefined;
  isLive: boolean;
}

function pendingChanges<Faults>(
  wanted: Wanted<Faults>,
  { now, pace, isCatchingUp, backfill, position }: ControlledRun,
  { onChange, onFaultsChange, onLive }: ControlOptions<Faults>,
): PendingChanges {
  const adjustable = isAdjustable(pace) ? pace : undefined;
  let appliedMs = -Infinity;
  // A stream that was stopped while paused starts paused. Rows that were due before its pause are sent.
  let isPaused = adjustable?.isPaused ?? false;
  let isHeld = false;

  const isPending = (): boolean =>
    wanted.rate !== undefined ||
    wanted.faults !== undefined ||
    wanted.isLive ||
    (wanted.isPaused !== undefined && wanted.isPaused !== isPaused);
  const msUntilNext = (): number => (isPending() ? Math.max(0, appliedMs + CHANGE_MS - now()) : Infinity);
  const report = (change: RateChange | undefined): void => {
    if (change !== undefined) onChange?.(change);
  };
  const pause = (elapsedMs: number): void => {
    isPaused = true;
    isHeld = true;
    if (!isCatchingUp()) report(adjustable?.pause(elapsedMs));
  };
  const resume = (elapsedMs: number): void => {
    isPaused = false;
    isHeld = false;
    report(adjustable?.resume(elapsedMs));
  };
  const setRate = (to: RateChange['to'], staysPaused: boolean, elapsedMs: number): void => {
    const change = adjustable?.change(to, elapsedMs);
    report(change);
    if (change !== undefined || !staysPaused || adjustable?.isPaused !== true) return;
    // The rate to resume is a change that holds for no time, so that whoever repeats the changes, or goes on from them, has it.
    report(adjustable.resume(elapsedMs));
    report(adjustable.pause(elapsedMs));
  };
  const goLive = (elapsedMs: number): void => {
    // It may have caught up since it was asked to.
    if (backfill.refusal(elapsedMs) !== undefined) return;
    const skipped = backfill.skip(elapsedMs);
    onLive?.(position(), skipped);
    // From now on, a pause is a gap in the data.
    if (isPaused) report(adjustable?.pause(elapsedMs));
  };
  return {
    get isPaused() {
      return isPaused;
    },
    get isHeld() {
      return isHeld;
    },
    msUntilNext,
    apply(elapsedMs) {
      if (msUntilNext() > 0) return;
      appliedMs = now();
      const { rate, faults, isLive } = wanted;
      const wantsPause = wanted.isPaused ?? isPaused;
      Object.assign(wanted, { rate: undefined, faults: undefined, isPaused: undefined, isLive: false });
      if (isLive) goLive(elapsedMs);
      if (faults !== undefined) onFaultsChange?.(position(), faults.value);
      // A rate that comes with a pause begins after it, and one that comes with its end at once: one change in the data.
      if (wantsPause && !isPaused) pause(elapsedMs);
      if (rate !== undefined) setRate(rate.to, wantsPause, elapsedMs);
      if (!wantsPause && isPaused) resume(elapsedMs);
    },
  };
}
