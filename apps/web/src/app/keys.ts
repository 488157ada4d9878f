import { isRunning, type State } from '../state/state.ts';
import type { Actions } from './actions.ts';

/** What a key does in a state. Undefined: nothing now. */
function actionOf(
  { key, shiftKey }: KeyboardEvent,
  state: State,
  actions: Actions,
): (() => unknown) | undefined {
  if (key === '.') return isRunning(state) ? () => actions.stop() : undefined;
  if (key !== 'Enter' || state.step < 2) return undefined;
  if (!shiftKey) return () => actions.preview();
  if (isRunning(state)) return undefined;
  return () => (state.step === 2 ? actions.saveAndGenerate() : actions.start());
}

/**
 * Ctrl+Enter refreshes the preview, Ctrl+Shift+Enter starts and Ctrl+. stops, wherever the focus is, except in a dialog. On a Mac, Cmd is Ctrl.
 *
 * @returns the function that ends it
 */
export function listenToKeys(state: () => State, actions: Actions): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return;
    if (!(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]') !== null) return;
    const action = actionOf(event, state(), actions);
    if (action === undefined) return;
    event.preventDefault();
    void action();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
