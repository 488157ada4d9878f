import { connect, type Channel } from 'amqplib';
import { startRabbitmq } from '../../../../scripts/peers/rabbitmq.js';
import { brokerSuite } from './suite.ts';

const USER = 'streamer';
const PASSWORD = 'a-password+of/rabbitmq';

async function withChannel<Result>(
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

/** Every message of a queue, which keeps them. */
const messages = (port: number, queue: string): Promise<string[]> =>
  withChannel(port, async (channel) => {
    const rows: string[] = [];
    const { messageCount } = await channel.assertQueue(queue);
    if (messageCount === 0) return rows;
    await new Promise<void>((resolve) => {
      void channel.consume(queue, (message) => {
        rows.push(message?.content.toString() ?? '');
        if (rows.length === messageCount) resolve();
      });
    });
    return rows;
  });

await brokerSuite({
  command: 'rabbitmq',
  programs: ['rabbitmq-server'],
  start: (_, ports) =>
    startRabbitmq({ ports: [ports[0] ?? 0, ports[1] ?? 0, ports[3] ?? 0], user: USER, password: PASSWORD }),
  target: async ({ port }, name) => ({
    settings: { endpoint: `amqp://127.0.0.1:${port}`, queue: name, username: USER, password: PASSWORD },
    read: () => messages(port, name),
  }),
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port) => ({ endpoint: `amqp://127.0.0.1:${port}` }),
  perSecond: 1000,
});
