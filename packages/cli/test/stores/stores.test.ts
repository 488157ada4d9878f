import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startHttp } from '../../../../test/services/http.ts';
import type { Service } from '../../../../test/services/service.ts';
import { eventually, hasAccepted, jsonLines, start } from '../catbird.ts';
import { here } from '../here.ts';
import { PASSWORD, redis, s3, storeSuite, type RunningStore } from './suite.ts';

storeSuite(redis);
storeSuite(s3);

const SCHEMA = '{"n": {"type": "catbird.sequence"}, "id": {"type": "string.uuid"}}';

describe.skipIf(redis.isMissing)('a stream whose state is in Redis', () => {
  let store: RunningStore;
  let service: Service;
  beforeAll(async () => void (store = await redis.start()));
  afterAll(() => store.stop());
  beforeEach(async () => void (service = await startHttp()));
  afterEach(() => service.close());
  const argsFor = (name: string, ...more: readonly string[]): readonly string[] =>
    ['http', '--url', `${service.url}/events`, '--schema', '-', '--json', '--state']
      .concat(`${store.address}/${name}`)
      .concat(more);

  test('is not the state of another number of shards, and --start-at auto is when the first one started', async () => {
    const flags = ['--eps', 'max', '--limit', '10', '--seed', '7', '--start-at', 'auto'];
    const one = await here(argsFor('split', '--shard', '0/2', ...flags), { input: SCHEMA });
    expect(one.code, one.err).toBe(0);
    const half = await here(['summary', `${store.address}/split`]);
    expect(half.code, half.err).toBe(1);
    expect(half.out).toContain('Shard 1/2 is missing: 5 events left.');
    // So that a password need not be on the command line.
    expect(await here(['summary'], { env: { CATBIRD_STATE: `${store.address}/split` } })).toEqual(half);
    const other = await here(argsFor('split', '--shard', '1/3', ...flags), { input: SCHEMA });
    expect(other.code).toBe(2);
    expect(other.err).toContain('is of a stream in 2 shards, not 3');
    await here(argsFor('split', '--shard', '1/2', ...flags, '--from', 'now', '--to', '+1h'), {
      input: SCHEMA,
    });
    const alone = await here(['log', '--start-at', 'auto', '--limit', '1']);
    expect(alone).toMatchObject({
      code: 2,
      err: expect.stringContaining('--start-at auto needs --state') as unknown,
    });
    expect(await eventually(() => service.rows.length)).toBeGreaterThan(0);
  });

  test('is one for each stream of a config, and summary says so', async () => {
    const config = {
      streams: { orders: { limit: 3 }, visits: { limit: 4 } },
      destination: 'log',
      seed: 1,
      eps: 'max',
    };
    const state = `${store.address}/shop`;
    const ran = await here(['run', '-', '--state', state], { input: JSON.stringify(config) });
    expect(ran.code, ran.err).toBe(0);
    const { code, err } = await here(['summary'], { env: { CATBIRD_STATE: state } });
    expect(code).toBe(2);
    expect(err).toContain('/shop has no state: there are no keys catbird:shop:*');
    expect(err).toMatch(/add the name of each: redis:\S+\/shop\.STREAM/);
    expect(err).not.toContain(PASSWORD);
    const one = await here(['summary', `${state}.orders`]);
    expect(one.code, one.err).toBe(0);
    expect(one.out).toContain('3 events');
    const both = await here(['summary', '--json', `${state}.orders`, `${state}.visits`]);
    expect(both.code, both.err).toBe(0);
    expect(JSON.parse(both.out)).toMatchObject({
      'shop.orders': { accepted: 3 },
      'shop.visits': { accepted: 4 },
    });
  });

  test('ends at the second signal with a summary if the store hangs', async () => {
    const held: Socket[] = [];
    const { port, hostname, pathname } = new URL(store.address);
    const relay = createServer((client) => {
      const server = connect(Number(port), hostname);
      held.push(server, client);
      client.pipe(server).pipe(client);
      for (const each of [client, server]) each.on('error', () => undefined);
    });
    await once(relay.listen(0, '127.0.0.1'), 'listening');
    const address = relay.address();
    const relayed = `redis://:${PASSWORD}@127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const running = start(['log', '--eps', '100', '--json', '--state', `${relayed}${pathname}/hang`]);
    await hasAccepted(running);
    for (const socket of held) socket.unpipe();
    running.child.kill('SIGTERM');
    await running.printed('Interrupt again');
    running.child.kill('SIGTERM');
    const { code, err } = await running.ended;
    for (const socket of held) socket.destroy();
    await once(relay.close(), 'close');
    expect(jsonLines(err).at(-1)).toMatchObject({ type: 'summary', reason: 'interrupted' });
    expect(err).toMatch(/Gave up the last save at redis:\S+hang: a restart repeats the rows/);
    expect(code).toBe(130);
  });

  test('cannot be that of a file', async () => {
    const args = ['file', '--path', '/tmp/none/x', '--state', `${store.address}/file`];
    const { code, err } = await here(args);
    expect(code).toBe(2);
    expect(err).toContain('cannot be used for the file');
    expect(err).not.toContain(PASSWORD);
  });
});
