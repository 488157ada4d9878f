// Used by the other scripts: the repository's root, and how they run an installed tool.
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
const isWindows = process.platform === 'win32';

/**
 * Runs one command in the root folder. The tools of node_modules are found by their plain names.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, cwd?: string }} [options] `quiet` keeps the output back for the caller.
 * @returns {Promise<{ code: number, output: string }>} The exit code (1 when ended by a signal, 127 when the command is missing).
 */
export function run(name, args, { env = {}, quiet = false, cwd = ROOT } = {}) {
  return new Promise((resolve) => {
    const child = spawn(name, args, {
      cwd,
      env: { ...process.env, PATH, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: isWindows,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
