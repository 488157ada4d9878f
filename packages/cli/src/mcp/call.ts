import { printable, messagesOf } from '@catbird/engine';
import { Readable } from 'node:stream';
import type { Command } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { readCommandLine } from '../flags/read.ts';
import { refuse } from '../refusal.ts';
import { NotStarted } from '../interrupt.ts';
import type { Terminal } from '../terminal.ts';
import { parseText, isConfig, shareConfig } from '@catbird/stream';
import { loadConfig } from '../config/read-config.ts';
import { destinations } from '../destinations/list.ts';
import { messageOf } from '../files/error-code.ts';

/** What a command printed, and how it ended. */
export interface Printed {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** The environment, the input and the end of a call. */
export interface Surroundings {
  readonly env: Terminal['env'];
  readonly input: string;
  /** Aborted by the client. */
  readonly signal: AbortSignal;
  readonly mayRun: NonNullable<Terminal['mayRun']>;
}

/** Longest text of an answer from stdout, in bytes. Agents read all of it. */
const MAX_BYTES = 200_000;

/** Runs with a terminal that keeps what is printed. */
export async function captured(
  run: (terminal: Terminal) => Promise<ExitCode>,
  { env, input, signal, mayRun }: Surroundings,
): Promise<Printed> {
  const chunks: Buffer[] = [];
  let [bytes, left, err] = [0, 0, ''];
  const terminal: Terminal = {
    env,
    mayRun,
    out: {
      isTerminal: false,
      async write(data) {
        // The bytes of a batch are written again.
        const chunk = Buffer.from(data);
        const kept = Math.min(chunk.length, MAX_BYTES - bytes);
        chunks.push(chunk.subarray(0, kept));
        bytes += kept;
        left += chunk.length - kept;
      },
    },
    err: {
      isTerminal: false,
      columns: 100,
      rows: 24,
      colour: false,
      write: (...parts) => {
        for (const part of parts) if (typeof part === 'string') err += printable(part);
      },
    },
    interrupt: { stop: signal, abort: signal, takeSecond: () => undefined, release: () => undefined },
    readInput: () => Promise.resolve(input),
    inputBytes: () => Readable.from([Buffer.from(input)]),
  };
  const code = await run(terminal);
  if (left > 0) err += `${left} more bytes were left out. Ask for fewer rows\n`;
  return { code, out: Buffer.concat(chunks).toString('utf8'), err };
}

/** Runs a command with these arguments. */
export const call = (
  command: Command,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<Printed> =>
  captured(async (terminal) => {
    const { values, operands, issues } = readCommandLine(args, command.flags, terminal.env);
    if (issues.length > 0) return refuse(issues, terminal);
    try {
      return await command.run(values, operands, terminal);
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error;
      refuse([{ kind: error.kind, message: error.message }], terminal);
      return error.exitCode;
    }
  }, surroundings);

/** A config or a schema, in a file or as text. */
export interface Given {
  readonly file?: string | undefined;
  readonly text?: string | undefined;
}

/** What was given, read. */
export interface Document {
  /** As commands take it: `-` is the text. */
  readonly file: string;
  readonly text: string;
  readonly isConfig: boolean;
}

/** A call that cannot be answered. Its message is for the agent. */
export class CallError extends Error {}

/** The name for commands: `-` stands for the text. @throws CallError unless exactly one of both is given */
export function nameOf({ file, text }: Given): string {
  if ((file === undefined) === (text === undefined)) throw new CallError('Give file, or text');
  if (file === '-') throw new CallError('file must be a path');
  return file ?? '-';
}

/**
 * Reads a config or a schema.
 *
 * @throws CallError if it cannot be read, or if its text holds what may be a credential
 */
export async function documentIn(given: Given): Promise<Document> {
  const file = nameOf(given);
  const loaded = await loadConfig(file, { readInput: () => Promise.resolve(given.text ?? '') });
  if (!loaded.ok) throw new CallError(messagesOf(loaded.issues).join('\n'));
  const { text, value } = loaded;
  const document = { file, text, isConfig: isConfig(value) };
  if (given.text !== undefined && document.isConfig) await refuseCredentials(value, text);
  return document;
}

/** Arguments of a call are kept in the transcripts of agents. */
async function refuseCredentials(value: unknown, text: string): Promise<void> {
  const shared = shareConfig(value, text, destinations);
  if (shared === undefined || shared.replaced.length === 0) return;
  const written = await parseText(shared.text, 'shared.json').catch((error: unknown) => messageOf(error));
  const names = shared.replaced.map((name) => `\${${name}}`).join(', ');
  throw new CallError(
    `Settings may hold credentials. Put them into environment variables of this server, and name those in the config: ${names}. Such as: ${JSON.stringify(written)}`,
  );
}
