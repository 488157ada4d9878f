import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { startMosquitto } from '../../../../scripts/peers/mosquitto.js';
import { brokerSuite } from './suite.ts';

const USER = 'a-user';
const PASSWORD = 'a-password-of-mosquitto';
const run = promisify(execFile);

for (const qos of ['0', '1', '2'])
  await brokerSuite({
    command: 'mqtt',
    programs: ['mosquitto', 'mosquitto_sub'],
    start: ([program = ''], [port = 0]) => startMosquitto({ program, port, user: USER, password: PASSWORD }),
    async target({ port }, name) {
      // A session that the broker keeps, with what was published since: read until nothing comes for a second.
      const session = ['-V', '5', '-c', '-x', '3600', '-i', `reader-${name}`, '-q', '1'];
      const subscriber = [
        ...session,
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-t',
        name,
        '-u',
        USER,
        '-P',
        PASSWORD,
      ];
      await run('mosquitto_sub', [...subscriber, '-E']);
      return {
        settings: { url: `mqtt://127.0.0.1:${port}`, topic: name, qos, username: USER, password: PASSWORD },
        async read() {
          const reader = spawn('mosquitto_sub', [...subscriber, '-W', '2'], {
            stdio: ['ignore', 'pipe', 'ignore'],
          });
          let text = '';
          reader.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          await once(reader, 'close');
          return text.split('\n').filter((line) => line !== '');
        },
      };
    },
    wrong: { password: 'not-the-password' },
    secrets: [PASSWORD],
    at: (port) => ({ url: `mqtt://127.0.0.1:${port}` }),
    forgets: true,
    way: `QoS ${qos}`,
    brief: qos !== '1',
  });
