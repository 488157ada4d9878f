import { existsSync, readFileSync } from 'node:fs';

const CASES = new URL('../../../../shared/cases/', import.meta.url);

/** Whether the inputs that once went wrong are beside the checkout. */
export const hasCases = existsSync(CASES);
if (!hasCases) console.warn(`SKIPPED: the cases of inference are not at ${CASES.pathname}`);

/** The text of such an input. @param path below the folder of the cases */
export const caseText = (path: string): string => readFileSync(new URL(path, CASES), 'utf8');
