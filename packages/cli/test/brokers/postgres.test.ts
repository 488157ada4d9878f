import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startPostgres } from '../../../../scripts/peers/postgres.js';
import { brokerSuite } from './suite.ts';

const PASSWORD = 'a-password-of-postgres';
const run = promisify(execFile);

/** What `psql` prints: the rows of a statement, a line each. */
async function psql(port: number, statement: string): Promise<readonly string[]> {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-X', '-q', '-A', '-t'];
  const env = { ...process.env, PGPASSWORD: PASSWORD };
  const { stdout } = await run('psql', [...args, '-c', statement], { env, maxBuffer: 1e9 });
  return stdout.split('\n').filter((line) => line !== '');
}

const subject = {
  command: 'postgres',
  programs: ['postgres', 'psql'] as const,
  start: ([program = '']: readonly string[], [port = 0]: readonly number[]) =>
    startPostgres({ program, port, password: PASSWORD }),
  wrong: { password: 'not-the-password' },
  secrets: [PASSWORD],
  at: (port: number) => ({ url: `postgres://127.0.0.1:${port}/postgres` }),
};

await brokerSuite({
  ...subject,
  way: 'a column of jsonb',
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
      // As text in the order of its members, which jsonb does not keep.
      read: async () => (await psql(port, `SELECT event FROM ${name}`)).map(inOrder),
    };
  },
});

await brokerSuite({
  ...subject,
  way: 'columns, and a key that tells repetitions',
  brief: true,
  recognises: true,
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
});

/** The members of jsonb come shortest name first: `n` before `id`. */
function inOrder(text: string): string {
  const row = JSON.parse(text) as Record<string, unknown>;
  const names = ['id', 'n', 't', 'text', 'nested'].filter((name) => name in row);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])));
}
