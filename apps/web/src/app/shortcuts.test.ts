import { expect, test } from 'vitest';
import type { Actions } from './actions.ts';
import { commandsOf, type CommandTools } from './commands.ts';
import { newStore } from './store.ts';
import { commandFor, isLetter, type Press } from './shortcuts.ts';

const config = { generatorName: 'Log', settings: {}, eps: 200, limit: -1 };
const rates: unknown[] = [];
// Only what the commands below call.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const actions = { setRate: (to: unknown) => rates.push(to) } as unknown as Actions;
const nothing = (): undefined => undefined;
const tools: CommandTools = { goTo: nothing, openPalette: nothing, openSheet: nothing, find: nothing };

function commandsAt(step: 0 | 2 | 3) {
  const store = newStore('42');
  if (step > 0) store.dispatch({ type: 'settings saved', config });
  if (step > 2) store.dispatch({ type: 'run started', fresh: true, config });
  return commandsOf(store.get(), actions, tools);
}

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test.each([
  [press('k', { ctrlKey: true }), 'palette'],
  [press('k', { metaKey: true }), 'palette'],
  [press('k'), undefined],
  [press('?', { shiftKey: true }), 'sheet'],
  [press('Enter', { ctrlKey: true }), 'preview'],
  [press('Enter', { ctrlKey: true, shiftKey: true }), 'start'],
  [press('Enter'), undefined],
  [press('.', { ctrlKey: true }), 'stop'],
  [press('p'), 'pause'],
  [press('p', { ctrlKey: true }), undefined],
  [press('+', { shiftKey: true }), 'faster'],
  [press('-'), 'slower'],
  [press('2', { altKey: true, code: 'Digit2' }), 'view-row'],
  [press('¡', { altKey: true, code: 'Digit1' }), 'view-table'],
  [press('®', { altKey: true, code: 'KeyR' }), 'seed'],
  [press('2'), undefined],
])('%o is %s', (pressed, id) => {
  expect(commandFor(commandsAt(3), pressed, undefined)?.id).toBe(id);
});

test('G and a number go to a step', () => {
  expect(commandFor(commandsAt(3), press('2'), 'G')?.id).toBe('go-2');
  expect(commandFor(commandsAt(3), press('4'), 'G')).toBeUndefined();
});

test('every key is used once, and every command has an id of its own', () => {
  const commands = commandsAt(3);
  const keys = commands.flatMap((command) => (command.keys === undefined ? [] : [command.keys.join(' ')]));
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
  expect(commands.filter(({ keys: each = [] }) => isLetter(each)).length).toBeGreaterThan(5);
});

test('what cannot run now says why', () => {
  const blocked = (step: 0 | 2 | 3) =>
    Object.fromEntries(commandsAt(step).map(({ id, blocked: why }) => [id, why]));
  expect(blocked(0)).toMatchObject({
    'go-1': 'Not reached yet',
    preview: 'Connect first',
    start: 'Connect first',
  });
  expect(blocked(2)).toMatchObject({
    start: undefined,
    stop: 'No stream is running',
    pause: 'No stream is running',
  });
  expect(blocked(3)).toMatchObject({
    seed: 'Locked while a stream runs',
    start: 'A stream is running',
    stop: undefined,
    fault: 'No fault injected yet',
  });
});

test('plus and minus change the rate by a tenth', () => {
  const commands = commandsAt(3);
  for (const id of ['faster', 'slower']) commands.find((command) => command.id === id)?.run();
  expect(rates).toEqual([220, 180]);
});
