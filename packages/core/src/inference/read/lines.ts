import type { Reader } from './sink.ts';

/** Splits text into lines without their ends. A line longer than `maxChars` is dropped as it comes, so it takes no memory. */
export function lineReader(
  onLine: (line: string) => void,
  onLong: () => void,
  { maxChars, newline = '\n' }: { readonly maxChars: number; readonly newline?: string },
): Reader {
  let carry: string[] = [];
  let carried = 0;
  let isTooLong = false;
  const finish = (rest: string): void => {
    if (isTooLong || carried + rest.length > maxChars) onLong();
    else {
      const line = carried === 0 ? rest : carry.join('') + rest;
      onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    carry = [];
    carried = 0;
    isTooLong = false;
  };
  return {
    push(text) {
      let from = 0;
      for (let to = text.indexOf(newline); to >= 0; to = text.indexOf(newline, from)) {
        finish(text.slice(from, to));
        from = to + 1;
      }
      if (isTooLong || from === text.length) return;
      const rest = text.slice(from);
      carried += rest.length;
      isTooLong = carried > maxChars;
      if (isTooLong) carry = [];
      else carry.push(rest);
    },
    end() {
      if (carried > 0) finish('');
    },
  };
}
