import { between, countBelow, putIn, type Loss, type Range } from '@catbird/send';
import { addedDigests, digestText, NO_ROWS } from '../digest/digest.ts';
import type { KeptDigest } from '../digest/ledger.ts';
import type { State } from './state.ts';

/** Which lost rows to send again. */
export const RESEND = ['rejected', 'quarantined', 'failed', 'all'] as const;
export type Resend = (typeof RESEND)[number];

/** The state as if the lost rows had not been sent. They count as lost again only if they are lost again. */
export function resending(state: State, which: Resend): State {
  const isChosen = ({ outcome }: Loss): boolean => which === 'all' || which === outcome;
  const chosen = state.lost.filter(isChosen);
  const { workers, next, digest } = state;
  const lost = state.lost.filter((loss) => !isChosen(loss));
  if (workers !== undefined) {
    const parts = workers.map((part) => resending(part, which));
    const again = doneIn(workers) - doneIn(parts);
    return { ...state, lost, next: next - again, workers: parts };
  }
  if (chosen.length === 0) return state;
  const remaining: Range[] = [...remainingIn(state)];
  for (const { ranges } of chosen) for (const range of ranges) putIn(remaining, range);
  const acknowledged = between(remaining);
  return {
    ...state,
    lost,
    next: remaining[0]?.[0] ?? next,
    acknowledged,
    digest: digest && { before: total(digest), after: acknowledged.map(() => digestText(NO_ROWS)) },
  };
}

/** What is sent again, in a sentence. */
export function resendNote(before: State, after: State, which: Resend): string {
  const lost = lostIn(before).filter(({ outcome }) => which === 'all' || which === outcome);
  if (lost.length === 0) return nothingToResend(which);
  const rows = lost.reduce((sum, each) => sum + each.rows, 0);
  const others = doneIn([before]) - doneIn([after]) - rows;
  const more =
    others > 0
      ? `, and ${others.toLocaleString('en')} accepted ones: the state does not tell them apart`
      : '';
  return `Sending ${rows.toLocaleString('en')} ${nameOf(which)} rows again${more}`;
}

export const nothingToResend = (which: Resend): string =>
  `The state has no ${nameOf(which)} rows to send again`;

const nameOf = (which: Resend): string => (which === 'all' ? 'lost' : which);

/** The rows to send, in order and disjoint. The last range is endless. */
export const remainingIn = ({ next, acknowledged }: Pick<State, 'next' | 'acknowledged'>): readonly Range[] =>
  between([[0, next], ...acknowledged, [Infinity, Infinity]]);

/** The losses of all threads. Their ranges are rows of each thread. */
export const lostIn = ({ lost, workers }: State): readonly Loss[] =>
  workers === undefined ? lost : workers.flatMap((each) => each.lost);

const doneIn = (states: readonly State[]): number =>
  states.reduce((sum, { next, acknowledged }) => sum + next + countBelow(Infinity, acknowledged), 0);

/** Which rows a digest is of no longer matters: only its sum does. */
const total = ({ before, after }: KeptDigest): string => addedDigests([before, ...after]);
