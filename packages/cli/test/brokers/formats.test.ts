import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../../scripts/peers/postgres.js';
import { findProgram } from '../../../../scripts/programs.js';
import { freePorts } from '../../../../scripts/peers.js';
import { jsonLines } from '../catbird.ts';
import { here } from '../here.ts';

const run = promisify(execFile);
const PASSWORD = 'a-password-of-postgres';
const program = findProgram('postgres');
const CONFIG = ['--config', 'examples/shop.yaml'];

/** Rows in one order, without nulls and times of the clock. Postgres has its own order of members. */
const plain = (rows: readonly unknown[]): readonly string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row as object)
          .filter(([name, value]) => value !== null && !name.endsWith('_at'))
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, value]) => [name, Array.isArray(value) ? value.length : (value as unknown)]),
      ),
    )
    .toSorted();

describe.skipIf(program === undefined || findProgram('psql') === undefined)('Postgres', () => {
  let port = 0;
  let folder = '';
  let server: { stop(): Promise<void> };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-copy-'));
    [port = 0] = await freePorts(1);
    server = await startPostgres({ program: program ?? '', port, password: PASSWORD });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const psql = async (...commands: string[]): Promise<string> => {
    const args = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-X', '-q', '-A', '-t'];
    const all = commands.flatMap((command) => ['-c', command]);
    const env = { ...process.env, PGPASSWORD: PASSWORD };
    return (await run('psql', [...args, '-v', 'ON_ERROR_STOP=1', ...all], { env, maxBuffer: 1e9 })).stdout;
  };

  test('takes the tables of a config and their rows as CSV and TSV, with keys and references', async () => {
    await psql((await here(['schema', '--as', 'ddl:postgres', ...CONFIG])).out);
    for (const [i, stream] of ['users', 'products', 'orders', 'payments'].entries()) {
      const [format, options] = i % 2 === 0 ? ['csv', 'FORMAT csv, HEADER'] : ['tsv', 'HEADER'];
      const sample = ['sample', ...CONFIG, '--quiet', '--stream', stream, '-n', '1000'];
      const file = join(folder, stream);
      const printed = await here([...sample, '--format', format ?? '']);
      await writeFile(file, printed.out);
      await psql(`\\copy ${stream} FROM '${file}' WITH (${options})`);
      const stored = jsonLines(await psql(`SELECT to_jsonb(t) FROM ${stream} t`));
      const expected = jsonLines((await here(sample)).out);
      expect(plain(stored)).toEqual(plain(expected));
    }
  });
});
