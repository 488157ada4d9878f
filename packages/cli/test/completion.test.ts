import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { catbird } from './catbird.ts';

test.each([
  [['check', 'ti'], ['tinybird']],
  [['sam'], ['sample']],
  [['tinybird', '--eps', '3', '--tok'], ['--token']],
  [['check', 'ably', '--api'], ['--api-key']],
  [['sample', '--limit'], []],
])('bash completes %j with %j', async (words, expected) => {
  const { code, out } = await catbird(['completion', 'bash']);
  expect(code).toBe(0);
  const script = `${out}
COMP_WORDS=(catbird ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_catbird
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(shell.stderr).toBe('');
  expect(shell.stdout.split('\n').filter((line) => line !== '')).toEqual(expected);
});

test('zsh and fish are supported, other shells are rejected', async () => {
  expect((await catbird(['completion', 'zsh'])).out).toContain('bashcompinit');
  expect((await catbird(['completion', 'fish'])).out).toContain("-l token -r -d 'Data Source API Token");
  expect((await catbird(['completion', 'tcsh'])).code).toBe(2);
});
