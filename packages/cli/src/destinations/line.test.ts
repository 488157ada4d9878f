import { DeliveryError } from '@catbird/core';
import { expect, test } from 'vitest';
import { newLine } from './line.ts';

const signal = new AbortController().signal;

/** A line of numbered clients, and what happened to them. */
function numbered(connect: (number: number, given: AbortSignal) => Promise<number>) {
  const dropped: number[] = [];
  const ended: number[] = [];
  let opened = 0;
  const line = newLine<number>({
    connect: (given) => connect(++opened, given),
    drop: (client) => void dropped.push(client),
    end: (client) => Promise.resolve(ended.push(client)),
  });
  return { line, dropped, ended, opened: () => opened };
}

const use = (client: number): Promise<number> => Promise.resolve(client);
const failing = (kind: 'network' | 'rejected') => (): Promise<never> =>
  Promise.reject(new DeliveryError(kind, kind));

test('one client serves all requests, also those that come while it opens', async () => {
  const { line, opened } = numbered((number) => Promise.resolve(number));
  expect(await Promise.all([line.use(signal, use), line.use(signal, use)])).toEqual([1, 1]);
  expect(await line.use(signal, use)).toBe(1);
  expect(opened()).toBe(1);
});

test('a client is dropped after a failure of the network, and kept after a refusal', async () => {
  const { line, dropped } = numbered((number) => Promise.resolve(number));
  await expect(line.use(signal, failing('rejected'))).rejects.toThrow('rejected');
  expect(await line.use(signal, use)).toBe(1);
  await expect(line.use(signal, failing('network'))).rejects.toThrow('network');
  expect(await line.use(signal, use)).toBe(2);
  expect(dropped).toEqual([1]);
});

test('a client that could not be opened is opened again by the next request', async () => {
  const { line, dropped } = numbered((number) =>
    number === 1 ? Promise.reject(new DeliveryError('network', 'nobody')) : Promise.resolve(number),
  );
  await expect(line.use(signal, use)).rejects.toThrow('nobody');
  expect(await line.use(signal, use)).toBe(2);
  expect(dropped).toEqual([]);
});

test('an abort while it opens tells the opening, and drops a client that comes all the same', async () => {
  let given: AbortSignal | undefined;
  let come: (client: number) => void = () => undefined;
  const { line, dropped } = numbered((_, signalGiven) => {
    given = signalGiven;
    return new Promise((resolve) => (come = resolve));
  });
  const abort = new AbortController();
  const request = line.use(abort.signal, use);
  abort.abort(new Error('enough'));
  await expect(request).rejects.toThrow('enough');
  expect(given?.aborted).toBe(true);
  come(1);
  await expect.poll(() => dropped).toEqual([1]);
});

test('closing says goodbye once, and not at all when nothing is open', async () => {
  const { line, ended, opened } = numbered((number) => Promise.resolve(number));
  await line.close();
  expect(opened()).toBe(0);
  await line.use(signal, use);
  await line.close();
  await line.close();
  expect(ended).toEqual([1]);
});

test('a goodbye that takes too long is cut short', async () => {
  const dropped: number[] = [];
  const line = newLine({
    connect: () => Promise.resolve(1),
    drop: (client) => void dropped.push(client),
    end: () => new Promise(() => undefined),
  });
  await line.use(signal, use);
  await line.close();
  await expect.poll(() => dropped).toEqual([1]);
});
