import type { Issue } from '@catbird/core';

/** Most columns of a line that an excerpt shows. */
const WIDTH = 100;

/**
 * An issue with its place and the line of text that it is about:
 *
 *     schema.json:2:21: error: There is no generator type person.fulName
 *       2 |   "name": {"type": "person.fulName"}
 *         |                     ^^^^^^^^^^^^^^
 *         = Did you mean person.fullName?
 */
export function excerpt(issue: Issue, name: string, text: string): string {
  const { line, column, length, message, hint, severity } = issue;
  const whole = text.split(/\r\n|[\n\r]/)[line - 1] ?? '';
  // A long line, such as a schema on one line, is shown around its place.
  const from = column > WIDTH - 20 ? column - 40 : 0;
  const shown = whole.slice(from, from + WIDTH).replaceAll('\t', ' ');
  const marks = '^'.repeat(Math.max(1, Math.min(length, shown.length - (column - 1 - from))));
  const gutter = ' '.repeat(String(line).length);
  return [
    `${name}:${line}:${column}: ${severity}: ${message}`,
    `  ${line} | ${shown}`,
    `  ${gutter} | ${' '.repeat(column - 1 - from)}${marks}`,
    ...(hint === undefined ? [] : [`  ${gutter} = ${hint}`]),
  ].join('\n');
}

/** `1 error`, `3 errors, 2 warnings and 1 note`. */
export function countIssues(issues: readonly Issue[]): string {
  const parts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [plural(count, severity)];
  });
  return parts.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
