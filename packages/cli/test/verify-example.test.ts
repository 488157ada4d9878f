import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../../scripts/command.js';
import { onPath } from '../../../scripts/programs.js';
import { BIN } from './catbird.ts';
import { here } from './here.ts';

const run = promisify(execFile);
const EXAMPLE = join(ROOT, 'examples', 'verify');
const read = (file: string): Promise<string> => readFile(join(ROOT, file), 'utf8');

const python = onPath('python3');
if (python === undefined) console.warn('SKIPPED: the example of verify; python3 is not installed');

describe.skipIf(python === undefined)('the example of verify', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const catbird = (command: string, ...more: readonly string[]) =>
    here([command, at('shop.yaml'), '--record', at('run.json'), ...more]);
  const pipeline = () => run(python ?? '', ['pipeline.py'], { cwd: folder });
  const pytest = () =>
    run(python ?? '', ['-c', 'import test_orders; test_orders.test_shipped_orders()'], {
      cwd: folder,
      env: { PATH: `${at('bin')}:${process.env['PATH']}`, PYTHONPATH: at('pytest') },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catbird-example-'));
    await cp(EXAMPLE, folder, { recursive: true });
    // Paths of the config count from where a command runs.
    const config = (await readFile(at('shop.yaml'), 'utf8'))
      .replace('limit: 5000', 'limit: 500')
      .replace('path: orders', `path: ${at('orders')}`)
      .replace('source: shipped', `source: ${at('shipped')}`);
    await writeFile(at('shop.yaml'), config);
    const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${BIN}" "$@"\n`;
    await mkdir(at('bin'));
    await writeFile(at('bin/npx'), npx, { mode: 0o755 });
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is red with both mistakes of the pipeline, green without, and so is its test in Python', async () => {
    expect(await catbird('run', '--quiet')).toMatchObject({ code: 0 });
    await pipeline();
    const red = await catbird('verify');
    expect(red.code, red.err).toBe(99);
    expect(red.out).toMatch(
      /coupon is null \(no exception found\)[^]*total in \d+ rows: truncated to whole numbers \(certain\)/,
    );
    await expect(pytest()).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /AssertionError: .*'total': \['truncated to whole numbers'\].*'coupon is null'/,
      ) as string,
    });

    const text = await readFile(at('pipeline.py'), 'utf8');
    const fixed = text
      .replace('CAST(total AS INTEGER) AS total', 'total')
      .replace("coupon <> 'T", "coupon IS NOT 'T");
    await writeFile(at('pipeline.py'), fixed);
    await pipeline();
    const green = await catbird('verify');
    expect(green).toMatchObject({ code: 0, err: '' });
    await pytest();
  });
});

test('the guide shows the files of the example', async () => {
  const guide = await read('docs/prove-your-pipeline.md');
  const shown = (name: string): string =>
    guide.split(`[${name}]\n`)[1]?.split('\n```\n')[0] ?? `${name} is not in the guide`;
  expect(parse(shown('shop.yaml'))).toEqual(parse(await read('examples/verify/shop.yaml')));
  const withoutComment = (await read('examples/verify/pipeline.py')).replace(/^#.*\n/, '').trim();
  expect(shown('pipeline.py')).toBe(withoutComment);
});

test('the workflow uses actions by commit, and flags that exist', async () => {
  const text = await read('examples/verify/github-actions.yml');
  const { jobs } = parse(text) as { jobs: { verify: { steps: readonly { uses?: string; run?: string }[] } } };
  const uses = jobs.verify.steps.flatMap(({ uses: action }) => action ?? []);
  expect(uses).toHaveLength(4);
  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  const commands = jobs.verify.steps.flatMap(({ run: line }) =>
    line?.startsWith('catbird ') === true ? [line] : [],
  );
  for (const command of commands) {
    const [, name = '', ...rest] = command.split(' ');
    const help = await here([name, '--help', 'all']);
    for (const flag of rest.filter((each) => each.startsWith('--')))
      expect(help.out, command).toContain(flag);
  }
  expect(commands).toHaveLength(2);
});
