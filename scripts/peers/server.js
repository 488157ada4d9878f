// Used by the files beside it: runs a server that others wrote on a private port, with a folder of its own, until it is stopped.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const START_MS = 20_000;
const STOP_MS = 8000;

/**
 * How a server is run.
 * @typedef {object} Recipe
 * @property {string} name of its folder
 * @property {string} program its path
 * @property {number} port one that it listens at when it is ready
 * @property {(folder: string) => readonly string[]} args
 * @property {(folder: string) => void} [prepare] fills the folder before the first start
 * @property {string} [user] as whom it runs when this process is root, since it refuses to run as root
 * @property {(folder: string) => Record<string, string>} [env]
 * @property {number} [startMs] the longest that it may take, in milliseconds; default 20,000
 */

/**
 * A server that runs.
 * @typedef {object} Server
 * @property {string} folder its data, gone after `stop`
 * @property {number} port
 * @property {() => Promise<void>} kill without a chance to write anything
 * @property {() => Promise<void>} end as its administrator would; the folder stays
 * @property {() => Promise<void>} start again, with the same folder and port
 * @property {() => Promise<void>} stop for good
 */

/** @param {string} flag @param {string} user */
const idOf = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/**
 * What `spawn` needs to run a program as this user; nothing where this process is not root and so is nobody to refuse.
 * @param {string | undefined} user
 * @returns {{ uid: number, gid: number } | undefined}
 */
export const identityOf = (user) =>
  user !== undefined && process.getuid?.() === 0
    ? { uid: idOf('-u', user), gid: idOf('-g', user) }
    : undefined;

/** @param {number} port @returns {Promise<boolean>} */
export const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/**
 * Starts a server and waits until it listens.
 * @param {Recipe} recipe
 * @returns {Promise<Server>}
 * @throws {Error} with its own words when it does not start
 */
export async function startServer({ name, program, port, args, prepare, user, env, startMs = START_MS }) {
  const folder = mkdtempSync(join(tmpdir(), `catbird-${name}-`));
  const identity = identityOf(user);
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  prepare?.(folder);
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const killNow = () => child?.kill('SIGKILL');
  process.once('exit', killNow);

  /** @param {NodeJS.Signals} signal */
  const endBy = async (signal) => {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    const late = new AbortController();
    await Promise.race([
      ended,
      setTimeout(STOP_MS, undefined, { signal: late.signal }).then(
        () => ending.kill('SIGKILL'),
        () => undefined,
      ),
    ]);
    late.abort();
    await ended;
  };

  const start = async () => {
    const begun = spawn(program, args(folder), {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', ...env?.(folder) },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...identity,
    });
    child = begun;
    let words = '';
    for (const stream of [begun.stdout, begun.stderr])
      stream.setEncoding('utf8').on('data', (text) => (words = `${words}${text}`.slice(-4000)));
    begun.on('error', (error) => (words += error.message));
    const untilMs = performance.now() + startMs;
    while (!(await isListening(port))) {
      if (begun.exitCode !== null || begun.pid === undefined || performance.now() > untilMs) {
        await stop();
        throw new Error(`${name} did not start: ${words}`);
      }
      await setTimeout(20);
    }
  };

  const stop = async () => {
    process.off('exit', killNow);
    await endBy('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };

  await start();
  return { folder, port, start, stop, kill: () => endBy('SIGKILL'), end: () => endBy('SIGTERM') };
}
