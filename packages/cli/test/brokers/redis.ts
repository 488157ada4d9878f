import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startRedis } from '../../../../scripts/peers/redis.js';
import type { Subject } from './subject.ts';

const PASSWORD = 'a-password-of-redis';
const run = promisify(execFile);

export const redis: Subject = {
  command: 'redis',
  programs: ['redis-server', 'redis-cli'],
  start: ([program = ''], [port = 0]) => startRedis({ program, port, password: PASSWORD }),
  async target({ port }, name) {
    const entries = async (): Promise<readonly (readonly string[])[]> => {
      const args = ['-p', String(port), '--json', 'XRANGE', name, '-', '+'];
      const env = { ...process.env, REDISCLI_AUTH: PASSWORD };
      const { stdout } = await run('redis-cli', args, { env, maxBuffer: 1e9 });
      return (JSON.parse(stdout) as [string, string[]][]).map(([, fields]) => fields);
    };
    return {
      settings: {
        url: `redis://127.0.0.1:${port}`,
        stream: name,
        field: 'row',
        idField: 'id',
        password: PASSWORD,
      },
      read: async () => (await entries()).map(([, row = '']) => row),
      ids: async () => (await entries()).map(([, , , id = '']) => id),
    };
  },
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port) => ({ url: `redis://127.0.0.1:${port}` }),
};
