import { connect, type Channel, type Options } from 'amqplib';
import { startRabbitmq, type Broker } from '../../../../scripts/peers/rabbitmq.js';
import type { Subject } from './subject.ts';

export const USER = 'streamer';
export const PASSWORD = 'a-password+of/rabbitmq';

/** Uses a channel of a connection of its own. */
export async function withChannel<Result>(
  port: number,
  use: (channel: Channel) => Promise<Result>,
): Promise<Result> {
  const model = await connect({ hostname: '127.0.0.1', port, username: USER, password: PASSWORD });
  try {
    return await use(await model.createChannel());
  } finally {
    await model.close();
  }
}

/** All messages of a queue, which remain there. */
export const messages = (port: number, queue: string, options?: Options.AssertQueue): Promise<string[]> =>
  withChannel(port, async (channel) => {
    const rows: string[] = [];
    const { messageCount } = await channel.assertQueue(queue, options);
    if (messageCount === 0) return rows;
    await new Promise<void>((resolve) => {
      void channel.consume(queue, (message) => {
        rows.push(message?.content.toString() ?? '');
        if (rows.length === messageCount) resolve();
      });
    });
    return rows;
  });

export const rabbitmq: Subject = {
  command: 'rabbitmq',
  programs: ['rabbitmq-server'],
  start: (_, [port = 0, nodePort = 0, , mapperPort = 0]) =>
    startRabbitmq({ ports: [port, nodePort, mapperPort], user: USER, password: PASSWORD }),
  // The broker saves new queues seconds later. Killed before, it loses a queue with all its confirmed messages.
  beforeKill: async (server) => void (await (server as Broker).control('eval', 'mnesia:sync_log().')),
  target: async ({ port }, name) => ({
    settings: { url: `amqp://127.0.0.1:${port}`, queue: name, username: USER, password: PASSWORD },
    read: () => messages(port, name),
  }),
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port) => ({ url: `amqp://127.0.0.1:${port}` }),
  perSecond: 1000,
  startsSlowly: true,
};
