import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startPostgres } from '../../../../scripts/peers/postgres.js';
import type { Subject } from './subject.ts';

export const PASSWORD = 'a-password-of-postgres';
const run = promisify(execFile);

/** The rows of a statement, one per line, as `psql` prints them. */
export async function psql(port: number, statement: string): Promise<readonly string[]> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-X', '-q', '-A', '-t'];
  const env = { ...process.env, PGPASSWORD: PASSWORD };
  const { stdout } = await run('psql', [...args, '-c', statement], { env, maxBuffer: 1e9 });
  return stdout.split('\n').filter((line) => line !== '');
}

const server = {
  command: 'postgres',
  programs: ['postgres', 'psql'] as const,
  start: ([program = '']: readonly string[], [port = 0]: readonly number[]) =>
    startPostgres({ program, port, password: PASSWORD }),
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port: number) => ({ url: `postgres://127.0.0.1:${port}/postgres` }),
};

/** Postgres with a column of jsonb, and with a column per field. */
export const postgres: readonly Subject[] = [
  {
    ...server,
    variant: 'a column of jsonb',
    async target({ port }, name) {
      await psql(port, `CREATE TABLE ${name} (number serial PRIMARY KEY, event jsonb NOT NULL)`);
      return {
        settings: {
          url: `postgres://127.0.0.1:${port}/postgres`,
          table: name,
          column: 'event',
          username: 'postgres',
          password: PASSWORD,
        },
        // jsonb does not keep the order of members.
        read: async () => (await psql(port, `SELECT event FROM ${name}`)).map(inOrder),
      };
    },
  },
  {
    ...server,
    variant: 'a column per field, with a unique key',
    brief: true,
    deduplicates: true,
    async target({ port }, name) {
      await psql(
        port,
        `CREATE TABLE "${name}" (id uuid PRIMARY KEY, n bigint, t text, at timestamptz DEFAULT now())`,
      );
      return {
        settings: {
          url: `postgres://127.0.0.1:${port}/postgres`,
          table: `public.${name}`,
          conflict: 'skip',
          username: 'postgres',
          password: PASSWORD,
        },
        read: () => psql(port, `SELECT json_build_object('id', id, 'n', n, 't', t) FROM "${name}"`),
      };
    },
  },
];

/** Restores the order of members: jsonb sorts the shortest name first. */
function inOrder(text: string): string {
  const row = JSON.parse(text) as Record<string, unknown>;
  const names = ['id', 'n', 't', 'text', 'nested'].filter((name) => name in row);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
}
