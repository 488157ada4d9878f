import type { Api, FromWorker, Question } from './remote.ts';

/** What was asked cannot be done: a sentence for people. Any other error is a bug, and breaks the worker. */
export class Refusal extends Error {}

export const post = (message: FromWorker, transfer: Transferable[] = []): void =>
  postMessage(message, { transfer });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Answers the page's questions with these functions. */
export function serve(api: Api): void {
  const postBroken = (error: unknown): void => post({ kind: 'broken', message: messageOf(error) });
  const answer = async ({ id, kind, request }: Question): Promise<void> => {
    try {
      const value = await api[kind]?.(request, (note: unknown) => post({ kind: 'note', id, value: note }));
      post({ kind: 'answer', id, value }, pieces(value));
    } catch (error) {
      if (error instanceof Refusal) post({ kind: 'refused', id, message: error.message });
      else postBroken(error);
    }
  };
  addEventListener('message', ({ data }: MessageEvent<Question>) => void answer(data));
  // The page gets error events for exceptions, but not for unhandled rejections.
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    postBroken(event.reason);
  });
}

/** The bytes of an answer are not copied. */
const pieces = (value: unknown): Transferable[] =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array &&
  value.bytes.buffer instanceof ArrayBuffer
    ? [value.bytes.buffer]
    : [];
