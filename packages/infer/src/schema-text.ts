/** Longest line, as far as values allow. */
const WIDTH = 100;

/** Writes a schema as JSON for people: short objects and lists on one line, and long lists of numbers filled into lines. */
export const schemaText = (schema: object): string => `${format(schema, 0, 0)}\n`;

/** @param taken columns on the value's line before it */
function format(value: unknown, indent: number, taken: number): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null) return line;
  // The schema itself has a line for each field.
  if (indent > 0 && indent + taken + line.length < WIDTH) return line;
  const inner = indent + 2;
  if (Array.isArray(value)) {
    const isPlain = value.every((each) => typeof each !== 'object' || each === null);
    const parts = value.map((each: unknown) => format(each, inner, 0));
    return block('[]', isPlain ? filled(parts, WIDTH - inner) : parts, indent);
  }
  const members = Object.entries(value).map(([name, each]) => {
    const key = `${JSON.stringify(name)}: `;
    return key + format(each, inner, key.length);
  });
  return members.length === 0 ? '{}' : block('{}', members, indent);
}

function block(brackets: string, parts: readonly string[], indent: number): string {
  const lines = parts.map((part) => ' '.repeat(indent + 2) + part).join(',\n');
  return `${brackets[0]}\n${lines}\n${' '.repeat(indent)}${brackets[1]}`;
}

/** Joins short parts into lines. */
function filled(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 2 <= width)
      lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(part);
  }
  return lines;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${oneLine(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
