/** A part of a line of JSON, and the class of its colour. */
export interface Part {
  readonly text: string;
  /** `k` a name, `s` a text, `n` a number, true, false or null. */
  readonly ink: 'k' | 's' | 'n' | undefined;
}

const PARTS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/** The lines of a JSON text with their colours. */
export const inked = (json: string): readonly (readonly Part[])[] => json.split('\n').map(partsOf);

function partsOf(line: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, 1: quoted, 2: colon, index } of line.matchAll(PARTS)) {
    const text = quoted ?? found;
    if (index > end) parts.push({ text: line.slice(end, index), ink: undefined });
    parts.push({ text, ink: quoted === undefined ? 'n' : colon === undefined ? 's' : 'k' });
    end = index + text.length;
  }
  if (end < line.length) parts.push({ text: line.slice(end), ink: undefined });
  return parts;
}
