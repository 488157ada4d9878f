import { groupOf, type EventOutcome } from './event.ts';

/** What an outcome is called. */
export const OUTCOME_TEXT: Readonly<Record<EventOutcome, string>> = {
  'in flight': 'in flight',
  accepted: 'accepted',
  retried: 'retried',
  quarantined: 'quarantined',
  rejected: 'rejected',
  failed: 'failed',
  mixed: 'in a partly accepted request',
  dropped: 'dropped',
};

/** An outcome by shape and colour: one stroke is accepted, a broken one retried, two are lost. */
export function OutcomeMark({ outcome }: { readonly outcome: EventOutcome }) {
  const group = groupOf(outcome) ?? 'open';
  return <span className={`mark-outcome is-${group}`} aria-hidden="true" />;
}
