import type { Messages } from '../terminal.ts';
import { barOf, newBoard } from './board.ts';
import { rate, time, whole } from './words.ts';

/** Shows how far a piece of work is. */
export interface Work {
  /** Whether anybody watches. If not, nothing needs to be counted. */
  readonly isSeen: boolean;
  /** @param share of the whole that is done, from 0 to 1. Undefined: nobody knows */
  at(rows: number, share?: number): void;
  /** Removes the line. */
  end(): void;
}

const UNSEEN: Work = { isSeen: false, at: () => undefined, end: () => undefined };

/** Short work shows nothing. */
const FIRST_MS = 2000;
const EVERY_MS = 200;

/**
 * Work on rows, whose number, rate and time left are a line that is overwritten.
 *
 * @param doing what is done: `Reading events.ndjson`
 */
export function newWork(
  err: Messages,
  doing: string,
  {
    quiet = false,
    now = () => performance.now(),
  }: { readonly quiet?: boolean | undefined; readonly now?: () => number } = {},
): Work {
  if (!err.isTerminal || quiet) return UNSEEN;
  const board = newBoard(err, () => false);
  const startMs = now();
  let nextMs = startMs + FIRST_MS;
  return {
    isSeen: true,
    at(rows, share) {
      const nowMs = now();
      if (nowMs < nextMs) return;
      nextMs = nowMs + EVERY_MS;
      board.show(0, `${doing}: ${workText(rows, share, nowMs - startMs)}`);
    },
    end: () => board.clear(),
  };
}

/** `━━━━╌╌╌╌ 50 % 1,000,000 rows, 250,000/s, 4.0 s left`. */
function workText(rows: number, share = 0, elapsedMs: number): string {
  const figures = `${whole(rows)} rows, ${rate((rows / elapsedMs) * 1000)}/s`;
  if (share <= 0) return figures;
  const done = Math.min(1, share);
  return `${barOf(done)} ${figures}, ${time((elapsedMs / done) * (1 - done))} left`;
}
