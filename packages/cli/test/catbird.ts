import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';

/** What is started. */
export const BIN = fileURLToPath(new URL('../bin/catbird.js', import.meta.url));

/** A command line that came to its end. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command line under way. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard error has said this, with what follows it. */
  said(words: string): Promise<string>;
}

/** How a command line is started. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default: nothing. null leaves standard input open. */
  readonly input?: string | null;
}

/** Starts the bundled `catbird` as a process of its own, with nothing in its environment but PATH and what is given. */
export function start(args: readonly string[], { env = {}, input = '' }: StartOptions = {}): Running {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: 'pipe',
  });
  // A command that does not read its input may be gone before it is written.
  child.stdin.on('error', () => undefined);
  if (input !== null) child.stdin.end(input);
  let soFar = '';
  child.stderr.on('data', (chunk: Uint8Array) => (soFar += Buffer.from(chunk).toString('utf8')));
  const code = once(child, 'close').then(([code]) => code as number | null);
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([code, out, err]): Ended => ({ code, out, err }),
  );
  return {
    child,
    ended,
    async said(words) {
      while (!soFar.includes(words)) {
        if (child.exitCode !== null) throw new Error(`Ended without saying "${words}": ${soFar}`);
        await Promise.race([once(child.stderr, 'data'), code]);
      }
      return soFar.slice(soFar.indexOf(words) + words.length);
    },
  };
}

/** Runs `catbird` to its end. */
export const catbird = (args: readonly string[], options?: StartOptions): Promise<Ended> =>
  start(args, options).ended;

/** Resolves when a state file says that the stream came beyond a row; gives up after 20 seconds. */
export async function cameBeyond(row: number, stateFile: string): Promise<number> {
  for (let tries = 0; tries < 400; tries++) {
    const text = await readFile(stateFile, 'utf8').catch(() => '{"next":0}');
    const { next } = JSON.parse(text) as { next: number };
    if (next > row) return next;
    await setTimeout(50);
  }
  throw new Error(`${stateFile}: the stream did not come beyond row ${row}`);
}

/** The JSON values of lines. */
export const jsonLines = (lines: string): unknown[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
