import { parseConfig } from '@catbird/core/destinations';
import { describe, expect, test } from 'vitest';
import type { Broker } from '../../../../scripts/peers/rabbitmq.js';
import { batchOf, batchWith } from '../../../send/test/destinations/batch.ts';
import { configOf, deliveryError, sendOptions, testEnv } from '../../../send/test/destinations/contract.ts';
import { rabbitmq } from '../../src/systems/rabbitmq/destination.ts';
import { here } from '../here.ts';
import { messages, PASSWORD, rabbitmq as subject, USER, withChannel } from './rabbitmq.ts';
import type { Setup } from './subject.ts';
import { brokerSuite } from './suite.ts';

brokerSuite([subject], (setup) => describe('queues and exchanges', () => queueTests(setup)));

function queueTests(setup: Setup): void {
  const broker = (): Broker => setup.server as Broker;
  const settings = (more: Readonly<Record<string, unknown>>) => ({
    url: `amqp://127.0.0.1:${broker().port}`,
    username: USER,
    password: PASSWORD,
    ...more,
  });
  const sent = async (
    rows: readonly unknown[],
    more: Readonly<Record<string, unknown>>,
    batch = batchOf(rows),
  ) => {
    const connection = await rabbitmq.open(configOf(rabbitmq, settings(more)), testEnv());
    try {
      return await connection.send(batch, sendOptions());
    } finally {
      await connection.close();
    }
  };
  const withExchange = (name: string, queue: string, key: string) =>
    withChannel(broker().port, async (channel) => {
      await channel.assertExchange(name, 'topic');
      await channel.assertQueue(queue);
      await channel.bindQueue(queue, name, key);
    });

  test('an address with a password is taken from the environment, and messages are in the queue that options describe', async () => {
    const url = `amqp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${broker().port}/%2f`;
    const to = ['rabbitmq', '--queue', 'old', '--limit', '250', '--eps', '1000'];
    const queueOptions = ['--queueOptions', '{"durable": true, "messageTtl": 600000}'];
    const options = '{"persistent": true, "messageId": "same", "headers": {"a": 1}}';
    const ended = await here([...to, ...queueOptions, '--publishOptions', options, '--logs'], {
      env: { CATBIRD_RABBITMQ_URL: url },
    });
    expect(ended.code, ended.err).toBe(0);
    for (const form of [PASSWORD, encodeURIComponent(PASSWORD)])
      expect(ended.out + ended.err).not.toContain(form);
    // A queue with other options would be refused.
    const asserted = { durable: true, messageTtl: 600_000 };
    const { messageCount } = await withChannel(broker().port, (channel) =>
      channel.assertQueue('old', asserted),
    );
    expect(messageCount).toBe(250);
  });

  test('messages pass an exchange by routing key, persistent and as JSON', async () => {
    await withExchange('ex', 'bound', 'mock.#');
    expect(await sent([{ n: 1 }, { n: 1 }], { exchange: 'ex', routingKey: 'mock.a' })).toMatchObject({
      accepted: 2,
    });
    const message = await withChannel(broker().port, (channel) => channel.get('bound'));
    expect(message).toMatchObject({
      fields: { exchange: 'ex', routingKey: 'mock.a' },
      properties: { deliveryMode: 2, contentType: 'application/json', messageId: 'abcdefghij-_-0' },
    });
  });

  test('unroutable messages do not count as sent unless requested', async () => {
    await withExchange('lonely', 'bound2', 'this');
    const target = { exchange: 'lonely', routingKey: 'that' };
    expect(await deliveryError(sent([{ n: 1 }], target))).toMatchObject({ kind: 'not-found' });
    const careless = { ...target, publishOptions: { mandatory: false } };
    expect(await sent([{ n: 1 }], careless)).toMatchObject({ accepted: 1 });
  });

  test('of equal messages, those whose own routing key leads nowhere are rejected', async () => {
    await withExchange('twins', 'bound3', 'this');
    const keys = Array.from({ length: 1000 }, (_, i) => (i % 7 === 3 ? 'that' : 'this'));
    const lost = keys.flatMap((key, place) => (key === 'that' ? [place] : []));
    const batch = batchWith(keys.map((route) => [{ n: 1 }, { route }] as const));
    const receipt = await sent([], { exchange: 'twins', routingKey: '{{key}}' }, batch);
    expect(receipt.rejectedPlaces).toEqual(lost);
    expect(await messages(broker().port, 'bound3')).toHaveLength(keys.length - lost.length);
  });

  test('a full queue rejects messages, which can be retried', async () => {
    const queueOptions = { maxLength: 3, arguments: { 'x-overflow': 'reject-publish' } };
    const receipt = await sent([1, 2, 3, 4, 5], { queue: 'full', queueOptions });
    expect(receipt.accepted + (receipt.retryable?.rows.length ?? 0)).toBe(5);
    expect(receipt).toMatchObject({
      retryable: { error: { kind: 'unavailable', uncertain: false } },
      rejected: 0,
    });
    expect(await messages(broker().port, 'full', queueOptions)).toHaveLength(receipt.accepted);
  });

  test('if one queue of an exchange rejects a message that another stores, it is uncertain', async () => {
    const full = { maxLength: 1, arguments: { 'x-overflow': 'reject-publish' } };
    await withChannel(broker().port, async (channel) => {
      await channel.assertExchange('both', 'fanout');
      for (const [queue, options] of [
        ['small', full],
        ['large', {}],
      ] as const) {
        await channel.assertQueue(queue, options);
        await channel.bindQueue(queue, 'both', '');
      }
    });
    const receipt = await sent([1, 2, 3, 4, 5], { exchange: 'both' });
    expect(receipt.accepted).toBeLessThan(5);
    expect(receipt).toMatchObject({
      rejected: 0,
      retryable: { error: { kind: 'unavailable', uncertain: true } },
    });
    expect(await messages(broker().port, 'large')).toHaveLength(5);
  });

  test('an existing queue is used as it is; different options are reported', async () => {
    const arguments_ = { 'x-max-priority': 3 };
    await withChannel(broker().port, (channel) => channel.assertQueue('own', { arguments: arguments_ }));
    expect(await sent([{ n: 1 }], { queue: 'own' })).toMatchObject({ accepted: 1 });
    const error = await deliveryError(sent([{}], { queue: 'own', queueOptions: { durable: true } }));
    expect(error).toMatchObject({ kind: 'not-found', code: '406' });
    expect(error.message).toContain('x-max-priority');
  });

  test('a queue that is deleted during a run ends the run and is not recreated silently', async () => {
    const connection = await rabbitmq.open(configOf(rabbitmq, settings({ queue: 'brief' })), testEnv());
    await connection.send(batchOf([{ n: 1 }]), sendOptions());
    await withChannel(broker().port, (channel) => channel.deleteQueue('brief'));
    expect(await deliveryError(connection.send(batchOf([{ n: 2 }]), sendOptions()))).toMatchObject({
      kind: 'not-found',
    });
    // An aborted request closes its connection, as a broker that stops does.
    const controller = new AbortController();
    const request = connection.send(batchOf([{ n: 3 }]), sendOptions({ signal: controller.signal }));
    controller.abort();
    await expect(request).rejects.toBe(controller.signal.reason);
    const error = await deliveryError(connection.send(batchOf([{ n: 4 }]), sendOptions()));
    expect(error).toMatchObject({ kind: 'not-found', message: expect.stringContaining('brief was deleted') });
    await connection.close();
  });

  test('a missing exchange and a missing virtual host are reported', async () => {
    expect(await deliveryError(sent([{}], { exchange: 'none' }))).toMatchObject({
      kind: 'not-found',
      code: '404',
    });
    const elsewhere = { url: `amqp://127.0.0.1:${broker().port}/elsewhere`, queue: 'q' };
    expect(await deliveryError(sent([{}], elsewhere))).toMatchObject({ kind: 'auth', code: '530' });
    const config = configOf(rabbitmq, settings({ exchange: 'none' }));
    const { ok, message } = await rabbitmq.check(config, testEnv(), new AbortController().signal);
    expect({ ok, message }).toEqual({ ok: false, message: expect.stringContaining('has no exchange none') });
  });

  test('settings without a target are rejected', () => {
    expect(parseConfig(rabbitmq, settings({}))).toMatchObject({
      ok: false,
      issues: [{ path: ['queue'], message: 'Required' }],
    });
    expect(
      parseConfig(rabbitmq, settings({ queue: 'q', publishOptions: '{"persistant": 1}' })),
    ).toMatchObject({ ok: false });
  });
}
