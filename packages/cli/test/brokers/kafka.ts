import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startKafka } from '../../../../scripts/peers/kafka.js';
import type { Subject } from './subject.ts';

const run = promisify(execFile);

/** All records of a topic, in a format of kcat. */
export const consumed = async (port: number, topic: string, format: string): Promise<string[]> => {
  const from = ['-C', '-q', '-e', '-b', `127.0.0.1:${port}`, '-t', topic, '-o', 'beginning'];
  const { stdout } = await run('kcat', [...from, '-f', `${format}\\n`], { maxBuffer: 1e9 });
  return stdout.split('\n').slice(0, -1);
};

export const kafka: Subject = {
  command: 'kafka',
  programs: ['kcat'],
  start: ([program = '']) => startKafka(program),
  target: async ({ port }, name) => ({
    settings: { brokers: `127.0.0.1:${port}`, topic: name },
    read: () => consumed(port, name, '%s'),
  }),
  secrets: [],
  cannotRestart: true,
  at: (port) => ({ brokers: `127.0.0.1:${port}` }),
};
