import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type Dispatch,
  type SetStateAction,
} from 'react';
import type { State } from '../state/state.ts';
import { lazyPart } from '../ui/index.ts';
import type { Actions } from './actions.ts';
import { commandsOf, type CommandTools } from './commands.ts';
import { goToStep } from './newest-step.ts';
import { holdKeys, listenToKeys } from './shortcuts.ts';

/** In place of a dialog that could not be loaded: it is closed again, so that keys are the page's. */
function Closed({ onClose }: { readonly onClose: () => void }) {
  useEffect(onClose, [onClose]);
  return null;
}

const OpenPalette = lazyPart(async () => (await import('./open-palette.tsx')).OpenPalette, Closed);
const ShortcutSheet = lazyPart(
  async () => (await import('../palette/shortcut-sheet.tsx')).ShortcutSheet,
  Closed,
);

/** What the keyboard opens. */
export type Dialog = 'palette' | 'sheet';

/** The commands by key, in the palette, and in the sheet of shortcuts. */
export function Keyboard({
  state,
  actions,
  dialog,
  onDialog,
}: {
  readonly state: State;
  readonly actions: Actions;
  /** The open dialog. */
  readonly dialog: Dialog | undefined;
  readonly onDialog: Dispatch<SetStateAction<Dialog | undefined>>;
}) {
  const tools = useMemo<CommandTools>(
    () => ({
      goTo: goToStep,
      openPalette: () => onDialog('palette'),
      openSheet: () => onDialog('sheet'),
      find: (selector) => document.querySelector<HTMLElement>(selector) ?? undefined,
    }),
    [onDialog],
  );
  const commands = useMemo(() => commandsOf(state, actions, tools), [state, actions, tools]);
  // Layout effects: a key pressed after a state is shown finds the commands of that state.
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  }, [commands]);
  useLayoutEffect(() => listenToKeys(() => latest.current), []);
  // A dialog reports late that it closed: it must not close the one it opened.
  const close = (closed: Dialog) => onDialog((now) => (now === closed ? undefined : now));
  const typed = useRef('');
  useLayoutEffect(() => {
    typed.current = '';
    const change = (to: string | undefined): void => {
      if (to === undefined) onDialog(undefined);
      else typed.current = to;
    };
    return dialog && holdKeys(() => typed.current, change);
  }, [dialog, onDialog]);
  return (
    <Suspense>
      {dialog === 'palette' && (
        <OpenPalette
          state={state}
          actions={actions}
          commands={commands}
          typed={() => typed.current}
          onClose={() => close('palette')}
        />
      )}
      {dialog === 'sheet' && <ShortcutSheet commands={commands} onClose={() => close('sheet')} />}
    </Suspense>
  );
}
