// Used by the files of this folder: runs a program of others until it is stopped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const START_MS = 20_000;
const STOP_MS = 5000;

/**
 * @typedef {object} Running
 * @property {number} pid
 * @property {() => Promise<void>} stop asks it to end, and ends it when it does not
 * @property {() => Promise<void>} kill ends it on the spot, as a power cut does
 * @property {(signal: 'SIGSTOP' | 'SIGCONT') => void} signal holds it up, or lets it go on
 */

/**
 * Starts a program and waits until it is ready. It has a group of processes of its own, all of which end with it, at the latest with this process.
 * @template Ready
 * @param {string} program its path
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string, isReady: (words: string) => Ready | undefined | Promise<Ready | undefined> }} options
 * `isReady` is asked with all that the program has said, until it gives something
 * @returns {Promise<Running & { ready: Ready }>}
 * @throws {Error} with its own words when it does not start
 */
export async function startProgram(program, args, { env = process.env, cwd, isReady }) {
  const child = spawn(program, args, { env, cwd, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (words = (words + text).slice(-100_000)));
  const exited = once(child, 'close');
  const pid = child.pid ?? 0;
  /** @param {NodeJS.Signals} signal */
  const signal = (signal) => {
    try {
      // To the whole group: a server may be the child of a script.
      process.kill(-pid, signal);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error;
    }
  };
  const killAtExit = () => signal('SIGKILL');
  process.once('exit', killAtExit);
  /** @param {NodeJS.Signals} how */
  const end = async (how) => {
    signal(how);
    if (how !== 'SIGKILL') {
      const late = new AbortController();
      const patience = setTimeout(STOP_MS, undefined, { signal: late.signal }).then(
        killAtExit,
        () => undefined,
      );
      await exited;
      late.abort();
      await patience;
    }
    await exited;
    signal('SIGKILL');
    process.off('exit', killAtExit);
  };
  const untilMs = performance.now() + START_MS;
  for (;;) {
    const ready = await isReady(words);
    if (ready !== undefined)
      return { pid, ready, signal, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
    if (child.exitCode !== null || performance.now() > untilMs) {
      await end('SIGKILL');
      throw new Error(`${program} did not start: ${words}`);
    }
    await setTimeout(20);
  }
}

/**
 * Whether something listens at this port of this machine.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
