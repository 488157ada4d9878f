// Used by tests: free ports, and HAProxy on one of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isListening } from './peers/server.js';

const START_MS = 5000;

/**
 * Unused ports of this machine.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening');
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : 0;
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
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
