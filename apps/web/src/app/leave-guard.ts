import { isRunning } from '../state/state.ts';
import type { Store } from './store.ts';

/** Has the browser ask before the page closes while a stream runs. Only then: the question keeps a page from being restored at once by Back. */
export function guardLeaving(store: Store): void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  let isGuarded = false;
  store.subscribe(() => {
    if (isRunning(store.get()) === isGuarded) return;
    isGuarded = !isGuarded;
    if (isGuarded) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
}
