import { useId } from 'react';
import { Button } from '../ui/index.ts';
import { fieldsOf } from './columns-menu.tsx';
import { groupOf, type EventOutcome, type TailEvent } from './event.ts';

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

/** An outcome by shape and colour: one stroke is accepted, a broken one retried, two are lost. What is dropped has no mark. */
export function OutcomeMark({ outcome }: { readonly outcome: EventOutcome }) {
  const group = groupOf(outcome) ?? (outcome === 'dropped' ? outcome : 'open');
  return <span className={`mark-outcome is-${group}`} aria-hidden="true" />;
}

/** An event as indented JSON, or as it was sent if it is none. */
export function OpenedEvent({ event, onClose }: { readonly event: TailEvent; readonly onClose: () => void }) {
  const id = useId();
  const fields = fieldsOf(event.line);
  // Its outcome is not followed once the event is no longer among the latest.
  const outcome =
    event.outcome === 'in flight' ? 'in flight when it was listed' : OUTCOME_TEXT[event.outcome];
  const about = [outcome, ...(event.faults ?? [])].join(', ');
  return (
    <section className="tail-opened" aria-labelledby={id}>
      <h4 id={id}>
        <OutcomeMark outcome={event.outcome} />
        Row {(event.index + 1).toLocaleString('en')}
        {event.stream !== undefined && event.stream !== '' && ` of ${event.stream}`}, {about}
      </h4>
      <Button look="link" onClick={onClose}>
        Close
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be reachable by keyboard */}
      <pre tabIndex={0} aria-labelledby={id} role="group">
        {fields === undefined ? event.line : JSON.stringify(fields, null, 2)}
      </pre>
    </section>
  );
}
