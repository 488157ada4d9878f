import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SAMPLE_HINT } from '../state/state.ts';
import type { Engine } from '../worker/engine.ts';
import type { Preview } from '../worker/schema-protocol.ts';
import { SlowRows } from '../worker/watchdog.ts';
import { newPreviewer } from './previewer.ts';
import { newStore, type Store } from './store.ts';
import { loadTemplates } from '../state/templates.ts';

const REFRESH_AFTER_MS = 300;
const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
const row: Preview = { kind: 'row', line: '{"a":1}', notes: [] };

beforeEach(loadTemplates);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A question to the engine, answered when the test says so. */
interface Asked {
  readonly content: string;
  readonly seed: string;
  answer(preview: Preview): Promise<void>;
}

/** A designer on the page, with an engine that answers by hand. */
function designer() {
  const asked: Asked[] = [];
  const written: string[] = [];
  const unused = (): never => {
    throw new Error('Not used in these tests');
  };
  const engine: Engine = {
    preview: ({ text: { content }, seed }) =>
      new Promise((resolve) => {
        asked.push({
          content,
          seed,
          async answer(preview) {
            resolve(preview);
            await vi.advanceTimersByTimeAsync(0);
          },
        });
      }),
    profile: unused,
    figures: unused,
    plan: unused,
    rows: unused,
    types: unused,
    rename: unused,
    draw: unused,
    test: unused,
  };
  const store = newStore('42');
  store.dispatch({ type: 'settings saved', config });
  const previewer = newPreviewer(store, engine, (change) => written.push(change('')));
  return { store, previewer, asked, written };
}

const edit = (store: Store, content: string): void => store.dispatch({ type: 'content edited', content });

test('a valid schema fills the preview before the first edit; until then, the hint stands', async () => {
  const { store, previewer, asked, written } = designer();
  previewer.check();
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  expect(store.get()).toMatchObject({ sampleCode: SAMPLE_HINT, isChecked: false });
  await asked[0]?.answer(row);
  expect(store.get()).toMatchObject({ schema: undefined, sample: { line: '{"a":1}' }, isChecked: true });
  expect(written).toEqual([]);
});

test('an edit refreshes the row 300 ms after typing pauses, and neither validates the schema nor writes the address', async () => {
  const { store, asked, written } = designer();
  for (const content of ['{', '{}', '{"a": 1}']) {
    edit(store, content);
    await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS - 1);
  }
  expect(asked).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ content }) => content)).toEqual(['{"a": 1}']);
  await asked[0]?.answer(row);
  expect(store.get()).toMatchObject({ schema: undefined, sample: { line: '{"a":1}', content: '{"a": 1}' } });
  expect(written).toEqual([]);
});

test('a seed or a time that changes refreshes the row, too', async () => {
  const { store, asked } = designer();
  edit(store, '{"a": 1}');
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  await asked[0]?.answer(row);
  store.dispatch({ type: 'seed changed', seed: '7' });
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  expect(asked[1]?.seed).toBe('7');
  await asked[1]?.answer(row);
  store.dispatch({ type: 'settings saved', config: { ...config, options: { from: '-1h' } } });
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  expect(asked).toHaveLength(3);
});

test('the answer to an outdated question is dropped, and the engine has one question at a time', async () => {
  const { store, asked } = designer();
  edit(store, '{"a": 1}');
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  edit(store, '{"b": 1}');
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  edit(store, '{"c": 1}');
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  expect(asked).toHaveLength(1);
  await asked[0]?.answer(row);
  expect(store.get().sample).toBeUndefined();
  expect(asked.map(({ content }) => content)).toEqual(['{"a": 1}', '{"c": 1}']);
  await asked[1]?.answer(row);
  expect(store.get().sample?.content).toBe('{"c": 1}');
});

test('an edit that does not parse keeps the last row', async () => {
  const { store, asked } = designer();
  edit(store, '{"a": 1}');
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  await asked[0]?.answer(row);
  edit(store, '{"a"');
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  await asked[1]?.answer({ kind: 'issues', issues: [] });
  expect(store.get()).toMatchObject({ sample: { line: '{"a":1}' }, isChecked: true });
});

test('Preview answers at once, validates the schema, writes the address, and needs no refresh after it', async () => {
  const { store, previewer, asked, written } = designer();
  store.dispatch({ type: 'template chosen', template: 'Stock Prices' });
  const previewed = previewer.preview();
  await asked[0]?.answer(row);
  expect(await previewed).toBe(true);
  expect(store.get().schema).toBe(store.get().content);
  expect(written).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  expect(asked).toHaveLength(1);
});

test('rows that take too long are no reason against a start: the schema is valid, with a warning', async () => {
  const { store, previewer, asked } = designer();
  const { issue } = new SlowRows('Too slow', { path: ['a'], line: 1, column: 2, offset: 1, length: 3 }, 1600);
  const previewed = previewer.preview();
  await asked[0]?.answer({ kind: 'slow', issue });
  expect(await previewed).toBe(true);
  expect(store.get()).toMatchObject({ sample: undefined, issues: [issue], rejected: false, isChecked: true });
  expect(store.get().schema).toBe(store.get().content);
  expect(issue).toMatchObject({
    severity: 'warning',
    message: 'a takes more than 2 seconds per row and was stopped',
  });
});

test('a Preview that is overtaken by another seed refreshes the row', async () => {
  const { store, previewer, asked } = designer();
  const previewed = previewer.preview();
  store.dispatch({ type: 'seed changed', seed: '7' });
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  await asked[1]?.answer(row);
  await asked[0]?.answer(row);
  await previewed;
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS);
  await asked[2]?.answer(row);
  expect(store.get().sample?.seed).toBe('7');
});
