import { messagesOf } from '@catbird/engine';
import { findDestination, type StreamIdentity } from '@catbird/send';
import { expect, test } from 'vitest';
import type { Reports } from '../report/report.ts';
import type { Terminal } from '../terminal.ts';
import { ready } from './open.ts';
import { prepare } from './prepare.ts';
import type { StreamOptions, StreamSpec } from './spec.ts';

const nothing = (): void => undefined;
const { signal } = new AbortController();
const terminal: Terminal = {
  env: {},
  interrupt: { stop: signal, abort: signal, takeSecond: nothing, release: nothing },
  out: { isTerminal: false, write: async () => undefined },
  err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
  readInput: async () => '',
  inputBytes: () => process.stdin,
};
const reports: Reports = {
  of: () => ({
    everyMs: 1,
    start: nothing,
    note: nothing,
    progress: nothing,
    error: nothing,
    answer: nothing,
    end: nothing,
  }),
  note: nothing,
  end: nothing,
};

/** The identity of a stream that its destination receives. */
async function identityOf(options: StreamOptions, name?: string): Promise<StreamIdentity> {
  const log = findDestination('Log');
  if (log === undefined) throw new Error('Missing destination Log');
  const identities: StreamIdentity[] = [];
  const spec: StreamSpec = {
    ...(name === undefined ? {} : { name }),
    destination: {
      ...log,
      open(config, env) {
        if (env.stream !== undefined) identities.push(env.stream);
        return log.open(config, env);
      },
    },
    settings: {},
    source: { text: '{"id": {"type": "string.uuid"}}', name: 'schema', folder: '.' },
    options,
    nameOf: (setting) => setting,
    optionOf: (option) => option,
  };
  const result = await prepare(spec, terminal);
  if (!result.ok) throw new Error(messagesOf(result.issues).join('\n'));
  const stream = ready(spec, result.prepared, { terminal, reports, onRows: nothing });
  await (await stream.open()).close();
  await stream.close();
  const [identity] = identities;
  if (identity === undefined) throw new Error('The destination received no identity');
  return identity;
}

test('a destination receives the id of the stream: the same for the same seed, faults and name', async () => {
  const ids = [
    await identityOf({ seed: '1' }),
    await identityOf({ seed: '2' }),
    await identityOf({ seed: '1' }, 'orders'),
    await identityOf({ seed: '1' }, 'payments'),
    await identityOf({ seed: '1', faults: { dropped: { share: 0.5 } } }),
  ].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await identityOf({ seed: '1', shard: { index: 1, count: 3 } })).id).toBe(ids[0]);
  expect((await identityOf({ seed: '1', limit: 5 }, 'orders')).id).toBe(ids[2]);
});

test('a row number is that in the whole stream, even in a shard', async () => {
  expect((await identityOf({ seed: '1' })).rowNumber(5)).toBe(5);
  expect((await identityOf({ seed: '1', shard: { index: 1, count: 3 } })).rowNumber(5)).toBe(16);
});
