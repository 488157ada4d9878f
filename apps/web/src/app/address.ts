import type { Step } from '../state/state.ts';

/** The page's address, as far as it holds state. */
export interface Address {
  /** The query, with its question mark. */
  search(): string;
  /** Characters of the whole address. */
  length(): number;
  /** Writes the query as a new entry of the history; nothing happens where it already says so. */
  push(search: string, step: Step): void;
  /** Notes the step in the entry at hand. */
  mark(step: Step): void;
  /** The step that the entry at hand was left in. */
  step(): Step | undefined;
  /** Calls back when Back or Forward changed the query. */
  onTravel(travelled: () => void): void;
}

/** What this page leaves in an entry of the history. */
interface Entry {
  readonly step: Step;
}

/** The address of the window. */
export function windowAddress(): Address {
  let last = location.search;
  const write = (how: 'pushState' | 'replaceState', search: string, step: Step): void => {
    last = search;
    history[how]({ step } satisfies Entry, '', `${location.pathname}${search}`);
  };
  return {
    search: () => location.search,
    length: () => location.href.length,
    push(search, step) {
      write(search === location.search ? 'replaceState' : 'pushState', search, step);
    },
    mark: (step) => write('replaceState', location.search, step),
    step() {
      const entry: unknown = history.state;
      const step = typeof entry === 'object' && entry !== null && 'step' in entry ? entry.step : undefined;
      return step === 0 || step === 1 || step === 2 || step === 3 ? step : undefined;
    },
    onTravel(travelled) {
      addEventListener('popstate', () => {
        // A click on a step changes only the fragment.
        if (location.search === last) return;
        last = location.search;
        travelled();
      });
    },
  };
}
