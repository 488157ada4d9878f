/** Longest line, in characters. */
const WIDTH = 100;

/** Text with its lines wrapped. */
export const wrapped = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => wrap(line, WIDTH))
    .join('\n');

const widestOf = (lefts: readonly string[]): number =>
  Math.min(34, Math.max(...lefts.map((left) => left.length)));

/** The width of the right column beside these cells. */
export const textWidth = (lefts: readonly string[]): number => WIDTH - widestOf(lefts) - 4;

/** Text in two columns. The right one wraps; a wide left cell gets its own line. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const lefts = rows.map(([left]) => left);
  const widest = widestOf(lefts);
  const indent = ' '.repeat(widest + 4);
  return rows
    .flatMap(([left, right]) => {
      const [first = '', ...more] = wrap(right, textWidth(lefts));
      const head =
        left.length > widest ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(widest)}  ${first}`];
      return [...head, ...more.map((line) => `${indent}${line}`)];
    })
    .join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
