// Used by tests: Kinesalite, an emulator of Kinesis that stores its data in a folder.
import { createRequire } from 'node:module';
import { startServer } from './server.js';

/**
 * @param {{ port: number }} options
 * @returns {Promise<import('./server.js').Server>}
 */
export const startKinesalite = ({ port }) =>
  startServer({
    name: 'kinesalite',
    program: process.execPath,
    port,
    args: (folder) => [
      createRequire(import.meta.url).resolve('kinesalite/cli.js'),
      '--port',
      String(port),
      '--path',
      folder,
      '--shardLimit',
      '1000',
      '--createStreamMs',
      '0',
    ],
  });
