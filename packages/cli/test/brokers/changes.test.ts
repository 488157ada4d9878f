import {
  compile,
  newBatch,
  parseSchema,
  tableAt,
  texts,
  type Batch,
  newJourneyTimeline,
  newTiming,
} from '@catbird/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Destination } from '@catbird/core/destinations';
import type { Server } from '../../../../scripts/peers/server.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { here } from '../here.ts';
import { asStored, databases, ENTITIES, SCHEMAS } from './changes.ts';
import { summaryOf } from './subject.ts';

describe.each(databases)('$title', (database) => {
  if (database.isMissing) {
    test.skip('needs the database', () => undefined);
    return;
  }
  let server: Server;
  beforeAll(async () => {
    server = await database.start();
  });
  afterAll(() => server.stop());

  const sql = (statement: string) => database.sql(server.port, statement);
  const destination: Destination = database.destination;
  const opened = (table: string) =>
    destination.open(
      configOf(destination, { ...database.settings(server.port), table, changeField: 'change' }),
      testEnv(),
    );

  test.each(['customers', 'orders'] as const)(
    'changes: the table %s is the snapshot at each instant, also after changes were sent again',
    async (table) => {
      const parsed = parseSchema(JSON.stringify({ $entities: ENTITIES, ...SCHEMAS[table] }));
      if (!parsed.ok || parsed.schema.journey === undefined) throw new Error(JSON.stringify(parsed));
      const { schema } = parsed;
      const timing = newTiming({ fromMs: Date.UTC(2026, 10, 20), eps: 1, unit: 'starts' });
      const time = newJourneyTimeline(parsed.schema.journey, timing, 7);
      const writer = compile(schema, { seed: 7 });
      const connection = await opened(table);
      const send = (batch: Batch) => connection.send(batch, sendOptions());
      let sent = 0;
      for (const minutes of [3, 8, 15]) {
        const atMs = timing.fromMs + minutes * 60_000;
        const end = time.before(atMs);
        // Again from an earlier one, as after a restart.
        for (let first = Math.floor(sent / 2); first < end; first += 701) {
          const count = Math.min(701, end - first);
          const receipt = await send(writer.fill(newBatch(), { first, count, time }));
          expect(receipt.accepted).toBe(count);
        }
        sent = end;
        const snapshot: string[] = [];
        for (const batch of tableAt(schema, { seed: 7, lives: time, atMs })) snapshot.push(...texts(batch));
        expect(snapshot.length).toBeGreaterThan(10);
        expect(await database.rowsIn(server.port, table)).toEqual(asStored(snapshot));
      }
      await connection.close();
    },
  );

  test('events that are malformed on purpose are rejected, and all others stored', async () => {
    await sql('CREATE TABLE numbers (n int)');
    const given = Object.entries({ ...database.settings(server.port), table: 'numbers' });
    const flags = given.flatMap(([name, value]) => [`--${name}`, value]);
    const rows = ['--schema', '-', '--limit', '500', '--eps', 'max', '--json', '--seed', '7'];
    const faults = ['--faults', '{"malformed": {"share": 0.05}}', '--on-failure', 'continue'];
    const ended = await here([destination.command, ...flags, ...rows, ...faults], {
      input: '{"n": {"type": "catbird.sequence"}}',
    });
    const { accepted, rejected, failed } = summaryOf(ended);
    expect(failed, ended.err).toBe(0);
    expect(Number(rejected)).toBeGreaterThan(5);
    expect(Number(accepted) + Number(rejected)).toBe(500);
    expect(await sql('SELECT count(*) FROM numbers')).toEqual([String(accepted)]);
  });

  test('a primary key that does not identify the changed rows is an error, and nothing is stored', async () => {
    await sql('CREATE TABLE serial (n serial PRIMARY KEY, id int)');
    const connection = await opened('serial');
    const refusal = (...changes: readonly object[]) =>
      deliveryError(connection.send(batchOf(changes.map((change) => ({ change }))), sendOptions()));
    const one = { ...insert, after: { n: 1, id: 1 } };
    const two = { ...insert, before: one.after, after: { n: 2, id: 1 }, op: 'u' };
    const lacking = await refusal({ ...insert, after: { id: 1 } }, { ...insert, after: { id: 2 } });
    expect(lacking.message).toContain('the changed rows lack n, of the primary key of serial');
    const changed = await refusal(one, two);
    expect(changed.message).toContain('an update changes n, of the primary key');
    expect(await sql('SELECT * FROM serial')).toEqual([]);
    await connection.close();
  });

  test('a change that would change a row with another key is an error', async () => {
    await sql('CREATE TABLE people (id int PRIMARY KEY, email varchar(20) UNIQUE)');
    const connection = await opened('people');
    const person = (id: number, email: string) => ({ change: { ...insert, after: { id, email } } });
    await connection.send(batchOf([person(1, 'a'), person(2, 'b')]), sendOptions());
    const error = await deliveryError(
      connection.send(batchOf([person(3, 'c'), person(4, 'a')]), sendOptions()),
    );
    expect(error).toMatchObject({ kind: 'rejected' });
    await connection.send(batchOf([person(1, 'd')]), sendOptions());
    await connection.close();
    expect(await sql("SELECT concat(id, ':', email) FROM people ORDER BY id")).toEqual(['1:d', '2:b']);
  });

  const insert = { before: null, after: { id: 1 }, op: 'c', source: { sequence: 1 } };
  test('an event without a change, or a table without a primary key, is an error, and nothing is stored', async () => {
    await sql('CREATE TABLE keyless (id int); CREATE TABLE keyed (id int PRIMARY KEY)');
    const keyless = await opened('keyless');
    expect(await deliveryError(keyless.send(batchOf([{ change: insert }]), sendOptions()))).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('no primary key'),
    });
    const keyed = await opened('keyed');
    const wrong = [{ change: insert }, { change: { op: 'x' } }];
    expect(await deliveryError(keyed.send(batchOf(wrong), sendOptions()))).toMatchObject({
      kind: 'rejected',
    });
    const unfit = [{ change: insert }, { change: { ...insert, after: { id: 'two' } } }];
    expect(await deliveryError(keyed.send(batchOf(unfit), sendOptions()))).toMatchObject({
      kind: 'rejected',
    });
    expect(await sql('SELECT * FROM keyed')).toEqual([]);
    expect(await keyed.send(batchOf([{ change: insert }, { change: null }]), sendOptions())).toMatchObject({
      accepted: 2,
    });
    await Promise.all([keyless.close(), keyed.close()]);
  });
});
