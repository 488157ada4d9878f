import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startMariadb } from '../../../../scripts/peers/mariadb.js';
import type { Subject } from './subject.ts';

export const USER = 'a_user';
export const PASSWORD = 'a-password-of-mariadb';
const run = promisify(execFile);

/** The rows of a statement, one per line, as the server's own client prints them. */
export async function mariadb(port: number, statement: string): Promise<readonly string[]> {
  const address = ['--no-defaults', '-h127.0.0.1', `-P${port}`, `-u${USER}`];
  const args = [...address, '--default-character-set=utf8mb4', '-N', '-B', '--raw', 'test'];
  const env = { ...process.env, MYSQL_PWD: PASSWORD };
  const { stdout } = await run('mariadb', [...args, '-e', statement], { env, maxBuffer: 1e9 });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Starts MariaDB with an empty database `test`. */
export const started = ([program = '', installer = '']: readonly string[], [port = 0]: readonly number[]) =>
  startMariadb({ program, installer, port, user: USER, password: PASSWORD });

/** Names of the programs that `started` and `mariadb` need. */
export const PROGRAMS = ['mariadbd', 'mariadb-install-db', 'mariadb'] as const;

const server = {
  command: 'mysql',
  programs: PROGRAMS,
  start: started,
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port: number) => ({ url: `mysql://127.0.0.1:${port}/test` }),
};

const settingsOf = (port: number) => ({
  url: `mysql://127.0.0.1:${port}/test`,
  username: USER,
  password: PASSWORD,
});

/** MariaDB with a column of JSON, and with a column per field. */
export const mysql: readonly Subject[] = [
  {
    ...server,
    variant: 'a column of JSON',
    async target({ port }, name) {
      await mariadb(port, `CREATE TABLE ${name} (number serial PRIMARY KEY, event json NOT NULL)`);
      return {
        settings: { ...settingsOf(port), table: name, column: 'event' },
        read: () => mariadb(port, `SELECT event FROM ${name}`),
      };
    },
  },
  {
    ...server,
    variant: 'a column per field, with a unique key',
    brief: true,
    deduplicates: true,
    async target({ port }, name) {
      await mariadb(
        port,
        `CREATE TABLE \`${name}\` (id uuid PRIMARY KEY, n bigint, t text, at timestamp(6) DEFAULT now())`,
      );
      return {
        settings: { ...settingsOf(port), table: `test.${name}`, conflict: 'skip' },
        read: () => mariadb(port, `SELECT JSON_OBJECT('id', id, 'n', n, 't', t) FROM \`${name}\``),
      };
    },
  },
];
