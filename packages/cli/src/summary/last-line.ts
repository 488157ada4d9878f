import { attempt } from '../files/attempt.ts';

/** Longer lines are no summary: that of ten thousand streams is half as long. */
const MAX_LENGTH = 64 * 1024 * 1024;

/**
 * The last summary in the output of `--json`, as its line; empty if there is none. The output may be larger than memory: a stream that
 * runs for weeks prints a line each second.
 */
export async function lastSummary(output: AsyncIterable<string>): Promise<string> {
  let last = '';
  const take = (line: string): void => {
    if (isSummary(line)) last = line;
  };
  let rest = '';
  let isTooLong = false;
  for await (const text of output) {
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!isTooLong) take(line);
      isTooLong = false;
    }
    isTooLong ||= rest.length > MAX_LENGTH;
    if (isTooLong) rest = '';
  }
  if (!isTooLong) take(rest);
  return last;
}

/** Whether a line is a whole summary. Only lines that may be one are parsed. */
function isSummary(line: string): boolean {
  const text = line.replace(/^\uFEFF/, '');
  if (!text.startsWith('{') || !text.includes('"summary"')) return false;
  const value: unknown = attempt(() => JSON.parse(text));
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'summary';
}
