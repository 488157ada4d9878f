// Used by the files beside it: runs a server on a private port, with a temporary folder, until it is stopped.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const START_MS = 90_000;
const STOP_MS = 8000;

/**
 * How to run a server.
 * @typedef {object} Recipe
 * @property {string} name of its folder
 * @property {string} program its path
 * @property {number} port that it listens on once it is ready
 * @property {(folder: string) => readonly string[]} args
 * @property {(folder: string) => void} [prepare] fills the folder before the first start
 * @property {string} [user] to run as if this process is root, for servers that refuse to run as root
 * @property {(folder: string) => Record<string, string>} [env]
 * @property {RegExp} [ready] in the output of a server that listens before it is ready
 * @property {number} [startMs] maximum time to start, in milliseconds; default 90,000
 */

/**
 * A running server.
 * @typedef {object} Server
 * @property {string} folder of its data, deleted by `stop`
 * @property {number} port
 * @property {() => Promise<void>} kill sends SIGKILL
 * @property {() => Promise<void>} end shuts it down with SIGTERM; the folder stays
 * @property {() => Promise<void>} start starts it again, with the same folder and port
 * @property {() => Promise<void>} stop ends it and deletes its folder
 */

/** @param {string} flag @param {string} user */
const idOf = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

/**
 * Options of `spawn` to run a program as this user; undefined if this process is not root.
 * @param {string | undefined} user
 * @returns {{ uid: number, gid: number } | undefined}
 */
export const identityOf = (user) =>
  user !== undefined && process.getuid?.() === 0
    ? { uid: idOf('-u', user), gid: idOf('-g', user) }
    : undefined;

/** @param {string} from @param {string} to */
const copy = (from, to) => execFileSync('cp', ['-a', from, to]);

/**
 * Makes the data folder of a new server. To make one takes seconds of CPU time, so test/new-servers.ts names a folder that keeps them,
 * in CATBIRD_NEW_SERVERS, and the next ones are copies.
 * @param {string} name what differs between data folders
 * @param {string} folder does not exist yet
 * @param {() => void} make
 */
export function makeData(name, folder, make) {
  const folders = process.env['CATBIRD_NEW_SERVERS'];
  if (!folders) {
    make();
    return;
  }
  const kept = join(folders, name);
  mkdirSync(kept, { recursive: true });
  const [one] = readdirSync(kept);
  if (one !== undefined) {
    copy(join(kept, one), folder);
    return;
  }
  make();
  const copied = mkdtempSync(join(folders, 'copy-'));
  copy(folder, join(copied, 'data'));
  // Others see a whole one. Two processes may both keep one.
  renameSync(join(copied, 'data'), join(kept, basename(copied)));
}

/** @param {number} port @returns {Promise<boolean>} */
export const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/**
 * Starts a server and waits until it is ready.
 * @param {Recipe} recipe
 * @returns {Promise<Server>}
 * @throws {Error} with its output if it does not start
 */
export async function startServer({
  name,
  program,
  port,
  args,
  prepare,
  user,
  env,
  ready = /(?:)/,
  startMs = START_MS,
}) {
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
    while (!ready.test(words) || !(await isListening(port))) {
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
