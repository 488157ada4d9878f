import { connect, nanos } from '@nats-io/transport-node';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { startNats } from '../../../../scripts/peers/nats.js';
import type { Subject } from './subject.ts';

const USER = 'a-user';
const PASSWORD = 'a-password-of-nats';

async function connected(port: number) {
  return connect({ servers: `127.0.0.1:${port}`, user: USER, pass: PASSWORD });
}

/** All rows of a stream, with their message IDs. */
async function stored(port: number, name: string): Promise<readonly { row: string; id: string }[]> {
  const nc = await connected(port);
  try {
    const { state } = await (await jetstreamManager(nc)).streams.info(name);
    const consumer = await jetstream(nc).consumers.get(name, { deliver_policy: DeliverPolicy.All });
    const found: { row: string; id: string }[] = [];
    while (found.length < state.messages) {
      const messages = await consumer.fetch({ max_messages: Math.min(1000, state.messages - found.length) });
      for await (const message of messages)
        found.push({ row: message.string(), id: message.headers?.get('Nats-Msg-Id') ?? '' });
    }
    return found;
  } finally {
    await nc.close();
  }
}

export const nats: Subject = {
  command: 'nats',
  programs: ['nats-server'],
  start: ([program = ''], [port = 0]) => startNats({ program, port, user: USER, password: PASSWORD }),
  async target({ port }, name) {
    const nc = await connected(port);
    await (
      await jetstreamManager(nc)
    ).streams.add({
      name,
      subjects: [`${name}.>`],
      // Many kills may take longer than the default of two minutes.
      duplicate_window: nanos(3_600_000),
    });
    await nc.close();
    return {
      settings: {
        url: `nats://127.0.0.1:${port}`,
        subject: `${name}.web`,
        jetstream: 'true',
        username: USER,
        password: PASSWORD,
      },
      read: async () => (await stored(port, name)).map(({ row }) => row),
      ids: async () => (await stored(port, name)).map(({ id }) => id),
    };
  },
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port) => ({ url: `nats://127.0.0.1:${port}` }),
  deduplicates: true,
};
