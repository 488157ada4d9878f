import { cp, mkdtemp, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../scripts/command.js';
import { ROOT } from './sources.ts';

/** What the builds write. */
const BUILDS = ['packages/core/lib', 'packages/cli/bundle'];
/** What they write last. */
const LAST = ['packages/core/lib/index.js', 'packages/cli/bundle/THIRD-PARTY-LICENSES.txt'];

const SHIPPED = ['src', 'package.json', 'NOTICE', 'README.md'];

let root = '';
const copy = (...paths: readonly string[]) =>
  Promise.all(paths.map((each) => cp(join(ROOT, each), join(root, each), { recursive: true })));
/** What npm runs before it packs a package. To pack takes ten times as long. */
async function prepack(name: string) {
  const cwd = join(root, 'packages', name);
  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as {
    scripts: { prepack: string };
  };
  const [program = '', ...args] = scripts.prepack.split(' ');
  return run(program, args, { cwd, quiet: true });
}
const changed = (path: string, seconds: number) => {
  const at = new Date(Date.now() + 1000 * seconds);
  return utimes(join(root, path), at, at);
};

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'catbird-prepack-'));
  await copy(
    'scripts',
    ...['core', 'cli'].flatMap((name) => SHIPPED.map((each) => `packages/${name}/${each}`)),
  );
  await copy('packages/cli/bin');
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('packages are packed only after they were built, and built again after the sources of both', async () => {
  for (const [name, lacked] of [
    ['core', 'lib/index.js'],
    ['cli', 'bundle/THIRD-PARTY-LICENSES.txt'],
  ] as const) {
    const unbuilt = await prepack(name);
    expect(unbuilt.code).not.toBe(0);
    expect(unbuilt.output).toContain(`packages/${name} cannot be packed: it lacks ${lacked}`);
  }

  await copy(...BUILDS);
  await Promise.all(LAST.map((each) => changed(each, 60)));
  for (const name of ['core', 'cli']) expect(await prepack(name)).toMatchObject({ code: 0 });

  await changed('packages/core/src/index.ts', 120);
  for (const name of ['core', 'cli']) {
    const old = await prepack(name);
    expect(old.code).not.toBe(0);
    expect(old.output).toContain(`packages/${name} cannot be packed: its sources are newer than its build`);
  }
});
