import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { here } from './here.ts';

test.each([
  [['check', 'ti'], ['tinybird']],
  [['sam'], ['sample']],
  [['tinybird', '--eps', '3', '--tok'], ['--token']],
  [['check', 'ably', '--api'], ['--api-key']],
  [['sample', '--dry-run'], []],
  [['sample', '--template', 'Fli'], ['Flight\\ Bookings']],
  [
    ['kafka', '--acks', ''],
    ['all', 'leader'],
  ],
  [['log', '--workers', ''], ['auto']],
  [['list', 'te'], ['templates']],
  [['validate', ''], []],
  [['validate', '--w'], ['--watch']],
  [['sample', '--schema', ''], []],
  [['completion', 'z'], ['zsh']],
])('bash completes %j with %j', async (words, expected) => {
  const { code, out } = await here(['completion', 'bash']);
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
  expect((await here(['completion', 'zsh'])).out).toContain('bashcompinit');
  expect((await here(['completion', 'fish'])).out).toContain("-l token -r -d 'A token with the append scope");
  expect((await here(['completion', 'fish'])).out).toContain("-l arrivals -x -a '\\'ticks\\' \\'even\\'");
  expect((await here(['completion', 'tcsh'])).code).toBe(2);
});
