import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../site/structure.ts';

/** A shell in a folder of its own. */
export interface Terminal {
  readonly folder: string;
  /** Saves a file in the folder. */
  save(name: string, code: string): Promise<void>;
  /** Runs lines and waits for them to end. */
  run(lines: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  /** Runs lines in a second terminal, ending what runs there. Resolves when stderr contains the words. */
  runBeside(lines: string, words: string): Promise<void>;
  close(): Promise<void>;
}

/** The command, as an installation from the clone would put it on the path. */
const COMMAND = `#!/bin/sh
exec "${process.execPath}" "${ROOT}packages/cli/bin/catbird.js" "$@"
`;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  // Signal the process group: the shell and its children.
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await closed;
}

/** Opens a terminal in a new folder with `catbird` and the packages of this repository. */
export async function openTerminal(env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-guide-'));
  const bin = join(folder, '.bin');
  await mkdir(bin);
  await writeFile(join(bin, 'catbird'), COMMAND);
  await chmod(join(bin, 'catbird'), 0o755);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const path = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter);
  const start = (lines: string) =>
    spawn('bash', ['-euo', 'pipefail', '-c', lines], {
      cwd: folder,
      env: { PATH: path, HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  let beside: ChildProcess | undefined;
  return {
    folder,
    save: (name, code) => writeFile(join(folder, name), code),
    async run(lines) {
      const child = start(lines);
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: Number(code), out, err };
    },
    async runBeside(lines, words) {
      if (beside !== undefined) await end(beside);
      const child = start(lines);
      beside = child;
      child.stdout.resume();
      let soFar = '';
      child.stderr.on('data', (chunk: Buffer) => (soFar += chunk.toString()));
      while (!soFar.includes(words)) {
        if (child.exitCode !== null) throw new Error(`Ended without printing "${words}": ${soFar}`);
        await Promise.race([once(child.stderr, 'data'), once(child, 'close')]);
      }
    },
    async close() {
      if (beside !== undefined) await end(beside);
      await rm(folder, { recursive: true });
    },
  };
}
