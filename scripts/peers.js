// Used by tests: free ports, and HAProxy on one of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { isListening } from './peers/server.js';

const START_MS = 5000;

/** Systems give ports above these to connections, and to servers that ask for any: a free one would soon be taken. */
const PORTS = { from: 16_000, count: 16_000 };

/** Processes and threads that run at the same time begin at places of their own: a server may take its ports long after it got them. */
let next = ((process.pid + threadId * 37) * 64) % PORTS.count;

/**
 * Unused ports of this machine. Others of the same process are given next.
 * @param {number} count
 * @returns {Promise<number[]>}
 * @throws {Error} if too few are free
 */
export async function freePorts(count) {
  /** @type {number[]} */
  const ports = [];
  for (let tried = 0; ports.length < count; tried++) {
    if (tried === PORTS.count) throw new Error(`This machine has fewer than ${count} free ports`);
    const port = PORTS.from + (next++ % PORTS.count);
    if (await isFree(port)) ports.push(port);
  }
  return ports;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    // Taken, or not allowed.
    return false;
  }
  await once(server.close(), 'close');
  return true;
}

/**
 * Runs HAProxy with this configuration until `stop`.
 * @param {string} program its path
 * @param {string} configuration
 * @param {number} port that it listens on once it is ready
 * @returns {Promise<{ stop: () => Promise<void> }>}
 * @throws {Error} with its output if it does not start
 */
export async function startHaproxy(program, configuration, port) {
  const folder = mkdtempSync(join(tmpdir(), 'catbird-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (words += text));
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const untilMs = performance.now() + START_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > untilMs) {
      await stop();
      throw new Error(`HAProxy did not start: ${words}`);
    }
    await setTimeout(20);
  }
  return { stop };
}
