import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const BIN = fileURLToPath(new URL('../bin/catbird.js', import.meta.url));
const ESCAPE = '\u001B[';

// `script` of util-linux runs a process in a terminal.
const SCRIPT = 'script';
const hasScript = spawnSync(SCRIPT, ['--version']).status === 0;
if (!hasScript)
  console.warn('SKIPPED: what a terminal shows; the command `script` of util-linux is not here');

/** What a command shows until it ends, or until that. */
async function onTerminal(
  command: string,
  env: Record<string, string> = {},
  until?: RegExp,
): Promise<string> {
  const child = spawn(SCRIPT, ['-qec', `"${process.execPath}" "${BIN}" ${command}`, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let shown = '';
  child.stdout.on('data', (chunk: Uint8Array) => {
    shown += Buffer.from(chunk).toString('utf8');
    if (until?.test(shown) === true) child.kill();
  });
  await once(child, 'close');
  return shown;
}

test.skipIf(!hasScript)('a terminal shows one line with a bar, which is overwritten', async () => {
  const shown = await onTerminal('file --path /dev/null --eps 1000 --limit 1500');
  expect(shown).toMatch(/━+╌* \d+ %/);
  expect(shown).toContain(`\r${ESCAPE}2K`);
  expect(shown).toMatch(/= accepted +1,500/);
});

test.skipIf(!hasScript)(
  'several streams have a line each, which are overwritten together, and then one summary',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catbird-terminal-'));
    const config = join(folder, 'two.json');
    const streams = { one: { limit: 1500 }, two: { limit: 500, eps: 300 } };
    await writeFile(
      config,
      JSON.stringify({ destination: 'file', settings: { path: '/dev/null' }, eps: 1000, streams }),
    );
    const shown = await onTerminal(`run ${config}`);
    await rm(folder, { recursive: true });
    expect(shown).toMatch(/one [━╌]+ \d+ %.*\r?\n\r.*two [━╌]+ \d+ %/);
    expect(shown).toContain(`${ESCAPE}1A\r${ESCAPE}2K`);
    expect(shown).toMatch(/^ {2}total +2,000 +2,000 +0 +0 +0 +0\r?$/m);
    expect(shown.match(/ended after/g)).toHaveLength(1);
  },
);

test.skipIf(!hasScript)('the progress line does not disturb rows on a terminal', async () => {
  const shown = await onTerminal('log --eps 4 --limit 5');
  expect(shown).not.toContain(`\r${ESCAPE}2K`);
  expect(shown.match(/^\{.*\}\r$/gm)).toHaveLength(5);
});

test.skipIf(!hasScript)('NO_COLOR turns colours off', async () => {
  const line = 'http --url http://127.0.0.1:9 --limit 1 --attempts 1';
  expect(await onTerminal(line)).toContain(`${ESCAPE}31mERR > `);
  const plain = await onTerminal(line, { NO_COLOR: '1' });
  expect(plain).toContain('ERR > ');
  for (const colour of ['31m', '2m']) expect(plain).not.toContain(ESCAPE + colour);
});

test.skipIf(!hasScript)(
  'rows to a file show their number, rate and the time left, once that takes long',
  async () => {
    const shown = await onTerminal('sample -n 1000000000000 > /dev/null', {}, / left/);
    expect(shown).toMatch(/Writing: ╌+ 0 % [\d,]+ rows, [\d,]+\/s, [\d:]+ left/);
  },
);
