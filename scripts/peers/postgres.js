// Used by tests: Postgres with an empty database `postgres`.
import { execFileSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { identityOf, makeData, startServer } from './server.js';

/** The user it runs as if this process is root: it refuses to run as root. The package creates this user. */
const USER = 'postgres';

/**
 * @param {{ program: string, port: number, password: string }} options the password is that of the user `postgres`
 * @returns {Promise<import('./server.js').Server>}
 */
export const startPostgres = ({ program, port, password }) =>
  startServer({
    name: 'postgres',
    program,
    port,
    user: USER,
    prepare(folder) {
      const identity = identityOf(USER);
      const passwords = join(folder, 'password');
      writeFileSync(passwords, password, { mode: 0o600 });
      if (identity !== undefined) chownSync(passwords, identity.uid, identity.gid);
      const flags = ['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--no-locale', '--no-sync'];
      const data = join(folder, 'data');
      makeData(`postgres-${password}`, data, () =>
        execFileSync(
          join(dirname(program), 'initdb'),
          ['--pgdata', data, '--username', USER, '--pwfile', passwords, ...flags],
          { stdio: 'ignore', cwd: folder, ...identity },
        ),
      );
    },
    ready: /ready to accept connections/,
    args: (folder) => [
      '-D',
      join(folder, 'data'),
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'shared_buffers=16MB',
      '-c',
      'fsync=off',
    ],
  });
