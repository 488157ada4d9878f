import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import { findProgram } from '../../../../scripts/programs.js';
import { startNats } from '../../../../scripts/peers/nats.js';
import { batchOf } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { nats } from '../../src/systems/nats/destination.ts';

const program = findProgram('nats-server');

describe.skipIf(program === undefined)('JetStream’s acknowledgement', () => {
  let server: Awaited<ReturnType<typeof startNats>>;
  let nc: NatsConnection;
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    server = await startNats({ program: program ?? '', port });
    nc = await connect({ servers: `127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await nc.close();
    await server.stop();
  });

  const sent = async (subject: string, more: Readonly<Record<string, unknown>> = {}) => {
    const settings = { url: `nats://127.0.0.1:${server.port}`, subject, jetstream: 'true', ...more };
    const connection = await nats.open(configOf(nats, settings), testEnv());
    try {
      return await connection.send(batchOf([{ n: 1 }, { n: 2 }]), sendOptions());
    } finally {
      await connection.close();
    }
  };

  test.each([
    ['nothing', ''],
    ['a word', '+OK'],
    ['an empty object', '{}'],
    ['a stream without a number', '{"stream":"EVENTS"}'],
    ['a number without a stream', '{"seq":1}'],
    ['an empty stream', '{"stream":"","seq":1}'],
    ['a number as text', '{"stream":"EVENTS","seq":"1"}'],
    ['no number that a stream gives', '{"stream":"EVENTS","seq":0}'],
    ['a different stream than requested', '{"stream":"OTHER","seq":1}'],
  ])('a subscriber that responds with %s confirms nothing', async (_, answer) => {
    const listener = nc.subscribe('web', { callback: (__, message) => void message.respond(answer) });
    await nc.flush();
    const error = await deliveryError(sent('web', { streamName: 'EVENTS' }));
    expect(error).toMatchObject({ kind: 'unconfirmed', uncertain: true });
    expect(error.hint).toContain('Something other than a stream responds on web');
    listener.unsubscribe();
    await nc.flush();
  });

  test('the acknowledgement of a stream confirms the events', async () => {
    await (await jetstreamManager(nc)).streams.add({ name: 'REAL', subjects: ['real'] });
    expect(await sent('real', { streamName: 'REAL' })).toMatchObject({ accepted: 2 });
    expect(await sent('real')).toMatchObject({ accepted: 2 });
  });

  test('a stream that was deleted is reported as such', async () => {
    const manager = await jetstreamManager(nc);
    await manager.streams.add({ name: 'GONE', subjects: ['gone'] });
    expect(await sent('gone')).toMatchObject({ accepted: 2 });
    await manager.streams.delete('GONE');
    const error = await deliveryError(sent('gone'));
    expect(error).toMatchObject({
      kind: 'not-found',
      message: `127.0.0.1:${server.port}: no stream has the subject gone`,
    });
    expect(error.hint).toMatch(/^It was deleted, was never created/);
  });
});
