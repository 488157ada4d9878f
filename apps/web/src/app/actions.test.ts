import { expect, test } from 'vitest';
import type { Engine } from '../worker/engine.ts';
import type { Address } from './address.ts';
import { newActions } from './actions.ts';
import { newStore } from './store.ts';

/** An engine that accepts every schema and counts previews. */
function validEngine(): Engine & { readonly previews: number } {
  let previews = 0;
  const unused = (): never => {
    throw new Error('Not used in these tests');
  };
  return {
    get previews() {
      return previews;
    },
    preview() {
      previews++;
      return Promise.resolve({ kind: 'row', line: '{}', notes: [] });
    },
    profile: unused,
    figures: unused,
    plan: unused,
    rows: unused,
    types: unused,
    rename: unused,
    draw: unused,
    test: unused,
  };
}

const address: Address = {
  search: () => '',
  length: () => 0,
  push: () => undefined,
  mark: () => undefined,
  step: () => undefined,
  onTravel: () => undefined,
};

// Node has no Worker: starting a stream would throw.
test('nothing starts without a config', async () => {
  const store = newStore('42');
  const actions = newActions(store, validEngine(), address);
  await actions.start();
  expect(store.get()).toMatchObject({ step: 0, config: undefined, run: undefined });
  expect(store.get().schema).toBeDefined();
});

test('save and generate works at step 2 only', async () => {
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
  const engine = validEngine();
  for (const reached of [0, 1, 3] as const) {
    const store = newStore('42');
    if (reached === 1) store.dispatch({ type: 'advanced' });
    if (reached === 3) {
      store.dispatch({ type: 'settings saved', config });
      store.dispatch({ type: 'run started', fresh: true, config });
      store.dispatch({ type: 'run event', event: { type: 'broke', message: 'why' } });
    }
    const before = store.get();
    expect(before.step).toBe(reached);
    await newActions(store, engine, address).saveAndGenerate();
    expect(store.get()).toBe(before);
  }
  expect(engine.previews).toBe(0);
});

test('a running stream is not started again', async () => {
  const config = { generatorName: 'Log', settings: {}, eps: 1, limit: -1 };
  const store = newStore('42');
  store.dispatch({ type: 'settings saved', config });
  store.dispatch({ type: 'run started', fresh: true, config });
  const before = store.get();
  const engine = validEngine();
  const actions = newActions(store, engine, address);
  await actions.start();
  await actions.saveAndGenerate();
  expect(store.get()).toBe(before);
  expect(engine.previews).toBe(0);
});
