import { lettersChoice } from '../link/storage.ts';
import type { Command, Keys } from '../palette/command.ts';

/** A press of a key. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Keys without Ctrl or Alt, which would be letters of a text. */
export const isLetter = (keys: Keys): boolean => !keys.includes('Ctrl') && !keys.includes('Alt');

/** How long the second key of a pair may take, in milliseconds. */
const PAIR_MS = 1500;

/** The command of a press; `first` is the first key of a pair, such as G. Undefined: none. */
export function commandFor(
  commands: readonly Command[],
  press: Press,
  first: string | undefined,
): Command | undefined {
  return commands.find(({ keys }) => keys !== undefined && matches(keys, press, first));
}

function matches(keys: Keys, press: Press, first: string | undefined): boolean {
  if (isLetter(keys)) return !isModified(press) && matchesLetter(keys, nameOf(press), first);
  const modifiers = [press.ctrlKey || press.metaKey, press.altKey, press.shiftKey];
  return MODIFIERS.every((name, i) => keys.includes(name) === modifiers[i]) && nameOf(press) === keys.at(-1);
}

const MODIFIERS = ['Ctrl', 'Alt', 'Shift'];

const isModified = ({ ctrlKey, metaKey, altKey }: Press): boolean => ctrlKey || metaKey || altKey;

const matchesLetter = ([start, second]: Keys, name: string, first: string | undefined): boolean =>
  second === undefined ? name === start : first === start && name === second;

/** A key's name in `Keys`. With Alt, some systems change what the key types. */
function nameOf({ key, code, altKey }: Press): string {
  const physical = altKey ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined;
  return physical ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** Whether the keys of an event belong to what has the focus: a text, a choice, or a dialog. */
function isTaken(target: EventTarget | null, isForLetter: boolean): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!isForLetter || !(target instanceof Element)) return false;
  const own =
    "input, textarea, select, [contenteditable], [role='textbox'], [role='slider'], [role='grid'], [role='treegrid']";
  return target.shadowRoot !== null || target.closest(own) !== null;
}

/** Whether a key is the first one of a pair. */
const beginsPair = (commands: readonly Command[], name: string): boolean =>
  commands.some(({ keys = [] }) => isLetter(keys) && keys.length === 2 && keys[0] === name);

/** Runs the commands of the keys that are pressed. Returns the function that ends it. */
export function listenToKeys(commands: () => readonly Command[]): () => void {
  let first: { readonly key: string; readonly atMs: number } | undefined;
  const press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const known = commands();
    const begun = first !== undefined && event.timeStamp - first.atMs < PAIR_MS ? first.key : undefined;
    first = undefined;
    const command = commandFor(known, event, begun);
    if (isIgnored(event.target, command)) return;
    if (command !== undefined) {
      event.preventDefault();
      if (command.blocked === undefined) command.run();
    } else if (!isModified(event) && beginsPair(known, nameOf(event)))
      first = { key: nameOf(event), atMs: event.timeStamp };
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

/**
 * Keeps keys from the page until a dialog that was asked for has opened, and collects what is typed meanwhile.
 *
 * @param change gets all that has been typed; undefined after Escape
 * @returns the function that ends it
 */
export function holdKeys(typed: () => string, change: (to: string | undefined) => void): () => void {
  const hold = (event: KeyboardEvent): void => {
    // No text: a stream can be stopped all the same.
    if (isModified(event) || document.querySelector('dialog[open]') !== null) return;
    event.stopPropagation();
    event.preventDefault();
    if (event.key === 'Escape') change(undefined);
    else if (event.key === 'Backspace') change(typed().slice(0, -1));
    else if (event.key.length === 1) change(typed() + event.key);
  };
  addEventListener('keydown', hold, true);
  return () => removeEventListener('keydown', hold, true);
}

/** Whether a press is no shortcut where it happens, or because single letters are switched off. */
function isIgnored(target: EventTarget | null, command: Command | undefined): boolean {
  const isForLetter = command?.keys === undefined || isLetter(command.keys);
  return isTaken(target, isForLetter) || (isForLetter && !lettersChoice.isOn());
}
