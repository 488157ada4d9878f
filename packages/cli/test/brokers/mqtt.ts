import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { startMosquitto } from '../../../../scripts/peers/mosquitto.js';
import type { Subject } from './subject.ts';

const USER = 'a-user';
const PASSWORD = 'a-password-of-mosquitto';
const run = promisify(execFile);

/** Marks the end of the events. */
const LAST = 'the last one';

/** Lines that a subscriber prints before the last one. */
async function untilLast(subscriber: ChildProcessByStdio<null, Readable, null>): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: subscriber.stdout })) {
    if (line === LAST) break;
    lines.push(line);
  }
  subscriber.kill();
  return lines;
}

/** MQTT with QoS 1, 0 and 2. */
export const mqtt: readonly Subject[] = ['1', '0', '2'].map((qos) => ({
  command: 'mqtt',
  programs: ['mosquitto', 'mosquitto_sub'],
  start: ([program = ''], [port = 0]) => startMosquitto({ program, port, user: USER, password: PASSWORD }),
  async target({ port }, name) {
    // The broker queues events for this session until they are read.
    const session = ['-V', '5', '-c', '-x', '3600', '-i', `reader-${name}`, '-q', '1', '-t', name];
    const login = ['-h', '127.0.0.1', '-p', String(port), '-u', USER, '-P', PASSWORD];
    await run('mosquitto_sub', [...login, ...session, '-E']);
    return {
      settings: { url: `mqtt://127.0.0.1:${port}`, topic: name, qos, username: USER, password: PASSWORD },
      async read() {
        // With the same QoS as the events, so that it comes last.
        await run('mosquitto_pub', [...login, '-V', '5', '-q', qos, '-t', name, '-m', LAST]);
        return untilLast(
          spawn('mosquitto_sub', [...login, ...session], { stdio: ['ignore', 'pipe', 'inherit'] }),
        );
      },
    };
  },
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port) => ({ url: `mqtt://127.0.0.1:${port}` }),
  losesOnKill: true,
  variant: `QoS ${qos}`,
  brief: qos !== '1',
}));
