import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { findProgram } from '../../../../scripts/programs.js';
import { startNats } from '../../../../scripts/peers/nats.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { nats } from '../../src/systems/nats/destination.ts';
import { jsonLines } from '../catbird.ts';
import { here } from '../here.ts';

const program = findProgram('nats-server');
const USER = 'a-user';
const PASSWORD = 'a-password-of-nats';

describe.skipIf(program === undefined)('NATS, special cases', () => {
  let server: Server;
  let url = '';
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    server = await startNats({
      program: program ?? '',
      port,
      user: USER,
      password: PASSWORD,
      denied: 'forbidden',
    });
    url = `nats://127.0.0.1:${port}`;
  });
  afterAll(() => server.stop());

  const opened = (settings: Readonly<Record<string, string>>) =>
    nats.open(configOf(nats, { url, username: USER, password: PASSWORD, ...settings }), {
      ...testEnv(),
      stream: { id: 'stream', rowNumber: (index) => 3 + index * 4 },
    });
  const connected = () => connect({ servers: url.slice('nats://'.length), user: USER, pass: PASSWORD });

  test('without JetStream, every event reaches subscribers', async () => {
    const nc = await connected();
    const subscription = nc.subscribe('web', { max: 5000 });
    await nc.flush();
    const ended = await here(
      [
        'nats',
        '--url',
        url,
        '--subject',
        'web',
        '--username',
        USER,
        '--eps',
        'max',
        '--limit',
        '5000',
        '--seed',
        '7',
        '--json',
      ],
      { env: { CATBIRD_NATS_PASSWORD: PASSWORD } },
    );
    expect(ended.code, ended.err).toBe(0);
    expect(jsonLines(ended.err).at(-1)).toMatchObject({ accepted: 5000, failed: 0 });
    let rows = '';
    for await (const message of subscription) rows += `${message.string()}\n`;
    await nc.close();
    const { out } = await here(['sample', '--seed', '7', '-n', '5000']);
    const withoutTimes = (text: string): unknown[] =>
      jsonLines(text).map((row) => ({ ...(row as object), timestamp: '' }));
    expect(withoutTimes(rows)).toEqual(withoutTimes(out));
  });

  test('a forbidden subject is reported with and without JetStream, and nothing counts', async () => {
    for (const jetstream of ['false', 'true']) {
      const connection = await opened({ subject: 'forbidden', jetstream });
      const error = await deliveryError(connection.send(batchOf([{}]), sendOptions()));
      expect(error).toMatchObject({ kind: 'auth' });
      await connection.close();
    }
  });

  test('a subject without a stream, and the wrong stream, are reported', async () => {
    const nobody = await opened({ subject: 'nobody', jetstream: 'true' });
    expect(await deliveryError(nobody.send(batchOf([{}]), sendOptions()))).toMatchObject({
      kind: 'not-found',
    });
    await nobody.close();
    const nc = await connected();
    await (await jetstreamManager(nc)).streams.add({ name: 'SOME', subjects: ['some'] });
    await nc.close();
    const other = await opened({ subject: 'some', jetstream: 'true', streamName: 'OTHER' });
    expect(await deliveryError(other.send(batchOf([{}]), sendOptions()))).toMatchObject({
      kind: 'not-found',
      code: '10060',
    });
    await other.close();
  });

  test('only an oversized event is rejected, and IDs use the number in the whole stream', async () => {
    const nc = await connected();
    const manager = await jetstreamManager(nc);
    await manager.streams.add({ name: 'IDS', subjects: ['ids'] });
    const connection = await opened({ subject: 'ids', jetstream: 'true' });
    const rows = [{ n: 1 }, { n: 2, text: 'x'.repeat(1_100_000) }, { n: 3 }];
    const receipt = await connection.send(batchOf(rows), sendOptions());
    expect(receipt).toMatchObject({ accepted: 2, rejected: 1, refusal: { kind: 'too-large' } });
    // Sent again, they are stored once.
    expect(await connection.send(batchOf(rows), sendOptions())).toMatchObject({ accepted: 2 });
    expect((await manager.streams.info('IDS')).state.messages).toBe(2);
    const last = await manager.streams.getMessage('IDS', { seq: 2 });
    expect(last?.header.get('Nats-Msg-Id')).toBe('stream-11');
    const without = await opened({ subject: 'ids' });
    expect(await without.send(batchOf(rows), sendOptions())).toMatchObject({ accepted: 2, rejected: 1 });
    await Promise.all([connection.close(), without.close(), nc.close()]);
  });

  test('a full stream is reported as temporary', async () => {
    const nc = await connected();
    const { streams } = await jetstreamManager(nc);
    await streams.add({ name: 'FULL', subjects: ['full'], max_msgs: 2, discard: 'new' });
    await nc.close();
    const connection = await opened({ subject: 'full', jetstream: 'true', messageIds: 'none' });
    const receipt = await connection.send(batchOf([{ n: 1 }, { n: 2 }, { n: 3 }]), sendOptions());
    expect(receipt).toMatchObject({ accepted: 2, retryable: { rows: [2], error: { kind: 'unavailable' } } });
    await connection.close();
  });
});
