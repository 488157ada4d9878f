import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyNth } from './long.ts';
import type { Checker } from '../examples/ports/rows.ts';
import { PORTS, ports, rowsIn } from './ports.ts';
import { ROOT } from './sources.ts';

const checkerOf = async (name: string): Promise<Checker> =>
  (await import(join(PORTS, name, 'check.ts'))) as Checker;

/** One in three with each commit: they are twenty examples of the same. */
const tried = everyNth(3, ports);

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
  const { check, mutants } = await checkerOf(name);
  const rows = rowsIn(join(folder, name));
  expect(check(rows).slice(0, 5)).toEqual([]);
  expect(Object.keys(mutants)).not.toEqual([]);
  for (const [broken, mutate] of everyNth(3, Object.entries(mutants))) {
    const copy = structuredClone(rows);
    mutate(copy);
    expect(check(copy).length, broken).toBeGreaterThan(0);
  }
  for (const file of Object.keys(rows))
    expect(check({ ...rows, [file]: [] }).length, `${file} is empty`).toBeGreaterThan(0);
});

test('the list names each of them', () => {
  const list = readFileSync(join(PORTS, 'README.md'), 'utf8');
  expect(ports.filter((name) => !list.includes(`(${name}/catbird.yaml)`))).toEqual([]);
});
