// The page's log is the console, and these two lines are the only ones that write to it.
/* oxlint-disable no-console */

/** Writes a line to the console. */
export const logLine = (line: string): void => console.log(line);

/** Writes an error to the console. */
export const logError = (line: string): void => console.error(line);
