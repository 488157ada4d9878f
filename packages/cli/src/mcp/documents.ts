import { messagesOf } from '@catbird/engine';
import { parseText, isConfig, shareConfig } from '@catbird/stream';
import { loadConfig } from '../config/read.ts';
import { destinations } from '../destinations/list.ts';
import { messageOf } from '../files/error-code.ts';

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
