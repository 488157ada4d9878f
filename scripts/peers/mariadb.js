// Used by tests: MariaDB with an empty database `test`.
import { execFileSync } from 'node:child_process';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identityOf, makeData, startServer } from './server.js';

/** The user it runs as if this process is root: it refuses to run as root. The package creates this user. */
const USER = 'mysql';

/**
 * @param {{ program: string, installer: string, port: number, user: string, password: string, tls?: { cert: string, key: string } }} options `installer` is the path of mariadb-install-db, `tls` are PEM
 * @returns {Promise<import('./server.js').Server>}
 */
export const startMariadb = ({ program, installer, port, user, password, tls }) =>
  startServer({
    name: 'mariadb',
    program,
    port,
    user: USER,
    prepare(folder) {
      const identity = identityOf(USER);
      /** @param {string} name @param {string} text */
      const write = (name, text) => {
        writeFileSync(join(folder, name), text);
        if (identity !== undefined) chownSync(join(folder, name), identity.uid, identity.gid);
      };
      if (tls !== undefined) {
        write('cert.pem', tls.cert);
        write('key.pem', tls.key);
      }
      write(
        'init.sql',
        [
          'CREATE DATABASE IF NOT EXISTS test;',
          `CREATE USER IF NOT EXISTS '${user}'@'%' IDENTIFIED BY '${password}';`,
          `GRANT ALL ON *.* TO '${user}'@'%';`,
          '',
        ].join('\n'),
      );
      const data = join(folder, 'data');
      makeData('mariadb', data, () =>
        execFileSync(
          installer,
          [
            '--no-defaults',
            `--datadir=${data}`,
            '--skip-test-db',
            '--auth-root-authentication-method=normal',
          ],
          // What it prints is in the error if it fails.
          { stdio: 'pipe', cwd: folder, ...identity },
        ),
      );
    },
    ready: /ready for connections/,
    args: (folder) => [
      '--no-defaults',
      `--datadir=${join(folder, 'data')}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--init-file=${join(folder, 'init.sql')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--innodb-flush-log-at-trx-commit=2',
      '--innodb-buffer-pool-size=16M',
      ...(tls === undefined
        ? []
        : [`--ssl-cert=${join(folder, 'cert.pem')}`, `--ssl-key=${join(folder, 'key.pem')}`]),
    ],
  });
