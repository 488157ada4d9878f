// Used by tests: Redis, configured to keep acknowledged data even if it is killed.
import { startServer } from './server.js';

/**
 * @param {{ program: string, port: number, password?: string }} options
 * @returns {Promise<import('./server.js').Server>}
 */
export const startRedis = ({ program, port, password }) =>
  startServer({
    name: 'redis',
    program,
    port,
    args: (folder) => [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'always',
      ...(password === undefined ? [] : ['--requirepass', password]),
    ],
  });
