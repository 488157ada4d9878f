import { DeliveryError } from '@catbird/core/destinations';
import { expect, test } from 'vitest';
import { newLazyClient } from './lazy-client.ts';

const signal = new AbortController().signal;

/** A lazy client that numbers the clients it opens and records what happens to them. */
function numbered(connect: (number: number, given: AbortSignal) => Promise<number>) {
  const dropped: number[] = [];
  const ended: number[] = [];
  let opened = 0;
  const lazy = newLazyClient<number>({
    connect: (given) => connect(++opened, given),
    drop: (client) => void dropped.push(client),
    end: (client) => Promise.resolve(ended.push(client)),
  });
  return { lazy, dropped, ended, opened: () => opened };
}

const use = (client: number): Promise<number> => Promise.resolve(client);
const failing = (kind: 'network' | 'rejected') => (): Promise<never> =>
  Promise.reject(new DeliveryError(kind, kind));

test('all requests share one client, even while it is opening', async () => {
  const { lazy, opened } = numbered((number) => Promise.resolve(number));
  expect(await Promise.all([lazy.use(signal, use), lazy.use(signal, use)])).toEqual([1, 1]);
  expect(await lazy.use(signal, use)).toBe(1);
  expect(opened()).toBe(1);
});

test('a client is dropped after a network error and kept after a rejection', async () => {
  const { lazy, dropped } = numbered((number) => Promise.resolve(number));
  await expect(lazy.use(signal, failing('rejected'))).rejects.toThrow('rejected');
  expect(await lazy.use(signal, use)).toBe(1);
  await expect(lazy.use(signal, failing('network'))).rejects.toThrow('network');
  expect(await lazy.use(signal, use)).toBe(2);
  expect(dropped).toEqual([1]);
});

test('if opening fails, the next request opens another client', async () => {
  const { lazy, dropped } = numbered((number) =>
    number === 1 ? Promise.reject(new DeliveryError('network', 'nobody')) : Promise.resolve(number),
  );
  await expect(lazy.use(signal, use)).rejects.toThrow('nobody');
  expect(await lazy.use(signal, use)).toBe(2);
  expect(dropped).toEqual([]);
});

test('rows for which no client opened were certainly not sent', async () => {
  const unclear = new DeliveryError('network', 'odd words');
  const { lazy } = numbered(() => Promise.reject(unclear));
  expect(unclear.uncertain).toBe(true);
  await expect(lazy.use(signal, use)).rejects.toMatchObject({ message: 'odd words', uncertain: false });
});

test('aborting while the client opens aborts the opening, and drops a client that opens anyway', async () => {
  let given: AbortSignal | undefined;
  let resolveClient: (client: number) => void = () => undefined;
  const { lazy, dropped } = numbered((_, signalGiven) => {
    given = signalGiven;
    return new Promise((resolve) => (resolveClient = resolve));
  });
  const abort = new AbortController();
  const request = lazy.use(abort.signal, use);
  abort.abort(new Error('enough'));
  await expect(request).rejects.toThrow('enough');
  expect(given?.aborted).toBe(true);
  resolveClient(1);
  await expect.poll(() => dropped).toEqual([1]);
});

test('closing ends an open client exactly once', async () => {
  const { lazy, ended, opened } = numbered((number) => Promise.resolve(number));
  await lazy.close();
  expect(opened()).toBe(0);
  await lazy.use(signal, use);
  await lazy.close();
  await lazy.close();
  expect(ended).toEqual([1]);
});

test('a close that takes too long drops the client', async () => {
  const dropped: number[] = [];
  const lazy = newLazyClient({
    connect: () => Promise.resolve(1),
    drop: (client) => void dropped.push(client),
    end: () => new Promise(() => undefined),
  });
  await lazy.use(signal, use);
  await lazy.close();
  await expect.poll(() => dropped).toEqual([1]);
});
