/** What can be done with a field of the table. */
export type Command =
  | 'form'
  | 'rename'
  | 'type'
  | 'add'
  | 'duplicate'
  | 'up'
  | 'down'
  | 'hide'
  | 'json'
  | 'delete'
  | 'fold'
  | 'unfold';

/** Moves within the table. */
export type Move = 'next' | 'previous' | 'first' | 'last' | 'out';

interface Key {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const COMMANDS: Readonly<Record<string, Command | Move>> = {
  Enter: 'form',
  'Shift+Enter': 'add',
  F2: 'rename',
  t: 'type',
  'Shift+T': 'type',
  Delete: 'delete',
  'Ctrl+d': 'duplicate',
  'Alt+ArrowUp': 'up',
  'Alt+ArrowDown': 'down',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  ArrowLeft: 'out',
};

/** A key with those held down beside it: `Ctrl+Shift+z`. */
const nameOf = ({ key, altKey, ctrlKey, metaKey, shiftKey }: Key): string =>
  [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && 'Shift', key].filter(Boolean).join('+');

/** What a key does while a row has the focus; undefined: nothing of the table's. @param isFolded undefined: it holds no fields */
export function commandOf(key: Key, isFolded: boolean | undefined): Command | Move | undefined {
  const name = nameOf(key);
  if (name === 'ArrowRight' && isFolded === true) return 'unfold';
  if (name === 'ArrowLeft' && isFolded === false) return 'fold';
  return COMMANDS[name];
}

const HISTORY: Readonly<Record<string, 'undo' | 'redo'>> = {
  'Ctrl+z': 'undo',
  'Ctrl+Shift+z': 'redo',
  'Ctrl+y': 'redo',
};

/** Whether a key takes back an edit or makes it again. */
export const historyOf = (key: Key): 'undo' | 'redo' | undefined =>
  HISTORY[nameOf({ ...modifiers(key), key: key.key.toLowerCase() })];

// The members of an event are not its own.
const modifiers = ({ altKey, ctrlKey, metaKey, shiftKey }: Key) => ({ altKey, ctrlKey, metaKey, shiftKey });
