import type { Keys } from '../terminal.ts';
import type { Steering } from './steering.ts';

/** A press of + or - changes the rate by a quarter, up and back. */
const STEP = 1.25;

/** The note at the start of a stream. */
export const KEYS_HINT = 'Press + or - to change the rate, space to pause, l to skip history and go live';

/** Lets the keys of the terminal change all running streams: + and - the rate, space pauses and resumes, l skips history. */
export const steerByKeys = (keys: Keys, streams: () => readonly Steering[]): { close(): void } =>
  keys.listen((key) => {
    const running = streams().filter(({ hasEnded }) => !hasEnded);
    if (key === '+' || key === '=') for (const stream of running) stream.scaleRate(STEP);
    if (key === '-' || key === '_') for (const stream of running) stream.scaleRate(1 / STEP);
    if (key === 'l') skipHistory(running);
    if (key === ' ') {
      // All of them do the same, whatever each does now.
      const isRunning = running.some(({ control }) => !control.isPaused);
      for (const { control } of running) {
        if (isRunning) control.pause();
        else control.resume();
      }
    }
  });

/** Lets all streams that send history go live. If none does, each says why. */
function skipHistory(streams: readonly Steering[]): void {
  const changes = streams.map((stream) => [stream, stream.goLive()] as const);
  const isPossible = changes.some(([, change]) => 'apply' in change);
  for (const [stream, change] of changes) {
    if ('apply' in change) change.apply();
    else if (!isPossible) stream.note(change.problems.join('. '));
  }
}
