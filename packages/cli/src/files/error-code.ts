/** Node's code of a failed system call, such as `ENOENT`. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
