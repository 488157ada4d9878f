import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Checker, Row, Rows } from '../examples/ports/rows.ts';
import { ROOT } from './sources.ts';

const PORTS = join(ROOT, 'examples', 'ports');
const names = readdirSync(PORTS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catbird-ports-'));
  const runs = names.flatMap((name) => [join(PORTS, name, 'catbird.yaml'), join(folder, name)]);
  await promisify(execFile)(process.execPath, [join(ROOT, 'test', 'run-configs.js'), ...runs]);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** The rows of all files that a config has written. */
const rowsIn = (name: string): Rows =>
  Object.fromEntries(
    readdirSync(join(folder, name)).map((file) => [
      file.replace('.ndjson', ''),
      readFileSync(join(folder, name, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Row),
    ]),
  );

describe.each(names)('%s', (name) => {
  test('has its property, and its checker finds rows that do not', async () => {
    const { check, mutants } = (await import(join(PORTS, name, 'check.ts'))) as Checker;
    const rows = rowsIn(name);
    expect(check(rows).slice(0, 5)).toEqual([]);
    expect(Object.keys(mutants)).not.toEqual([]);
    for (const [broken, mutate] of Object.entries(mutants)) {
      const copy = structuredClone(rows);
      mutate(copy);
      expect(check(copy), broken).not.toEqual([]);
    }
  });
});

test('the list names each of them', () => {
  const list = readFileSync(join(PORTS, 'README.md'), 'utf8');
  expect(names.filter((name) => !list.includes(`(${name}/catbird.yaml)`))).toEqual([]);
});
