/** What became of an event. `mixed`: the service took some events of its request and does not say which. */
export type EventOutcome =
  'in flight' | 'accepted' | 'retried' | 'quarantined' | 'rejected' | 'failed' | 'mixed' | 'dropped';

/** An event of a stream, as the tail lists it. */
export interface TailEvent {
  /** Name of its stream, where events of several are listed. Absent: there is one. */
  readonly stream?: string;
  /** Index of its row, from 0. */
  readonly index: number;
  /** As sent, without the newline. A very long one is cut. */
  readonly line: string;
  readonly outcome: EventOutcome;
  /** When it was made, in milliseconds since 1970: the rows of a batch are spread over the time since the one before. */
  readonly madeMs: number;
  /** Injected faults by name: `late`, `duplicate`. Absent: none. */
  readonly faults?: readonly string[];
}

/** What the filter of the tail shows. */
export type TailFilter = 'all' | 'accepted' | 'retried' | 'lost' | 'faults';

/** Events shown at once. */
export const TAIL_EVENTS = 20;

/** Whether an event passes a filter. */
function passes({ outcome, faults }: TailEvent, filter: TailFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'faults') return faults !== undefined;
  return groupOf(outcome) === filter;
}

/** The filter that shows an outcome besides `all`; undefined if none does. */
export function groupOf(outcome: EventOutcome): 'accepted' | 'retried' | 'lost' | undefined {
  if (outcome === 'accepted' || outcome === 'retried') return outcome;
  return outcome === 'in flight' || outcome === 'dropped' ? undefined : 'lost';
}

/** The first events of a list that pass a filter, as many as are shown. */
export function shownEvents(events: readonly TailEvent[], filter: TailFilter): readonly TailEvent[] {
  const shown: TailEvent[] = [];
  for (const event of events) {
    if (shown.length === TAIL_EVENTS) break;
    if (passes(event, filter)) shown.push(event);
  }
  return shown;
}
