import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyNth } from './long.ts';
import type { Checker } from '../examples/ports/sql.ts';
import { PORTS, ports, tableOf, tablesOf, violated } from './ports.ts';
import { ROOT } from './sources.ts';

const checkerOf = async (name: string): Promise<Checker> =>
  (await import(join(PORTS, name, 'check.ts'))) as Checker;

/** One in six with each commit: they are twenty examples of the same. */
const tried = everyNth(6, ports);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-ports-'));
  const runs = tried.map(async (name) => {
    const { sets = [] } = await checkerOf(name);
    return [join(PORTS, name, 'catbird.yaml'), join(folder, name), JSON.stringify(sets)];
  });
  const args = (await Promise.all(runs)).flat();
  await promisify(execFile)(process.execPath, [join(ROOT, 'test', 'run-configs.js'), ...args]);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(tried)('%s has its property, and its checker finds rows that do not', async (name) => {
  const checker = await checkerOf(name);
  const connection = await tablesOf(join(folder, name));
  expect(await violated(checker, connection)).toEqual([]);
  const mutants = Object.entries(checker.mutants);
  expect(mutants).not.toEqual([]);
  const files = readdirSync(join(folder, name)).map((file) => tableOf(file));
  const empty = files.map((table) => [`${table} is empty`, `DELETE FROM "${table}"`] as const);
  for (const [broken, statement] of [...everyNth(3, mutants), ...empty]) {
    await connection.run('BEGIN');
    await connection.run(statement);
    expect(await violated(checker, connection), broken).not.toEqual([]);
    await connection.run('ROLLBACK');
  }
  connection.closeSync();
});

test('the list names each of them', () => {
  const list = readFileSync(join(PORTS, 'README.md'), 'utf8');
  expect(ports.filter((name) => !list.includes(`(${name}/catbird.yaml)`))).toEqual([]);
});
