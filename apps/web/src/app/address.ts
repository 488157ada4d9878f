import type { Step } from '../state/state.ts';

/** The state in the page's address. */
export interface Address {
  /** The query that the page follows, with its question mark. */
  search(): string;
  /** Length of the whole address, in characters. */
  length(): number;
  /** Pushes the query to the history; replaces the entry if the query is the same. */
  push(search: string, step: Step): void;
  /** Stores the step in the current history entry. */
  mark(step: Step): void;
  /** The step stored in the current history entry. */
  step(): Step | undefined;
  /** Calls back when Back or Forward changes the query. While the page is held, it does not follow. */
  onTravel(travelled: () => void, isHeld: () => boolean): void;
}

/** Rewrites the query of the address. */
export type Rewrite = (change: (search: string) => string) => void;

/** The page's state in a history entry. */
interface Entry {
  readonly step: Step;
}

/** The address of the window. */
export function windowAddress(): Address {
  let last = location.search;
  let followed = last;
  const write = (method: 'pushState' | 'replaceState', search: string, step: Step): void => {
    last = followed = search;
    history[method]({ step } satisfies Entry, '', `${location.pathname}${search}`);
  };
  return {
    search: () => followed,
    length: () => location.href.length,
    push(search, step) {
      write(search === location.search ? 'replaceState' : 'pushState', search, step);
    },
    mark: (step) => write('replaceState', followed, step),
    step() {
      const entry: unknown = history.state;
      const step = typeof entry === 'object' && entry !== null && 'step' in entry ? entry.step : undefined;
      return step === 0 || step === 1 || step === 2 || step === 3 ? step : undefined;
    },
    onTravel(travelled, isHeld) {
      addEventListener('popstate', () => {
        // Clicking a step only changes the fragment.
        if (location.search === last) return;
        last = location.search;
        if (isHeld()) return;
        followed = last;
        travelled();
      });
    },
  };
}
