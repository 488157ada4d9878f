/** Node's code of a failed system call, such as `ENOENT`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** What to do if a file cannot be read, by Node's code. */
const HINTS: Readonly<Record<string, string>> = {
  ENOENT: 'Check the path, or use - to read stdin.',
  EISDIR: 'This is a folder: name a file in it.',
  EACCES: 'Check the permissions of the file.',
};

/** Why a file cannot be read, and what to do. */
export function readingFailure(error: unknown): string {
  const hint = HINTS[errorCode(error) ?? ''];
  return hint === undefined ? messageOf(error) : `${messageOf(error)}. ${hint}`;
}

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
