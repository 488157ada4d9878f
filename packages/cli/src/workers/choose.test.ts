import { invalid } from '@catbird/engine';
import { findDestination } from '@catbird/core/destinations';
import { parseSchema } from '@catbird/core';
import { expect, test } from 'vitest';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import { withCores, workerMode, workersOf } from './choose.ts';

const parsed = parseSchema('{"n": {"type": "catbird.sequence"}}');
if (!parsed.ok) throw new Error('Invalid schema');
const { schema } = parsed;

function specOf(name: string, options: StreamOptions): StreamSpec {
  const destination = findDestination(name);
  if (destination === undefined) throw new Error(`Missing destination ${name}`);
  const source = { text: '{}', name: 'schema', folder: '.' };
  return {
    destination,
    settings: {},
    source,
    options,
    nameOf: String,
    optionOf: (name) => `--${name}`,
    cores: 16,
  };
}

const work = {
  mode: 'send',
  rows: -1,
  perSecond: Infinity,
  requestsPerSecond: undefined,
  earlier: undefined,
} as const;

test('threads send parts, or generate rows that stay in order', () => {
  expect(workerMode(specOf('Tinybird', { workers: 2 }), schema, undefined)).toBe('send');
  expect(workerMode(specOf('Log', { workers: 'auto' }), schema, undefined)).toBe('generate');
  expect(workerMode(specOf('Tinybird', {}), schema, undefined)).toBe('none');
  expect(workerMode(specOf('Tinybird', { workers: 1 }), schema, {})).toBe('none');
  // The times of the clock are saved one after the other.
  expect(workerMode(specOf('Log', { workers: 2, state: 's' }), schema, undefined)).toBe('none');
  expect(workerMode(specOf('Log', { workers: 2, state: 's' }), schema, {})).toBe('generate');
  const none = workersOf(specOf('Log', { workers: 2, state: 's' }), { ...work, mode: 'none' });
  expect(none).toMatchObject({
    count: 1,
    notes: [expect.stringContaining('--workers has no effect')],
  });
});

test.each([
  ['full speed without an end', {}, {}, 16],
  ['few requests in flight', { inFlight: 3 }, {}, 3],
  ['few requests per second', {}, { requestsPerSecond: 5 }, 5],
  ['a low rate', {}, { perSecond: 100 }, 1],
  ['a rate for four', {}, { perSecond: 180_000 }, 4],
  ['few rows at full speed', {}, { rows: 1_000_000 }, 1],
  ['many rows at full speed', {}, { rows: 100_000_000 }, 16],
  ['a short run at a rate', {}, { rows: 500_000, perSecond: 250_000 }, 1],
  ['a short duration', { duration: 2000 }, {}, 1],
  ['the state of five threads', {}, { earlier: 5 }, 5],
  ['the state of one thread', {}, { earlier: 1 }, 1],
  ['rows in order, whose state is one', {}, { mode: 'generate', earlier: 1 }, 16],
] as const)('auto: %s', (_, options, more, count) => {
  expect(workersOf(specOf('Tinybird', { workers: 'auto', ...options }), { ...work, ...more })).toMatchObject({
    count,
  });
});

test.each([
  [8, {}, { earlier: 4 }, 'with 4 workers, each with its own rows. Use --workers 4. To start over, remove s'],
  [8, {}, { earlier: 1 }, 'with one worker'],
  [1, {}, { mode: 'none', earlier: 4 }, 'Use --workers 4. To'],
  [4, {}, { mode: 'generate', earlier: 4 }, 'Use --workers 4'],
  [4, { inFlight: 2 }, {}, '--workers 4 needs --inFlight 4 or more'],
  [4, {}, { requestsPerSecond: 2 }, 'Use --workers 2 or fewer'],
] as const)('%d workers with %j and %j are refused with the reason', (workers, options, more, words) => {
  const found = workersOf(specOf('Tinybird', { workers, state: 's', ...options }), { ...work, ...more });
  expect(found).toEqual(invalid(expect.stringContaining(words) as string));
});

test('several streams share the cores', () => {
  const streams = withCores([specOf('Log', {}), specOf('Log', {}), specOf('Log', {})]);
  for (const { cores } of streams) expect(cores).toBeGreaterThanOrEqual(1);
});
