// The page logs to the console, and only through these two lines.
/* oxlint-disable no-console */

/** Writes a line to the console. */
export const logLine = (line: string): void => console.log(line);

/** Writes an error to the console. */
export const logError = (line: string): void => console.error(line);
