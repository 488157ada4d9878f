import type { Issue, IssuePlace } from '@catbird/core';
import type { ToWorker } from './protocol.ts';

/** How long a worker may take for an answer, in milliseconds, and what is said when it took longer. */
export interface Patience {
  /** Between two signs of life. */
  readonly silentMs: number;
  /** In all. */
  readonly allMs: number;
  readonly reason: string;
}

export const LOADING: Patience = {
  silentMs: 20_000,
  allMs: 20_000,
  reason: 'The engine could not be loaded in time.',
};

const ROW: Patience = {
  silentMs: 800,
  allMs: 5000,
  reason: 'This schema takes too long for one row and was stopped. Reduce a count or a length.',
};

const ROWS: Patience = {
  silentMs: 5000,
  allMs: 10_000,
  reason: 'A closer look at this schema takes too long. Reduce a count or a length.',
};

/** Its own time is shorter, and ends it with a result. */
const SERVICE: Patience = { silentMs: 20_000, allMs: 20_000, reason: 'The connection test did not end.' };

/** What is added for each generator that was run: fields that are quick may be many. */
const GENERATOR_MS = 10;

/** What a worker was heard to do since it was asked. */
export interface Heard {
  /** Generators that it ran for the first time. */
  readonly generators: number;
  /** The one that it runs now. */
  readonly trying: IssuePlace | undefined;
}

/** How long a question may take. A single generator has no more time in a schema of many fields than in one of few. */
export function patienceFor(kind: ToWorker['kind'], { generators, trying }: Heard): Patience {
  const { silentMs, allMs, reason } = kind === 'look' ? ROWS : kind === 'test' ? SERVICE : ROW;
  const moreMs = generators * GENERATOR_MS;
  return { silentMs: trying === undefined ? silentMs + moreMs : silentMs, allMs: allMs + moreMs, reason };
}

/** A field took too long. */
export class SlowField extends Error {
  readonly issue: Issue;

  constructor(place: IssuePlace) {
    const message = `${place.path.join('.')} takes about a second a row and was stopped`;
    super(message);
    this.issue = { code: 'slow', severity: 'error', ...place, message, hint: 'Lower its count or length' };
  }
}
