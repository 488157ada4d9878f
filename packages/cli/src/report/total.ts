import type { Counts, Progress, Summary } from '@catbird/core';

/** The sum of several streams. As for each of them, `generated = accepted + quarantined + rejected + failed + dropped`. */
export interface Total extends Counts, Pick<Summary, 'bytes' | 'retried' | 'requests'> {
  /** From the start to the end of the last stream, in milliseconds. */
  readonly elapsedMs: number;
  /** Rows accepted per second, over the longest time that the rows of a stream stand for. */
  readonly average: number;
}

/** Adds up several streams. */
export function totalOf(summaries: readonly Progress[]): Total {
  const sum = (count: (summary: Progress) => number): number =>
    summaries.reduce((total, summary) => total + count(summary), 0);
  const requests: Record<string, number> = {};
  for (const summary of summaries) {
    for (const [status, count] of Object.entries(summary.requests))
      requests[status] = (requests[status] ?? 0) + count;
  }
  const accepted = sum((summary) => summary.accepted);
  const seconds = Math.max(
    0,
    ...summaries.map(({ accepted, average }) => (average > 0 ? accepted / average : 0)),
  );
  return {
    average: seconds > 0 ? accepted / seconds : 0,
    elapsedMs: Math.max(0, ...summaries.map(({ elapsedMs }) => elapsedMs)),
    generated: sum(({ generated }) => generated),
    accepted,
    quarantined: sum(({ quarantined }) => quarantined),
    rejected: sum(({ rejected }) => rejected),
    failed: sum(({ failed }) => failed),
    uncertain: sum(({ uncertain }) => uncertain),
    dropped: sum(({ dropped }) => dropped),
    inFlight: sum(({ inFlight }) => inFlight),
    bytes: sum(({ bytes }) => bytes),
    retried: sum(({ retried }) => retried),
    requests,
  };
}
