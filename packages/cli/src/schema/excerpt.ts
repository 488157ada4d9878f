import { inLine, type SchemaIssue } from '@catbird/engine';

/** Maximum length of the line in an excerpt. */
const WIDTH = 100;

/**
 * An issue with its place and its line of text:
 *
 *     schema.json:2:21: error: Unknown generator type person.fulName
 *       2 |   "name": {"type": "person.fulName"}
 *         |                     ^^^^^^^^^^^^^^
 *         = Did you mean person.fullName?
 */
export function excerpt(issue: SchemaIssue, name: string, text: string): string {
  const { line, column, length, message, hint, severity } = issue;
  const whole = text.split(/\r\n|[\n\r]/)[line - 1] ?? '';
  // Of a long line, such as a schema on one line, only the part around the issue is shown.
  const from = column > WIDTH - 20 ? column - 40 : 0;
  const shown = whole.slice(from, from + WIDTH).replaceAll('\t', ' ');
  const start = column - 1 - from;
  // Measured after escaping, which adds characters.
  const margin = ' '.repeat(inLine(shown.slice(0, start)).length);
  const marks = '^'.repeat(Math.max(1, inLine(shown.slice(start, start + length)).length));
  const gutter = ' '.repeat(String(line).length);
  return [
    `${inLine(name)}:${line}:${column}: ${severity}: ${inLine(message)}`,
    `  ${line} | ${inLine(shown)}`,
    `  ${gutter} | ${margin}${marks}`,
    ...(hint === undefined ? [] : [`  ${gutter} = ${inLine(hint)}`]),
  ].join('\n');
}

/** `1 error`, `3 errors, 2 warnings and 1 note`. */
export function countIssues(issues: readonly SchemaIssue[]): string {
  const parts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [plural(count, severity)];
  });
  return parts.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
