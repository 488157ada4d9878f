import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { vi } from 'vitest';

/** Path of the command. */
export const BIN = fileURLToPath(new URL('../bin/catbird.js', import.meta.url));

/** A command that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A running command. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once standard error contains this text, with what follows it. */
  readonly printed: (words: string) => Promise<string>;
  /** Resolves once all of standard error so far meets a condition. @throws Error if the command ends before */
  readonly until: (condition: (err: string) => boolean) => Promise<void>;
}

/** How to start a command. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. Default: empty. null leaves it open. */
  readonly input?: string | null;
}

/** Starts the bundled `catbird` in its own process. Its environment has only PATH, no home folder, and `env`. */
export function start(args: readonly string[], { env = {}, input = '' }: StartOptions = {}): Running {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true', ...env },
    stdio: 'pipe',
  });
  // A command that does not read its input may end before it is written.
  child.stdin.on('error', () => undefined);
  if (input !== null) child.stdin.end(input);
  let soFar = '';
  child.stderr.on('data', (chunk: Uint8Array) => (soFar += Buffer.from(chunk).toString('utf8')));
  const code = once(child, 'close').then(([code]) => code as number | null);
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([code, out, err]): Ended => ({ code, out, err }),
  );
  const until = async (condition: (err: string) => boolean): Promise<void> => {
    while (!condition(soFar)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The command ended first: ${soFar}`);
      await Promise.race([once(child.stderr, 'data'), code]);
    }
  };
  return {
    child,
    ended,
    until,
    async printed(words) {
      await until((err) => err.includes(words));
      return soFar.slice(soFar.indexOf(words) + words.length);
    },
  };
}

/** Runs `catbird` until it ends. */
export const catbird = (args: readonly string[], options?: StartOptions): Promise<Ended> =>
  start(args, options).ended;

/** How long to wait for a condition that a busy machine may delay. */
const PATIENCE = { timeout: 240_000, interval: 20 };

/** Resolves once a condition holds; polls. @throws Error after four minutes */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, PATIENCE);

/** Resolves with the next row of a state file once that is beyond `row`. */
export const cameBeyond = (row: number, stateFile: string): Promise<number> =>
  eventually(async () => {
    const { next } = JSON.parse(await readFile(stateFile, 'utf8')) as { next: number };
    if (next <= row) throw new Error(`${stateFile}: still at row ${next}`);
    return next;
  });

/** Progress lines in the output of --json. */
export const progressIn = (err: string): readonly Readonly<Record<string, number>>[] =>
  // The last line may be incomplete.
  (jsonLines(err.slice(0, err.lastIndexOf('\n') + 1)) as Readonly<Record<string, number>>[]).filter(
    (line) => (line as { type?: unknown }).type === 'progress',
  );

/** Resolves once a stream with --json has reported accepted events: it is in mid-flight. */
export const hasAccepted = ({ until }: Pick<Running, 'until'>): Promise<void> =>
  until((err) => progressIn(err).some(({ accepted = 0 }) => accepted > 0));

/** Parses JSON lines. */
export const jsonLines = (lines: string): unknown[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
