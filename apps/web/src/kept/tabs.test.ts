import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ownership } from './ownership.ts';
import { ownershipByLocks, ownershipByMessages } from './tabs.ts';

/** Long enough for messages between channels of a busy machine. */
const ANSWER_MS = 500;

let channels: BroadcastChannel[] = [];
let name = '';

beforeEach(() => {
  channels = [];
  name = `tabs-${Math.random()}`;
});

afterEach(() => {
  for (const channel of channels) channel.close();
});

function newTab(): Ownership {
  const channel = new BroadcastChannel(name);
  channels.push(channel);
  return ownershipByMessages(channel, ANSWER_MS);
}

test('a run that a tab has cannot be taken by another until it is released', async () => {
  const [one, other] = [newTab(), newTab()];
  expect(await one.take('a')).toBe(true);
  expect(await one.take('a')).toBe(true);
  expect(await other.take('a')).toBe(false);
  expect(await other.take('b')).toBe(true);
  const tabs = [one, other, newTab()];
  expect(await Promise.all(tabs.map((tab) => tab.others()))).toEqual([
    new Set(['b']),
    new Set(['a']),
    new Set(['a', 'b']),
  ]);
  one.release();
  // It has one run at a time.
  expect(await other.take('a')).toBe(true);
  expect(await one.others()).toEqual(new Set(['a']));
});

test('of tabs that take a run at once, one has it', async () => {
  for (const ask of [
    (tab: Ownership) => tab.take('a'),
    (tab: Ownership) => later(5).then(() => tab.take('a')),
  ]) {
    const [first, ...others] = [newTab(), newTab(), newTab(), newTab()];
    const taken = await Promise.all([ask(first ?? newTab()), ...others.map((tab) => tab.take('a'))]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    for (const tab of [first, ...others]) tab?.release();
  }
});

test('a run counts as taken while a tab takes it, and a tab that gives it up meanwhile does not get it', async () => {
  const [one, other] = [newTab(), newTab()];
  const taking = one.take('a');
  await later(ANSWER_MS / 3);
  const taken = other.others();
  expect(await taking).toBe(true);
  expect(await taken).toEqual(new Set(['a']));
  const again = other.take('b');
  other.release();
  expect(await again).toBe(false);
  expect(await other.others()).toEqual(new Set(['a']));
});

const later = (ms: number): Promise<void> => new Promise((over) => setTimeout(over, ms));

test('every run is free where the browser blocks its locks with its storage', async () => {
  const blocked = {
    request: () => Promise.reject(new DOMException('Denied', 'SecurityError')),
    query: () => Promise.resolve({}),
  } as unknown as LockManager;
  expect(await ownershipByLocks(blocked).take('a')).toBe(true);
});
