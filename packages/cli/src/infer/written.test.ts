import { expect, test } from 'vitest';
import { schemaText } from '@catbird/infer';
import { COPIES } from './database/copy-of-database.ts';
import { faultsOf } from './written.ts';

const { signal } = new AbortController();

const faults = (written: object): Promise<readonly string[]> =>
  faultsOf({ written, variables: COPIES.postgres.variables }, schemaText(written), {
    env: {},
    out: { isTerminal: false, write: () => Promise.resolve() },
    err: { isTerminal: false, columns: 80, rows: 24, colour: false, write: () => undefined },
    interrupt: { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined },
    readInput: () => Promise.reject(new Error('stdin is read')),
    inputBytes: () => (async function* () {})(),
  });

const config = (type: string): object => ({
  destination: 'postgres',
  settings: { url: '${COPY_URL}', table: 't' },
  eps: 'max',
  entities: { users: { size: 9, fields: { name: { type } } } },
  streams: {
    users: { entity: 'users' },
    orders: { schema: { user: { type: 'catbird.entity', params: { of: 'users' } } } },
  },
});

test('what Catbird writes and would refuse is reported with the reason, for schemas and configs', async () => {
  expect(await faults({ a: { type: 'number.int' } })).toEqual([]);
  expect(await faults(config('person.fullName'))).toEqual([]);
  for (const [written, command, reason] of [
    [{ a: { type: 'number.none' } }, 'sample', 'number.none: Unknown generator type'],
    [config('catbird.timestampNow'), 'run', 'An entity is the same at all times'],
  ] as const) {
    const lines = await faults(written);
    expect(lines[0]).toBe(`Nothing was written, because catbird ${command} would refuse it:`);
    expect(lines.join('\n')).toContain(reason);
    expect(lines.at(-1)).toMatch(/^Unless the input is too large, this is a fault of Catbird/);
  }
});
