import { pathAdvice } from '@catbird/engine';

/** Node's code of a failed system call, such as `ENOENT`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What to do if a file cannot be read, by Node's code. */
const HINTS: Readonly<Record<string, string>> = {
  ENOENT: 'Check the path, or use - to read stdin.',
  EISDIR: 'This is a folder: name a file in it.',
  EACCES: 'Check the permissions of the file.',
};

/** What to do if a file cannot be written. */
const WRITING_HINTS: Readonly<Record<string, string>> = {
  ENOENT: 'Create its folder first.',
  ENOTDIR: 'A part of the path is a file: name a folder there.',
  EISDIR: 'This is a folder: name a file in it.',
  EACCES: 'Check the permissions of the file and its folder.',
  EROFS: 'Choose a folder that can be written to.',
};

/** Why a file cannot be read, and what to do. */
export const readingFailure = (error: unknown): string => withHint(error, HINTS);

/** Why a file cannot be written, and what to do. */
export const writingFailure = (error: unknown): string => withHint(error, WRITING_HINTS);

function withHint(error: unknown, hints: typeof HINTS): string {
  const path = error instanceof Error && 'path' in error ? String(error.path) : '';
  const hint = pathAdvice(path) ?? hints[errorCode(error) ?? ''];
  return hint === undefined ? messageOf(error) : `${messageOf(error)}. ${hint}`;
}

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
